/** The grammar of ids, as `whistlestop/ids.py` has it: `denver/omaha#2` is the second track of a double route. */

/** The ids of both places of a route or a ticket. */
export function endsOf(id: string): [string, string] {
  const [a = "", b = ""] = id.split("#")[0]!.split("/");
  return [a, b];
}
