"""R6.2, R6.3: what a network of claimed routes joins, and its longest trail."""

Edge = tuple[str, str, int]


def components(edges: list[Edge]) -> list[list[Edge]]:
    """The edges, sorted into connected networks."""
    networks: list[tuple[set[str], list[Edge]]] = []  # each with its locations
    for edge in edges:
        joined, apart = (set(edge[:2]), [edge]), []
        for network in networks:
            if network[0].isdisjoint(edge[:2]):
                apart.append(network)
            else:
                joined = (joined[0] | network[0], joined[1] + network[1])
        networks = [*apart, joined]
    return [network for _, network in networks]


def places(network: list[Edge]) -> set[str]:
    """The locations a network touches."""
    return {end for a, b, _ in network for end in (a, b)}


def longest_trail_length(edges: list[Edge]) -> int:
    """R6.3: the length of the longest trail; it may revisit locations but uses no edge twice."""
    return max((longest_trail_of_network(network) for network in components(edges)), default=0)


def longest_trail_of_network(network: list[Edge]) -> int:
    """The longest trail of a connected network.

    With at most two odd locations one trail takes in everything (Euler). Otherwise a longest trail starts at an odd
    location: at the start of a trail that can't be made longer all edges are used up, and an odd number of them; a
    closed trail can be begun anywhere, so if it left an edge out it could be made longer.
    """
    odd = sorted(place for place in places(network) if degree(place, network) % 2)
    if len(odd) <= 2:
        return sum(length for _, _, length in network)
    return search_trails(network, odd)


def degree(place: str, network: list[Edge]) -> int:
    """How many edges of the network end at a place."""
    return sum((a == place) + (b == place) for a, b, _ in network)


def search_trails(network: list[Edge], starts: list[str]) -> int:
    """Walk every trail from the given starts, but go on only once from the same place with the same edges used."""
    exits: dict[str, list[tuple[int, str, int]]] = {place: [] for place in places(network)}
    for i, (a, b, length) in enumerate(network):
        exits[a].append((1 << i, b, length))
        exits[b].append((1 << i, a, length))
    longest = 0
    seen = set()
    walks = [(place, 0, 0) for place in starts]
    while walks:
        place, used, walked = walks.pop()
        longest = max(longest, walked)
        for edge, other, length in exits[place]:
            if not used & edge and (other, used | edge) not in seen:
                seen.add((other, used | edge))
                walks.append((other, used | edge, walked + length))
    return longest
