import { describe, expect, it } from 'vitest'
import { shortLabel } from '../../src/views/graph/draw/label-pen.ts'
import { type LabelWish, placeLabels } from '../../src/views/graph/draw/place-labels.ts'
import { sceneToSvg } from '../../src/views/graph/draw/scene.ts'
import { themes } from '../../src/views/graph/draw/themes.ts'
import { linesOf } from '../../src/views/graph/graph-shape.ts'
import { findGroups } from '../../src/views/graph/groups/find-groups.ts'
import { describeGroups, overviewOf, tiesOf } from '../../src/views/graph/groups/groups.ts'
import { readPlaces, writePlaces } from '../../src/views/graph/layout/kept-places.ts'
import { placeNodes } from '../../src/views/graph/layout/place-nodes.ts'
import { looksOf } from '../../src/views/graph/look/looks.ts'
import { entitiesCsv, relationshipsCsv } from '../../src/views/graph/save/save-files.ts'

// The parts of a picture that need no browser: communities, places, names, files.

/** Cliques of so many nodes, each tied to the next one by a single line. */
function cliques(sizes: number[]) {
  const nodes: { id: string; kind: string; name: string }[] = []
  const edges: { id: string; from: string; to: string; type: string }[] = []
  sizes.forEach((size, clique) => {
    for (let at = 0; at < size; at++) {
      nodes.push({ id: `${clique}-${at}`, kind: 'person', name: `Member ${at} of ${clique}` })
      for (let other = 0; other < at; other++) {
        edges.push({ id: `e${edges.length}`, from: `${clique}-${at}`, to: `${clique}-${other}`, type: 'knows' })
      }
    }
    if (clique > 0) edges.push({ id: `b${clique}`, from: `${clique - 1}-0`, to: `${clique}-0`, type: 'part_of' })
  })
  return { nodes, edges }
}

function groupsIn(graph: ReturnType<typeof cliques>) {
  const { ids, ties } = tiesOf(graph)
  return describeGroups(graph, ids, findGroups(ids.length, ties))
}

describe('communities', () => {
  it('are found where they are, whatever the order of the answer, and named by their hub', () => {
    const graph = cliques([9, 7, 5])
    const groups = groupsIn(graph)
    expect(groups.all.map(({ members }) => members.length)).toEqual([9, 7, 5])
    // The bridges make these the best connected.
    expect(groups.all.map(({ hub }) => hub)).toEqual(['0-0', '1-0', '2-0'])
    const turned = { nodes: graph.nodes.toReversed(), edges: graph.edges.toReversed() }
    expect([...groupsIn(turned).of].toSorted()).toEqual([...groups.of].toSorted())
  })

  it('have an overview with the relationships between them', () => {
    const graph = cliques([9, 7, 5])
    const { nodes, edges } = overviewOf(graph, groupsIn(graph))
    expect(nodes.map(({ name, relationship_count }) => [name, relationship_count])).toEqual([
      ['Member 0 of 0', 9],
      ['Member 0 of 1', 7],
      ['Member 0 of 2', 5],
    ])
    expect(edges.map(({ from, to, type }) => [from, to, type])).toEqual([
      ['group:0-0', 'group:1-0', '1 relationship'],
      ['group:1-0', 'group:2-0', '1 relationship'],
    ])
  })

  it('of nothing, and of what has no ties, are none', () => {
    expect(findGroups(0, [])).toEqual([])
    expect(new Set(findGroups(4, [])).size).toBe(4)
  })
})

describe('places', () => {
  const layout = (graph: ReturnType<typeof cliques>, places = new Map<string, { x: number; y: number }>()) => {
    const groups = groupsIn(graph)
    const numbers = new Map(graph.nodes.map(({ id }, at) => [id, at]))
    return placeNodes({
      nodes: graph.nodes.map(({ id }) => ({ radius: 5, group: groups.of.get(id) ?? -1, place: places.get(id) })),
      ties: graph.edges.map(({ from, to }) => [numbers.get(from) as number, numbers.get(to) as number]),
    })
  }
  const nearest = (all: { x: number; y: number }[]) =>
    Math.min(...all.flatMap((a, at) => all.slice(at + 1).map((b) => Math.hypot(a.x - b.x, a.y - b.y))))

  it('are the same every time, no two alike, with communities apart', () => {
    const graph = cliques([12, 12, 12])
    const places = layout(graph)
    expect(layout(graph)).toEqual(places)
    expect(nearest(places)).toBeGreaterThan(3)
    const middles = [0, 1, 2].map((clique) => {
      const own = places.slice(12 * clique, 12 * clique + 12)
      const x = own.reduce((sum, place) => sum + place.x, 0) / 12
      const y = own.reduce((sum, place) => sum + place.y, 0) / 12
      return { x, y, reach: Math.max(...own.map((place) => Math.hypot(place.x - x, place.y - y))) }
    })
    const reach = Math.max(...middles.map((middle) => middle.reach))
    expect(nearest(middles)).toBeGreaterThan(reach)
  })

  it('stay when others come: a new node is put beside its neighbour', () => {
    const graph = cliques([8, 6])
    const places = new Map(layout(graph).map((place, at) => [graph.nodes[at]?.id ?? '', place]))
    const grown = {
      nodes: [...graph.nodes, { id: 'new', kind: 'event', name: 'New' }],
      edges: [...graph.edges, { id: 'x', from: 'new', to: '1-3', type: 'knows' }],
    }
    const next = layout(grown, places)
    expect(next.slice(0, -1)).toEqual([...places.values()])
    const [added, hub] = [next.at(-1), places.get('1-3')] as [{ x: number; y: number }, { x: number; y: number }]
    const away = Math.hypot(added.x - hub.x, added.y - hub.y)
    expect(away).toBeGreaterThan(5)
    expect(away).toBeLessThan(400)
  })

  it('are kept as text, and read whatever was written', () => {
    const places = new Map([
      ['0199aaaa-bbbb-7ccc-8ddd-123456789abc', { x: 12.4, y: -3.6, isPinned: true }],
      ['0199aaaa-bbbb-7ccc-8ddd-fffffffffff0', { x: 0, y: 7 }],
    ])
    const text = writePlaces(places)
    expect(text).toBe('123456789abc 12 -4 1;fffffffffff0 0 7')
    expect([...readPlaces(text)]).toEqual([
      ['123456789abc', { x: 12, y: -4, isPinned: true }],
      ['fffffffffff0', { x: 0, y: 7 }],
    ])
    expect(writePlaces(places, 1)).toBe('123456789abc 12 -4 1')
    for (const strange of [undefined, null, 7, {}, '', ';;', 'a b c', 'a 1', 'a 1e9 NaN']) {
      expect(readPlaces(strange).size).toBe(0)
    }
  })
})

describe('names', () => {
  const size = { width: 900, height: 600 }
  const wish = (at: number, isNeeded: boolean): LabelWish => ({
    ...{ text: `Name ${at}`, x: 400 + (at % 6) * 12, y: 300 + Math.floor(at / 6) * 9, radius: 6 },
    ...{ width: 90, height: 19, weight: isNeeded ? 1000 - at : at / 100, isNeeded },
  })

  it('never lie over each other, and those that are needed find room in a crowd', () => {
    const wishes = Array.from({ length: 40 }, (_, at) => wish(at, at < 15))
    const dots = wishes.map(({ x, y }): [number, number, number, number] => [x - 6, y - 6, x + 6, y + 6])
    const placed = placeLabels(wishes, dots, size)
    expect(placed.filter(({ isNeeded }) => isNeeded)).toHaveLength(15)
    placed.forEach(({ box: a }, at) => {
      for (const { box: b } of placed.slice(at + 1)) {
        expect(a[0] < b[2] && a[2] > b[0] && a[1] < b[3] && a[3] > b[1]).toBe(false)
      }
    })
  })

  it('are not written over large discs, even where there is no other room', () => {
    const crowd = { width: 200, height: 60 }
    const placed = placeLabels(
      [{ ...wish(0, true), x: 30, y: 30, radius: 20, width: 150 }],
      [
        [10, 10, 50, 50],
        [60, 5, 190, 55],
      ],
      crowd,
    )
    expect(placed).toEqual([])
  })

  it('keep their ends, by which those of a series differ', () => {
    expect(shortLabel('Short', 42)).toBe('Short')
    const [a, b] = ['1849', '1850'].map((year) =>
      shortLabel(`A letter of somebody with a very long name to the minister, ${year}`, 42),
    )
    expect(a).not.toBe(b)
    expect(a?.length).toBeLessThanOrEqual(42)
  })
})

describe('lines', () => {
  it('of several types between two bend to different sides, whatever their direction', () => {
    const nodes = ['a', 'b', 'c'].map((id) => ({ id, kind: 'person', name: id }))
    const edge = (from: string, to: string, type: string) => ({ id: `${from}${to}${type}`, from, to, type })
    const lines = linesOf({
      nodes,
      edges: [edge('a', 'b', 'knows'), edge('b', 'a', 'knows'), edge('a', 'b', 'owns'), edge('a', 'c', 'knows')],
    })
    const sides = lines
      .filter(({ to, from }) => `${to}${from}` !== 'ca')
      .map((line) => (line.from < line.to ? 1 : -1) * line.curvature)
    expect(new Set(sides).size).toBe(3)
    expect(lines.find(({ to }) => to === 'c')?.curvature).toBe(0)
  })
})

describe('colours', () => {
  it('have a letter or a number beside them, and the rest one for all', () => {
    const nodes = Array.from({ length: 30 }, (_, at) => ({
      ...{ id: `n${at}`, kind: at % 2 ? 'person' : 'place', name: `N ${at}` },
      attributes: { role: `role ${at % 15}`, height: `${at} m` },
    }))
    const none = { all: [], of: new Map() }
    const kinds = looksOf(nodes, none, { color: 'kind', size: 'same' })
    expect(kinds.legend.map(({ label, mark, count }) => [label, mark, count])).toEqual([
      ['person', 'P', 15],
      ['place', 'L', 15],
    ])
    const roles = looksOf(nodes, none, { color: 'role', size: 'height' })
    expect(roles.legend).toHaveLength(13)
    expect(roles.legend.at(-1)).toMatchObject({ label: 'others', count: 6 })
    expect(new Set(roles.legend.map(({ color }) => color)).size).toBe(13)
    const [small, large] = [nodes[1], nodes[29]].map((node) => roles.of(node as (typeof nodes)[0]).size)
    expect(large).toBeGreaterThan(3 * (small as number) - 8)
  })
})

describe('files', () => {
  const nodes = [
    { id: 'a', kind: 'person', name: '=HYPERLINK("http://evil")', relationship_count: 2, attributes: { role: 'a, b' } },
    { id: 'b', kind: 'event', name: 'Two\nlines', relationship_count: 1 },
  ]
  const graph = { nodes, edges: [{ id: 'e', from: 'a', to: 'b', type: 'knows' }] }

  it('as tables name no formula', () => {
    expect(entitiesCsv(graph)).toBe(
      'id,kind,name,relationship_count,role\r\na,person,"\'=HYPERLINK(""http://evil"")",2,"a, b"\r\nb,event,"Two\nlines",1,\r\n',
    )
    expect(relationshipsCsv(graph)).toContain('e,knows,a,"\'=HYPERLINK(""http://evil"")",b,"Two\nlines"\r\n')
  })

  it('as drawings take nothing of a name for markup', () => {
    const name = '</text><script>alert(1)</script>"\u0000\ud800'
    const svg = sceneToSvg(
      {
        ...{ width: 100, height: 100, theme: themes.light, hulls: [], hullWidth: 1, lines: [] },
        isDimmed: false,
        dots: [{ x: 1, y: 2, radius: 9, mark: '<', isPinned: true, isDim: false, color: '#fff', name }],
        labels: [
          {
            ...{ text: name, x: 1, y: 1, radius: 1, width: 1, height: 1, weight: 1 },
            ...{ isNeeded: true, isAway: true, box: [1, 1, 2, 2] },
          },
        ],
      },
      [{ value: 'x', label: name, color: '#000', mark: '&', count: 1 }],
    )
    expect(svg).not.toContain('<script')
    for (const letter of ['\u0000', '\ud800']) expect(svg).not.toContain(letter)
    expect(svg.match(/&lt;script&gt;/g)?.length).toBeGreaterThanOrEqual(2)
  })
})
