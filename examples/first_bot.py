"""A bot of your own: it claims the longest route it can pay, else draws.

whistlestop simulate --map san-francisco --bots examples.first_bot:LongestRoute,random --games 100
"""

from whistlestop import Board, View


class LongestRoute:
    def __init__(self, board: Board, seed: int | None = None) -> None:
        self.board = board

    def choose(self, view: View) -> str:
        claims = [action for action in view["legal_actions"] if action.startswith("claim")]
        if claims:
            return max(claims, key=lambda claim: self.board.tracks[self.board.route_index(claim.split()[1])].length)
        return view["legal_actions"][-1]
