"""Tables of a Whistlestop server as tools of the Model Context Protocol (docs/language-models.md).

The tools are an ordinary client of the server: they open tables, sit down with a seat's secret and play over its
socket, as any stranger could. What they tell is what `whistlestop.envs.text` makes of the seat's view.
"""
