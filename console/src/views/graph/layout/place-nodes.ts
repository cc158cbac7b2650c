import { placeByForces, type WeighedTie } from './forces.ts'
import { type Place, separate, spiral } from './places.ts'

// Where nodes are drawn. Each community is laid out by itself, and then the communities: so they stay apart and can be seen.
// Nothing is random: the same graph has the same picture at every load.

export interface LayoutRequest {
  /** A node with a place keeps it. `group` is -1 for a node of no community. */
  nodes: { radius: number; group: number; place: Place | undefined }[]
  ties: [a: number, b: number][]
}

/** The room that a node takes, in the units of the picture. */
const room = 30
/** The circles of communities have this much air around them. */
const air = 1.12
/** How far the circles are from the middle at first, as a share of what they need. */
const spread = 0.8
/** Windows are wider than high. */
const stretch = 1.45
/** A picture of this width shows a node by as many units as its radius has pixels. */
const usualWidth = 900

export function placeNodes(request: LayoutRequest): Place[] {
  const { nodes } = request
  const kept = nodes.filter(({ place }) => place).length
  // A few pinned nodes do not decide about the others.
  if (2 * kept >= nodes.length) return placeBeside(request)
  const places = placeAll(request)
  const free = nodes.map(({ place }, at) => place ?? (places[at] as Place))
  return apart(request, free, (at) => nodes[at]?.place !== undefined)
}

interface Circle extends Place {
  radius: number
  members: number[]
}

function placeAll({ nodes, ties }: LayoutRequest): Place[] {
  const tied = new Set(ties.flat())
  const lone = [...nodes.keys()].filter((at) => nodes[at]?.group === -1 && !tied.has(at))
  const others = [...nodes.keys()].filter((at) => nodes[at]?.group !== -1 || tied.has(at))
  const groups = Map.groupBy(others, (at) => (nodes[at]?.group === -1 ? `alone ${at}` : nodes[at]?.group))
  const circles = [...groups.values()]
    .map((members): Circle => ({ x: 0, y: 0, radius: radiusFor(members, nodes), members }))
    .toSorted((a, b) => b.members.length - a.members.length)
  const circleOf = new Array<number>(nodes.length)
  circles.forEach(({ members }, at) => {
    for (const member of members) circleOf[member] = at
  })
  placeCircles(
    circles,
    ties.map(([a, b]) => [circleOf[a] as number, circleOf[b] as number]),
  )
  const inside = Map.groupBy(
    ties.filter(([a, b]) => circleOf[a] === circleOf[b]),
    ([a]) => circleOf[a] as number,
  )
  const places = new Array<Place>(nodes.length)
  circles.forEach((circle, at) => {
    const placed = placeMembers(circle, inside.get(at) ?? [])
    circle.members.forEach((member, order) => {
      places[member] = placed[order] as Place
    })
  })
  const aside = placeAside(circles, lone.length)
  lone.forEach((at, order) => {
    places[at] = aside[order] as Place
  })
  return places
}

/** Places what has no tie in rows below everything else. */
function placeAside(circles: Circle[], count: number): Place[] {
  const lowest = circles.reduce((low, { y, radius }) => Math.min(low, y - radius), 0)
  const width = circles.reduce((most, { x, radius }) => Math.max(most, Math.abs(x) + radius), room * Math.sqrt(count))
  const columns = Math.max(1, Math.floor((2 * width) / room))
  return Array.from({ length: count }, (_, at) => ({
    x: ((at % columns) - (Math.min(columns, count) - 1) / 2) * room,
    y: lowest - room * (2 + Math.floor(at / columns)),
  }))
}

/** The room of a circle; a node that stands for many entities is large by itself. */
function radiusFor(members: number[], nodes: LayoutRequest['nodes']): number {
  const own = members.length === 1 ? 2 * (nodes[members[0] as number]?.radius ?? 0) : 0
  return Math.max(room * Math.sqrt(members.length), own)
}

/** Places the circles by their ties, so that none covers another. */
function placeCircles(circles: Circle[], ties: [a: number, b: number][]): void {
  const start = circles.map((_, at) => spiral(at, 100))
  const places = circles.length > 2 ? placeByForces(start, weighed(ties), 200) : start
  const area = circles.reduce((sum, { radius }) => sum + radius ** 2, 0)
  const scale = (spread * Math.sqrt(area)) / Math.max(1, reachOf(places))
  circles.forEach((circle, at) => {
    const { x, y } = places[at] as Place
    circle.x = x * scale * stretch
    circle.y = y * scale
  })
  gather(circles)
}

/** The ties between two different ones, each pair once. */
function weighed(ties: [a: number, b: number][]): WeighedTie[] {
  const all = new Map<string, WeighedTie>()
  for (const ends of ties) {
    const [a, b] = [Math.min(...ends), Math.max(...ends)]
    if (a === b) continue
    const known = all.get(`${a} ${b}`)
    if (known) known.weight++
    else all.set(`${a} ${b}`, { a, b, weight: 1 })
  }
  return [...all.values()]
}

/** Draws the circles together from all sides until they touch: what has no tie to the others would be far away. */
function gather(circles: Circle[]): void {
  const rounds = Math.max(8, Math.min(60, Math.round(20_000 / circles.length)))
  for (let round = 0; round < rounds; round++) {
    for (const circle of circles) {
      circle.x *= 1 - 3 / rounds
      circle.y *= 1 - 3 / rounds
    }
    separate(circles, { gap: room / 2, rounds: 4, grow: air })
  }
  separate(circles, { gap: room / 2, rounds: roundsFor(circles.length), grow: air })
}

/** Places the members of a circle inside it: the hub, which comes first, begins in the middle. */
function placeMembers(circle: Circle, ties: [a: number, b: number][]): Place[] {
  const { members, radius } = circle
  const degrees = new Map<number, number>()
  for (const end of ties.flat()) degrees.set(end, (degrees.get(end) ?? 0) + 1)
  const byDegree = members.toSorted((a, b) => (degrees.get(b) ?? 0) - (degrees.get(a) ?? 0) || a - b)
  const turns = new Map(byDegree.map((member, turn) => [member, turn]))
  const turnOf = (member: number) => turns.get(member) as number
  const own = weighed(ties.map(([a, b]) => [turnOf(a), turnOf(b)])).map((tie) => ({ ...tie, weight: 1 }))
  const start = byDegree.map((_, turn) => spiral(turn, room))
  const steps = Math.max(30, Math.min(300, Math.round(12_000 / members.length)))
  const placed = own.length > 0 ? placeByForces(start, own, steps) : start
  const found = members.map((member) => placed[turnOf(member)] as Place)
  const middle = middleOf(found)
  const around = found.map(({ x, y }) => ({ x: x - middle.x, y: y - middle.y }))
  const scale = radius / Math.max(1, reachOf(around))
  return around.map(({ x, y }) => ({ x: circle.x + x * scale, y: circle.y + y * scale }))
}

const roundsFor = (count: number) => Math.max(10, Math.min(300, Math.round(40_000 / count)))

function middleOf(places: Place[]): Place {
  const sum = places.reduce((all, { x, y }) => ({ x: all.x + x, y: all.y + y }), { x: 0, y: 0 })
  return { x: sum.x / places.length, y: sum.y / places.length }
}

/** The distance from the middle within which nearly all places are: a few outside do not make the others small. */
function reachOf(places: Place[]): number {
  const distances = places.map(({ x, y }) => Math.hypot(x, y)).toSorted((a, b) => a - b)
  return distances[Math.floor(0.94 * (distances.length - 1))] ?? 0
}

/** Places new nodes beside their neighbours; the others stay where they are. */
function placeBeside(request: LayoutRequest): Place[] {
  const { nodes, ties } = request
  const neighbours = new Map<number, number[]>()
  for (const [a, b] of [...ties, ...ties.map(([a, b]) => [b, a] as const)]) {
    const others = neighbours.get(a)
    if (others) others.push(b)
    else neighbours.set(a, [b])
  }
  const places = nodes.map(({ place }) => place)
  const middle = middleOf(places.filter((place) => place !== undefined))
  const known = [...places.keys()].filter((at) => places[at])
  const lowest = places.reduce((low, place) => Math.min(low, place?.y ?? low), 0)
  // Around each one, beginning on its side that looks away from the middle.
  for (let next = 0; next < known.length; next++) {
    const hub = places[known[next] as number] as Place
    const outward = Math.atan2(hub.y - middle.y, hub.x - middle.x)
    const fresh = (neighbours.get(known[next] as number) ?? []).filter((other) => !places[other])
    new Set(fresh).forEach((other) => {
      const turn = [...new Set(fresh)].indexOf(other)
      const angle =
        outward + (turn % 2 ? 1 : -1) * Math.ceil(turn / 2) * Math.max(0.3, (2 * Math.PI) / fresh.length / 1.1)
      const distance = room * (2 + 0.5 * (turn % 3) + fresh.length / 30)
      places[other] = { x: hub.x + distance * Math.cos(angle), y: hub.y + distance * Math.sin(angle) }
      known.push(other)
    })
  }
  let lone = 0
  const all = places.map((place) => place ?? { x: middle.x + spiral(lone++, room).x, y: lowest - 4 * room })
  return apart(request, all, (at) => nodes[at]?.place !== undefined)
}

/** Moves nodes that cover others, unless they are held. */
function apart({ nodes }: LayoutRequest, places: Place[], isHeld: (at: number) => boolean): Place[] {
  const reach = Math.max(1, 2 * reachOf(places.map(({ x, y }) => ({ x: x / stretch, y }))))
  const unit = reach / usualWidth
  const circles = places.map(({ x, y }, at) => ({
    ...{ x, y, radius: ((nodes[at]?.radius ?? 4) + 2) * unit * 1.2 },
    isHeld: isHeld(at),
  }))
  separate(circles, { gap: 0, rounds: roundsFor(circles.length), grow: 1 })
  return circles.map(({ x, y }) => ({ x, y }))
}
