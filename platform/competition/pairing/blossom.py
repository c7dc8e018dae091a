"""The cheapest perfect matching of a graph, in plain Python and with whole numbers of any size.

Edmonds' algorithm (Paths, trees, and flowers, 1965; Maximum matching and a polyhedron with 0,1-vertices, 1965) in the
form that grows one alternating tree at a time and lets a queue say what happens next (Galil, Efficient algorithms for
finding maximum matching in graphs, 1986).

Every vertex has a price, and so has every blossom: an odd cycle of vertices or smaller blossoms that is treated as one
vertex. An edge is tight where its doubled weight is the sum of the prices at its ends, and no edge is cheaper than
that. A matching of tight edges that covers everybody is a cheapest one. So a tree of tight edges grows from each
vertex that is still single. Its vertices are even or odd steps away from the root: while the tree waits, even prices
rise and odd ones fall by the same amount, which is called time, until the next edge becomes tight or the next odd
blossom has no price left.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from heapq import heappop, heappush

NOBODY = -1
FREE, EVEN, ODD, STUCK = range(4)

Edge = tuple[int, int]
"""Two vertices; where it belongs to a cycle or a tree, in the direction in which it is walked."""


def cheapest_matching(vertices: int, edges: Iterable[tuple[int, int, int]]) -> list[int]:
    """The partner of each vertex, in a perfect matching whose edges weigh least together.

    `edges` are (vertex, vertex, weight), at most one for each two vertices, which count from 0; a weight is a whole
    number of any size and sign. Where no matching is perfect, as many have a partner as can, and the others have
    `NOBODY`; what the pairs weigh then means nothing.
    """
    return _Matching(vertices, edges).solve()


class _Matching:
    """Vertices and blossoms have numbers, the vertices first. What is known of them is in lists by number.

    `partner` of a vertex; `top`: the outermost blossom around a vertex, or the vertex itself. Of both: `inside`, the
    next larger blossom, `base`, the vertex whose partner is outside, and for outermost ones in the tree `label` and
    `entry`, the tree's edge into an odd one. Of blossoms: `parts` round the cycle from the one with the base on, and
    `links`, the edge from each part to the next.

    `price` of a vertex is kept without what time adds: the price now is that plus the time at an even vertex, and
    minus the time at an odd one. `worth` is the price of a blossom in the same way, with twice the time.
    """

    def __init__(self, vertices: int, edges: Iterable[tuple[int, int, int]]) -> None:
        self.count = vertices
        # Doubled: so all prices stay whole, for those at the ends of a tight edge are both even or both odd.
        self.weight: list[dict[int, int]] = [{} for _ in range(vertices)]
        for one, other, weight in edges:
            self.weight[one][other] = self.weight[other][one] = 2 * weight
        self.partner = [NOBODY] * vertices
        self.top = list(range(vertices))
        self.inside = [NOBODY] * vertices
        self.base = list(range(vertices))
        self.label = [FREE] * vertices
        self.entry: list[Edge] = [(NOBODY, NOBODY)] * vertices
        self.parts: list[list[int]] = [[] for _ in range(vertices)]
        self.links: list[list[Edge]] = [[] for _ in range(vertices)]
        self.price = [min(row.values(), default=0) // 2 for row in self.weight]
        self.worth = [0] * vertices
        self.time = 0
        self.tree: list[int] = []
        self.even: list[int] = []
        self.queue: list[tuple[int, int, int]] = []
        self.earliest: list[int | None] = []
        self.end: int | None = None

    def solve(self) -> list[int]:
        self._pair_nearest()
        for vertex in range(self.count):
            if self.partner[vertex] == NOBODY:
                self._find_partner(vertex)
        return self.partner

    def _pair_nearest(self) -> None:
        """Begin with tight edges between vertices that are single."""
        for one, row in enumerate(self.weight):
            for other, weight in row.items():
                single = self.partner[one] == self.partner[other] == NOBODY
                if single and weight == self.price[one] + self.price[other]:
                    self.partner[one], self.partner[other] = other, one

    # --- one tree

    def _find_partner(self, root: int) -> None:
        """Grow a tree from this single vertex until its path to another single one can be turned over. Where there is
        none, the tree is set aside: no other path leads through it."""
        self.time, self.queue, self.tree, self.even, self.end = 0, [], [], [], None
        self.earliest = [None] * self.count
        self._make_even(self.top[root])
        while self.queue:
            at, one, other = heappop(self.queue)
            if other == NOBODY:
                if self.label[one] == ODD and self.inside[one] == NOBODY and self.worth[one] == 2 * at:
                    self.time = at
                    self._open(one)
                continue
            here, there = self.top[one], self.top[other]
            rest = self.weight[one][other] - self.price[one] - self.price[other]
            if self.label[there] == FREE and rest == at:
                self.time = at
                if self.partner[self.base[there]] == NOBODY:
                    self._turn_over(one, other)
                    self._settle(FREE)
                    return
                self._make_odd(there, (one, other))
                self._make_even(self.top[self.partner[self.base[there]]])
            elif self.label[there] == EVEN and here != there and rest == 2 * at:
                self.time = at
                self._close(one, other)
        self._settle(STUCK)

    def _make_odd(self, member: int, entry: Edge) -> None:
        self.label[member], self.entry[member] = ODD, entry
        self.tree.append(member)
        for vertex in self._vertices(member):
            self.price[vertex] += self.time
        if member >= self.count:
            self.worth[member] += 2 * self.time
            heappush(self.queue, (self.worth[member] // 2, member, NOBODY))

    def _make_even(self, member: int) -> None:
        self.label[member] = EVEN
        self.tree.append(member)
        if member >= self.count:
            self.worth[member] -= 2 * self.time
        reached = list(self._vertices(member))
        for vertex in reached:
            self.price[vertex] -= self.time
        self._look_round(reached)

    def _look_round(self, reached: Iterable[int]) -> None:
        """Put into the queue when the edges of these vertices, which have become even, will be tight."""
        top, label, price, queue, earliest = self.top, self.label, self.price, self.queue, self.earliest
        for one in reached:
            self.even.append(one)
            here, own = top[one], price[one]
            for other, weight in self.weight[one].items():
                there = top[other]
                kind = label[there]
                if kind == FREE:
                    at = weight - own - price[other]
                    known = earliest[other]
                    if (known is None or at < known) and (self.end is None or at <= self.end):
                        earliest[other] = at
                        heappush(queue, (at, one, other))
                        if self.partner[self.base[there]] == NOBODY:
                            self.end = at
                elif kind == EVEN and there != here:
                    at = (weight - own - price[other]) // 2
                    if self.end is None or at <= self.end:
                        heappush(queue, (at, one, other))

    def _settle(self, label: int) -> None:
        """Take the tree down: prices are as they are now, and its members get this label."""
        for member in self.tree:
            if self.inside[member] != NOBODY or self.label[member] not in (EVEN, ODD):
                continue
            way = self.time if self.label[member] == EVEN else -self.time
            for vertex in self._vertices(member):
                self.price[vertex] += way
            if member >= self.count:
                self.worth[member] += 2 * way
            self.label[member] = label

    # --- blossoms

    def _vertices(self, member: int) -> Iterator[int]:
        """All vertices in it."""
        if member < self.count:
            yield member
            return
        for part in self.parts[member]:
            yield from self._vertices(part)

    def _close(self, one: int, other: int) -> None:
        """An edge between two even vertices closes a cycle with the tree: it becomes a blossom, which is even."""
        ways = [self._way_up(self.top[one]), self._way_up(self.top[other])]
        above = set(ways[0])
        crossing = next(member for member in ways[1] if member in above)
        parts, links = [crossing], []
        for vertex, way in zip((one, other), ways, strict=True):
            up = way[: way.index(crossing)]
            edges = [self._edge_up(member) for member in up]
            if vertex == one:
                parts += up[::-1]
                links += [(above, below) for below, above in edges[::-1]]
                links.append((one, other))
            else:
                parts += up
                links += edges
        blossom = len(self.base)
        self.base.append(self.base[crossing])
        self.inside.append(NOBODY)
        self.label.append(EVEN)
        self.entry.append((NOBODY, NOBODY))
        self.parts.append(parts)
        self.links.append(links)
        self.worth.append(-2 * self.time)
        self.tree.append(blossom)
        reached = []
        for part in parts:
            self.inside[part] = blossom
            odd = self.label[part] == ODD
            if part >= self.count:
                self.worth[part] += -2 * self.time if odd else 2 * self.time
            self.label[part] = FREE
            for vertex in self._vertices(part):
                self.top[vertex] = blossom
                if odd:
                    self.price[vertex] -= 2 * self.time
                    reached.append(vertex)
        self._look_round(reached)

    def _way_up(self, member: int) -> list[int]:
        """The members of the tree from this even one to the root."""
        way = [member]
        while self.partner[self.base[way[-1]]] != NOBODY or self.label[way[-1]] == ODD:
            way.append(self.top[self._edge_up(way[-1])[1]])
        return way

    def _edge_up(self, member: int) -> Edge:
        """The edge of the tree from this member towards the root, in that direction."""
        if self.label[member] == ODD:
            above, below = self.entry[member]
            return below, above
        return self.base[member], self.partner[self.base[member]]

    def _open(self, blossom: int) -> None:
        """An odd blossom without a price becomes its parts again: those on the even way from where the tree comes in
        to the base stay in the tree, the others are free."""
        parts, links = self.parts[blossom], self.links[blossom]
        self.label[blossom] = STUCK
        for part in parts:
            self.inside[part] = NOBODY
            for vertex in self._vertices(part):
                self.top[vertex] = part
        entry = self.entry[blossom]
        at = parts.index(self.top[entry[1]])
        way, edges = _even_way(parts, links, at)
        for place, part in enumerate(way):
            if place % 2 == 0:
                self._stay_odd(part, entry if place == 0 else edges[place - 1])
        free = [part for part in parts if part not in way]
        for part in (*free, *way[1::2]):
            for vertex in self._vertices(part):
                self.price[vertex] -= self.time
        for part in way[1::2]:
            self._make_even(part)
        self._look_back([vertex for part in free for vertex in self._vertices(part)])

    def _stay_odd(self, member: int, entry: Edge) -> None:
        self.label[member], self.entry[member] = ODD, entry
        self.tree.append(member)
        if member >= self.count:
            self.worth[member] += 2 * self.time
            heappush(self.queue, (self.worth[member] // 2, member, NOBODY))

    def _look_back(self, left: Iterable[int]) -> None:
        """Put into the queue when edges from the tree to these vertices, which it has left, will be tight."""
        for other in left:
            near = self.weight[other]
            times = [(near[one] - self.price[one] - self.price[other], one) for one in self.even if one in near]
            if times:
                at, one = min(times)
                self.earliest[other] = at
                heappush(self.queue, (at, one, other))

    # --- turning over

    def _turn_over(self, one: int, other: int) -> None:
        """Along the way from the root to this edge and over it, pairs become others, so that both ends have one."""
        self._move_base(self.top[other], other)
        self.partner[other] = one
        while True:
            even = self.top[one]
            before = self.partner[self.base[even]]
            self._move_base(even, one)
            self.partner[one] = other
            if before == NOBODY:
                return
            odd = self.top[before]
            above, below = self.entry[odd]
            self._move_base(odd, below)
            self.partner[below] = above
            one, other = above, below

    def _move_base(self, member: int, vertex: int) -> None:
        """Pair the others in it among each other, so that this vertex is left to have a partner outside."""
        self.base[member] = vertex
        if member < self.count:
            return
        parts, links = self.parts[member], self.links[member]
        part = self._part_of(member, vertex)
        at = parts.index(part)
        _way, edges = _even_way(parts, links, at)
        for one, other in edges[1::2]:
            self._move_base(self._part_of(member, one), one)
            self._move_base(self._part_of(member, other), other)
            self.partner[one], self.partner[other] = other, one
        self._move_base(part, vertex)
        self.parts[member] = parts[at:] + parts[:at]
        self.links[member] = links[at:] + links[:at]

    def _part_of(self, blossom: int, vertex: int) -> int:
        part = vertex
        while self.inside[part] != blossom:
            part = self.inside[part]
        return part


def _even_way(parts: list[int], links: list[Edge], at: int) -> tuple[list[int], list[Edge]]:
    """The parts of a cycle from this place to the first one with an even number of edges between, and those edges."""
    if at % 2:
        return parts[at:] + parts[:1], links[at:]
    return parts[at::-1], [(other, one) for one, other in links[:at][::-1]]
