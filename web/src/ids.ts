/** The grammar of ids: `denver/omaha` is a route or a ticket, `denver/omaha#2` the second track of a double route. */

/** The ids of both places. */
export function endsOf(id: string): [string, string] {
  const [a = "", b = ""] = id.split("#")[0]!.split("/");
  return [a, b];
}
