import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Certainty, certainties } from '../../../facts/claim.ts'
import { findNodes } from '../search/find-nodes.ts'
import { nodeFilter } from '../search/node-filter.ts'
import { findPaths } from '../walk/find-paths.ts'
import { drawAll, walkFrom } from '../walk/walk.ts'
import { GraphIndex, type IndexChange, type IndexedEdge } from './graph-index.ts'
import { labelOf } from './label-of.ts'

// Compares the index with a model that is too simple to be wrong.

const idOf = (n: number, of = 'e') => `${of === 'e' ? '0' : '1'}0000000-0000-7000-8000-${String(n).padStart(12, '0')}`

class Model {
  readonly entities = new Map<string, { kind: string; names: string[] }>()
  readonly edges = new Map<string, IndexedEdge>()
  readonly loops = new Map<string, IndexedEdge>()

  apply({ type, id, doc }: IndexChange): void {
    if (type === 'entity') {
      if (doc) this.entities.set(id, { kind: doc.kind, names: [doc.name, ...doc.aliases] })
      else this.entities.delete(id)
      return
    }
    for (const edges of [this.edges, this.loops]) edges.delete(id)
    if (doc) (doc.from === doc.to ? this.loops : this.edges).set(id, doc)
  }

  /** What is denied is not shown until it is asked for. */
  get shown(): IndexedEdge[] {
    return this.of('said', 'reported')
  }

  of(...wanted: Certainty[]): IndexedEdge[] {
    const isShown = ({ from, to }: IndexedEdge) => this.entities.has(from) && this.entities.has(to)
    return [...this.edges.values()].filter((edge) => isShown(edge) && wanted.includes(edge.certainty))
  }

  degree(id: string): number {
    return this.shown.filter(({ from, to }) => from === id || to === id).length
  }

  nextTo(id: string): Set<string> {
    return new Set(this.shown.flatMap(({ from, to }) => (from === id ? [to] : to === id ? [from] : [])))
  }

  /** Paths as lists of nodes, the shortest first. */
  paths(from: string, to: string, maxDepth: number): string[][] {
    if (from === to) return [[from]]
    const found: string[][] = []
    for (let open = [[from]]; open.length > 0 && (open[0] as string[]).length <= maxDepth; ) {
      const longer = open.flatMap((path) =>
        [...this.nextTo(path.at(-1) as string)].filter((id) => !path.includes(id)).map((id) => [...path, id]),
      )
      found.push(...longer.filter((path) => path.at(-1) === to))
      open = longer.filter((path) => path.at(-1) !== to)
    }
    return found
  }
}

const names = [
  'Ada Lovelace',
  'Ada King',
  'Charles Babbage',
  'Łódź',
  'Лев Толстой',
  'Lew',
  '!!!',
  'Ada',
  'adam smith',
  '',
]
const number = fc.integer({ min: 0, max: 9 })
const change: fc.Arbitrary<IndexChange> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ n: number, name: fc.constantFrom(...names), alias: fc.constantFrom(...names) }).map(
      ({ n, name, alias }): IndexChange => ({
        type: 'entity',
        id: idOf(n),
        doc: { kind: n % 2 ? 'person' : 'object', name, aliases: [alias], when: null },
      }),
    ),
  },
  { weight: 1, arbitrary: number.map((n): IndexChange => ({ type: 'entity', id: idOf(n), doc: null })) },
  {
    weight: 5,
    arbitrary: fc.record({ n: fc.integer({ min: 0, max: 30 }), from: number, to: number }).map(
      ({ n, from, to }): IndexChange => ({
        type: 'relationship',
        id: idOf(n, 'r'),
        doc: {
          from: idOf(from),
          to: idOf(to),
          type: n % 3 ? 'knows' : 'owns',
          certainty: certainties[n % 5] ?? 'said',
        },
      }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc
      .integer({ min: 0, max: 30 })
      .map((n): IndexChange => ({ type: 'relationship', id: idOf(n, 'r'), doc: null })),
  },
)

function build(changes: IndexChange[]): { index: GraphIndex; model: Model } {
  const index = new GraphIndex({ is_weighed: true })
  const model = new Model()
  for (const one of changes) {
    index.apply(one)
    model.apply(one)
  }
  return { index, model }
}

// Without `size: 'max'` fast-check would make lists of hardly more than 60 changes.
const changes = fc.array(change, { minLength: 60, maxLength: 150, size: 'max' })
const ids = (index: GraphIndex, nodes: number[]) => nodes.map((node) => index.idOf(node))

describe('after any changes', () => {
  it('has the entities, their degrees and their neighbours', () => {
    fc.assert(
      fc.property(changes, (all) => {
        const { index, model } = build(all)
        expect(index.node_count).toBe(model.entities.size)
        expect(index.edge_count).toBe(model.edges.size)
        for (let n = 0; n < 10; n++) {
          const node = index.findNode(idOf(n))
          expect(node >= 0).toBe(model.entities.has(idOf(n)))
          if (node < 0) continue
          expect(index.degreeOf(node)).toBe(model.degree(idOf(n)))
          expect(index.nameOf(node)).toBe(model.entities.get(idOf(n))?.names[0])
          const near = walkFrom(index, [node], { depth: 1, limit: 100 })
          expect(new Set(ids(index, near.nodes))).toEqual(new Set([idOf(n), ...model.nextTo(idOf(n))]))
          expect(near.truncated).toBe(false)
          const shown = new Set(ids(index, near.nodes))
          const among = model.shown.filter(({ from, to }) => shown.has(from) && shown.has(to))
          expect(near.edges).toHaveLength(among.length)
        }
      }),
    )
  })

  it('reads only what a filter lets through', () => {
    fc.assert(
      fc.property(changes, (all) => {
        const { index, model } = build(all)
        const isKind = (id: string) => model.entities.get(id)?.kind === 'person'
        const owning = model.shown.filter(({ type }) => type === 'owns')
        const loops = [...model.loops.values()].filter(
          ({ type, certainty }) => type === 'owns' && certainty !== 'denied',
        )
        const ends = new Set([...owning, ...loops].flatMap(({ from, to }) => [from, to]).filter(isKind))
        const drawn = drawAll(index, {
          isWanted: nodeFilter(index, { kind: ['person'], type: ['owns'] }),
          type: ['owns'],
          limit: 100,
        })
        expect(new Set(ids(index, drawn.nodes))).toEqual(ends)
        expect(drawn.edges).toHaveLength(owning.filter(({ from, to }) => ends.has(from) && ends.has(to)).length)
        for (const certainty of certainties) {
          const { edges } = drawAll(index, { certainty: [certainty], limit: 100 })
          expect(edges.map((edge) => index.certaintyOf(edge))).toEqual(model.of(certainty).map(() => certainty))
        }
        const all2 = drawAll(index, { limit: 3 })
        expect(all2.nodes.length + all2.omitted).toBe(model.entities.size)
        const degrees = all2.nodes.map((node) => index.degreeOf(node))
        const best = [...model.entities.keys()].map((id) => model.degree(id)).sort((a, b) => b - a)
        expect(degrees).toEqual(best.slice(0, 3))
      }),
    )
  })

  it('finds every path, the shortest first', () => {
    fc.assert(
      fc.property(changes, number, number, fc.integer({ min: 1, max: 4 }), (all, a, b, maxDepth) => {
        const { index, model } = build(all)
        const [from, to] = [index.findNode(idOf(a)), index.findNode(idOf(b))]
        if (from < 0 || to < 0) return
        const { paths } = findPaths(index, { from, to, max_depth: maxDepth, limit: 10_000 })
        const found = paths.map(({ nodes }) => ids(index, nodes).join())
        const expected = model.paths(idOf(a), idOf(b), maxDepth)
        expect(found.toSorted()).toEqual(expected.map((path) => path.join()).toSorted())
        const lengths = paths.map(({ nodes }) => nodes.length)
        expect(lengths).toEqual(lengths.toSorted((x, y) => x - y))
        for (const { nodes, edges } of paths) {
          const ends = edges.map((edge) => [index.fromOf(edge), index.toOf(edge)].sort().join())
          expect(ends).toEqual(nodes.slice(1).map((node, at) => [nodes[at] as number, node].sort().join()))
        }
        const { paths: some } = findPaths(index, { from, to, max_depth: maxDepth, limit: 2 })
        expect(some.map(({ nodes }) => nodes.length)).toEqual(lengths.slice(0, 2))
      }),
    )
  })

  it('finds the most telling of two short paths first', () => {
    const index = new GraphIndex({ is_weighed: false })
    const entity = (n: number): IndexChange => ({
      ...{ type: 'entity', id: idOf(n) },
      doc: { kind: 'person', name: `Person ${n}`, aliases: [], when: null },
    })
    const edge = (n: number, from: number, to: number, type: string): IndexChange => ({
      ...{ type: 'relationship', id: idOf(n, 'r') },
      doc: { from: idOf(from), to: idOf(to), type, certainty: 'said' },
    })
    for (const n of [0, 1, 2, 3]) index.apply(entity(n))
    index.apply(edge(0, 0, 1, 'mentioned_with'))
    index.apply(edge(1, 1, 3, 'mentioned_with'))
    index.apply(edge(2, 0, 2, 'mentioned_with'))
    index.apply(edge(3, 0, 2, 'works_for'))
    index.apply(edge(4, 2, 3, 'owns'))
    const { paths } = findPaths(index, {
      from: index.findNode(idOf(0)),
      to: index.findNode(idOf(3)),
      max_depth: 2,
      limit: 1,
    })
    expect(paths.map(({ edges }) => edges.map((at) => index.typeOf(at)))).toEqual([['works_for', 'owns']])
  })

  it('finds every name that begins with the question, and no other thing by its exact name', () => {
    fc.assert(
      fc.property(
        changes,
        fc.constantFrom(...names.filter(Boolean)),
        fc.integer({ min: 1, max: 6 }),
        (all, name, length) => {
          const { index, model } = build(all)
          const asked = name.slice(0, length)
          const found = new Map(
            findNodes(index, asked, { limit: 100 }).map(({ node, score }) => [index.idOf(node), score]),
          )
          const label = labelOf(asked)
          for (const [id, { names: own }] of model.entities) {
            const labels = own.map(labelOf)
            if (labels.some((one) => one === label)) expect(found.get(id)).toBeGreaterThanOrEqual(0.99)
            else if (labels.some((one) => one.startsWith(label))) expect(found.get(id)).toBeGreaterThan(0.84)
            else expect(found.get(id) ?? 0).toBeLessThan(0.84)
          }
          for (const id of found.keys()) expect(model.entities.has(id)).toBe(true)
        },
      ),
    )
  })
})

it('gives the same again when changes are applied twice', () => {
  fc.assert(
    fc.property(changes, (all) => {
      const once = build(all).index
      const twice = build([...all, ...all]).index
      for (let n = 0; n < 10; n++) {
        const [a, b] = [once.findNode(idOf(n)), twice.findNode(idOf(n))]
        expect(a >= 0).toBe(b >= 0)
        if (a >= 0) expect(once.degreeOf(a)).toBe(twice.degreeOf(b))
      }
    }),
  )
})

it('says of a hub that it does not show all, and shows the best connected', () => {
  const index = new GraphIndex({ is_weighed: true })
  for (let n = 0; n < 1_000; n++) {
    index.apply({ type: 'entity', id: idOf(n), doc: { kind: 'person', name: `P ${n}`, aliases: [], when: null } })
  }
  for (let n = 1; n < 1_000; n++) {
    index.apply({
      type: 'relationship',
      id: idOf(n, 'r'),
      doc: { from: idOf(0), to: idOf(n), type: 'knows', certainty: 'said' },
    })
  }
  index.apply({
    type: 'relationship',
    id: idOf(1_000, 'r'),
    doc: { from: idOf(700), to: idOf(701), type: 'knows', certainty: 'said' },
  })
  const hub = index.findNode(idOf(0))
  const near = walkFrom(index, [hub], { depth: 1, limit: 3 })
  expect(ids(index, near.nodes)).toEqual([idOf(0), idOf(700), idOf(701)])
  expect([near.truncated, near.edges.length]).toEqual([true, 3])
  const counted = walkFrom(index, [index.findNode(idOf(1))], { depth: 2, limit: 10, counts: true })
  expect([counted.nodes.length, counted.omitted, counted.truncated]).toEqual([10, 990, true])
  expect(walkFrom(index, [hub], { depth: 3, limit: 1_000 }).truncated).toBe(false)
})

it('takes no more memory when the same things change again and again', () => {
  const index = new GraphIndex({ is_weighed: true })
  const turn = (word: string) => {
    for (let n = 0; n < 200; n++) {
      index.apply({
        type: 'entity',
        id: idOf(n),
        doc: { kind: 'person', name: `${word} ${n}`, aliases: [], when: null },
      })
      const to = idOf((n * (word.length + 1)) % 200)
      index.apply({
        type: 'relationship',
        id: idOf(n, 'r'),
        doc: { from: idOf(n), to, type: 'knows', certainty: 'said' },
      })
    }
  }
  for (let round = 0; round < 20; round++) turn('x'.repeat(round % 7))
  const { bytes } = index
  for (let round = 0; round < 200; round++) turn('x'.repeat(round % 7))
  expect(index.bytes).toBeLessThan(bytes * 1.5 + 200_000)
})
