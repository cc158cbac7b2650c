import { type Certainty, certainties, shownCertainties } from '../../../facts/claim.ts'
import { dayOf } from '../../store/facts/day-of.ts'
import { IdTable } from './id-table.ts'
import { IntLists } from './int-lists.ts'
import { Ints } from './ints.ts'
import { NameIndex } from './name-index.ts'
import { NumberedWords } from './numbered-words.ts'
import { Texts } from './texts.ts'

// The graph of a domain in memory: nodes, edges, names, times and confidences. Everything else in an answer is read from the
// database by ids.

/** The new state of an entity or a relationship; `doc` is null when it has left the graph. */
export type IndexChange =
  | { type: 'entity'; id: string; doc: IndexedEntity | null }
  | { type: 'relationship'; id: string; doc: IndexedEdge | null }

export interface IndexedEntity {
  kind: string
  name: string
  aliases: string[]
  /** The first and the last day; null for an open end. */
  when: { start: string | null; end: string | null } | null
}

export interface IndexedEdge {
  from: string
  to: string
  type: string
  certainty: Certainty
}

/** Which edges to follow. */
export interface EdgeQuery {
  type?: string[] | undefined
  /** `shownCertainties` when it is left out. */
  certainty?: Certainty[] | undefined
}

/** The confidence of an entity or a relationship. */
export interface IndexWeight {
  type: 'entity' | 'relationship'
  id: string
  confidence: number
}

const absent = 0
/** Confidences have three decimals. */
const perMille = 1000
/** Makes every day that a date can have greater than 1. */
const dayShift = 1_000_000_000
const openStart = 1
/** The number of an edge's type stands above that of its certainty, which has these bits. */
const certaintyBits = 2
const certaintyMask = 2 ** certaintyBits - 1
const denied = certainties.indexOf('denied')
const openEnd = 2 ** 31 - 1

export class GraphIndex {
  readonly #nodes = new IdTable()
  readonly #edges = new IdTable()
  /** The number of a node's kind, from 1 on; 0 while the node is not in the graph. */
  readonly #kinds = new Ints()
  /** How many relationships a node has with others that are in the graph; what is denied does not count. */
  readonly #degrees = new Ints()
  readonly #adjacent = new IntLists()
  readonly #from = new Ints()
  readonly #to = new Ints()
  /** The number of an edge's type and its certainty; 0 while the edge is not in the graph. */
  readonly #types = new Ints()
  readonly #kindNames = new NumberedWords()
  readonly #typeNames = new NumberedWords()
  readonly names = new NameIndex()
  readonly #nodeNames = new Texts('utf8')
  /** The first and the last day of a node, shifted by `dayShift`; 0 for a node without a time. */
  readonly #starts = new Ints()
  readonly #ends = new Ints()
  readonly #nodeWeights = new Ints()
  readonly #edgeWeights = new Ints()
  /** Relationships of an entity with itself: no walk follows them, but they are counted. By edge. */
  readonly #loops = new Map<number, { node: number; type: number }>()
  #nodeCount = 0
  #edgeCount = 0
  #deniedCount = 0
  /** Two marks for each node, for the current walk; see `startRound`. */
  readonly #marks = [new Ints(), new Ints()] as const
  #round = 0
  readonly #list = new Ints()

  /** Whether the confidence of all nodes is known: only then may it decide the order. */
  readonly #isWeighed: boolean

  constructor({ is_weighed }: { is_weighed: boolean }) {
    this.#isWeighed = is_weighed
  }

  /** How many entities are in the graph. */
  get node_count(): number {
    return this.#nodeCount
  }

  get edge_count(): number {
    return this.#edgeCount
  }

  /** All node numbers are below this. */
  get node_end(): number {
    return this.#nodes.count
  }

  /** All edge numbers are below this. */
  get edge_end(): number {
    return this.#edges.count
  }

  /** Approximate memory. */
  get bytes(): number {
    const ints = [this.#kinds, this.#degrees, this.#from, this.#to, this.#types, ...this.#marks, this.#list]
    const others = [this.#starts, this.#ends, this.#nodeWeights, this.#edgeWeights]
    const parts = [...ints, ...others, this.#nodes, this.#edges, this.#adjacent, this.names, this.#nodeNames]
    return parts.reduce((sum, { bytes }) => sum + bytes, 0)
  }

  /** Idempotent. A change older than the loaded state does no harm either, as long as all later ones follow. */
  apply(change: IndexChange): void {
    if (change.type === 'entity') {
      if (change.doc) this.#showNode(this.#nodes.add(change.id), change.doc)
      else this.#hideNode(this.#nodes.find(change.id))
      return
    }
    const edge = change.doc ? this.#edges.add(change.id) : this.#edges.find(change.id)
    if (edge < 0) return
    this.#unlink(edge)
    if (change.doc) this.#link(edge, change.doc)
  }

  /** Ignores ids that are not in the index. */
  weigh({ type, id, confidence }: IndexWeight): void {
    const [table, weights] = type === 'entity' ? [this.#nodes, this.#nodeWeights] : [this.#edges, this.#edgeWeights]
    const number = table.find(id)
    if (number >= 0) weights.set(number, Math.round(confidence * perMille))
  }

  /** -1 when the entity is not in the graph. */
  findNode(id: string): number {
    const node = this.#nodes.find(id)
    return node >= 0 && this.isShown(node) ? node : -1
  }

  isShown(node: number): boolean {
    return this.#kinds.at(node) !== absent
  }

  idOf(node: number): string {
    return this.#nodes.textOf(node)
  }

  kindOf(node: number): string {
    return this.#kindNames.textOf(this.#kinds.at(node))
  }

  nameOf(node: number): string {
    return this.#nodeNames.textOf(node)
  }

  confidenceOf(node: number): number {
    return this.#nodeWeights.at(node) / perMille
  }

  edgeConfidenceOf(edge: number): number {
    return this.#edgeWeights.at(edge) / perMille
  }

  /** Whether the node has a time that may lie between these days since 1970-01-01. */
  isWithin(node: number, from = -Infinity, to = Infinity): boolean {
    const [start, end] = [this.#starts.at(node), this.#ends.at(node)]
    return start !== absent && end >= from + dayShift && start <= to + dayShift
  }

  degreeOf(node: number): number {
    return this.#degrees.at(node)
  }

  edgeIdOf(edge: number): string {
    return this.#edges.textOf(edge)
  }

  fromOf(edge: number): number {
    return this.#from.at(edge)
  }

  toOf(edge: number): number {
    return this.#to.at(edge)
  }

  typeOf(edge: number): string {
    return this.typeName(this.#types.at(edge))
  }

  certaintyOf(edge: number): Certainty {
    return certainties[this.#types.at(edge) & certaintyMask] as Certainty
  }

  /** Arrays by node and by edge, for walks over thousands of them. Valid until the next change. */
  get arrays(): Readonly<Record<'kinds' | 'degrees' | 'from' | 'to' | 'types', Int32Array>> {
    for (const ints of [this.#kinds, this.#degrees]) ints.fit(this.node_end)
    this.#types.fit(this.edge_end)
    const [kinds, degrees, types] = [this.#kinds.data, this.#degrees.data, this.#types.data]
    return { kinds, degrees, from: this.#from.data, to: this.#to.data, types }
  }

  get loops(): Iterable<{ node: number; type: number }> {
    return this.#loops.values()
  }

  kindName(kind: number): string {
    return this.#kindNames.textOf(kind)
  }

  /** Of a type in `arrays` or `loops`. */
  typeName(type: number): string {
    return this.#typeNames.textOf(type >> certaintyBits)
  }

  /** The same number for all edges of a type, whatever their certainty; -1 where it is denied. */
  countedType(type: number): number {
    return isDenied(type) ? -1 : type & ~certaintyMask
  }

  /** Edges of a node, also those to nodes that are not in the graph. Valid until the next change. */
  edgesOf(node: number): Int32Array {
    return this.#adjacent.valuesOf(node)
  }

  /** The other end of the edge. */
  otherOf(edge: number, node: number): number {
    const from = this.#from.data[edge] as number
    return from === node ? (this.#to.data[edge] as number) : from
  }

  /** Returns a test whether a node is in the graph and of one of these kinds. */
  kindFilter(kinds: string[] | undefined): (node: number) => boolean {
    const { data } = this.#kinds
    if (!kinds) return (node) => data[node] !== absent
    const wanted = this.#kindNames.numbersOf(kinds)
    return (node) => wanted.has(data[node] as number)
  }

  /** Undefined where all edges are wanted. */
  edgeFilter(query: EdgeQuery): ((edge: number) => boolean) | undefined {
    if (!query.type && this.#deniedCount === 0 && isUsual(query)) return undefined
    const isWanted = this.loopFilter(query)
    const { data } = this.#types
    return (edge) => isWanted(data[edge] as number)
  }

  /** The same, by a type in `arrays` or `loops`. */
  loopFilter({ type, certainty = shownCertainties }: EdgeQuery): (type: number) => boolean {
    const isMeant = certainties.map((one) => certainty.includes(one))
    const wanted = type && this.#typeNames.numbersOf(type)
    return (number) => isMeant[number & certaintyMask] === true && (!wanted || wanted.has(number >> certaintyBits))
  }

  /** The better connected first; among equals the one with more confidence, then the older. */
  compare(a: number, b: number): number {
    const byDegree = this.#degrees.at(b) - this.#degrees.at(a)
    if (byDegree !== 0) return byDegree
    const byWeight = this.#isWeighed ? this.#nodeWeights.at(b) - this.#nodeWeights.at(a) : 0
    return byWeight || this.#nodes.compare(a, b)
  }

  compareEdges(a: number, b: number): number {
    return this.#edges.compare(a, b)
  }

  /** A buffer with room for all nodes, for the current walk. */
  get list(): Int32Array {
    this.#list.fit(this.node_end)
    return this.#list.data
  }

  /** Marks for nodes, numbers from 0 to 14. The next round clears them. Only one walk runs at a time. */
  startRound(): [NodeMarks, NodeMarks] {
    if (++this.#round >= 1 << 27) {
      for (const marks of this.#marks) marks.data.fill(0)
      this.#round = 1
    }
    for (const marks of this.#marks) marks.fit(this.node_end)
    return [new NodeMarks(this.#marks[0].data, this.#round), new NodeMarks(this.#marks[1].data, this.#round)]
  }

  #showNode(node: number, { kind, name, aliases, when }: IndexedEntity): void {
    const isNew = this.#kinds.at(node) === absent
    this.#kinds.set(node, this.#kindNames.numberOf(kind))
    this.names.set(node, [name, ...aliases])
    if (this.#nodeNames.textOf(node) !== name) this.#nodeNames.set(node, name)
    this.#starts.set(node, when ? shifted(when.start, openStart) : absent)
    this.#ends.set(node, when ? shifted(when.end, openEnd) : absent)
    if (!isNew) return
    this.#nodeCount++
    this.#countEnds(node, 1)
  }

  #hideNode(node: number): void {
    if (node < 0 || this.#kinds.at(node) === absent) return
    this.#countEnds(node, -1)
    this.#kinds.set(node, absent)
    this.names.set(node, [])
    this.#nodeNames.set(node, '')
    this.#nodeCount--
  }

  /** Adds or removes a node's relationships in its own degree and in those of its neighbors in the graph. */
  #countEnds(node: number, sign: 1 | -1): void {
    let degree = 0
    for (const edge of this.edgesOf(node)) {
      const other = this.otherOf(edge, node)
      if (!this.isShown(other) || isDenied(this.#types.at(edge))) continue
      degree++
      this.#degrees.set(other, this.#degrees.at(other) + sign)
    }
    this.#degrees.set(node, sign > 0 ? degree : 0)
  }

  #link(edge: number, { from, to, type, certainty }: IndexedEdge): void {
    const number = (this.#typeNames.numberOf(type) << certaintyBits) + certainties.indexOf(certainty)
    const ends = [this.#nodes.add(from), this.#nodes.add(to)] as const
    if (ends[0] === ends[1]) {
      this.#loops.set(edge, { node: ends[0], type: number })
      return
    }
    this.#from.set(edge, ends[0])
    this.#to.set(edge, ends[1])
    this.#types.set(edge, number)
    this.#edgeCount++
    if (isDenied(number)) this.#deniedCount++
    this.#kinds.fit(this.#nodes.count)
    for (const node of ends) this.#adjacent.push(node, edge)
    if (!isDenied(number)) this.#countEdge(ends, 1)
  }

  #unlink(edge: number): void {
    this.#loops.delete(edge)
    const type = this.#types.at(edge)
    if (type === absent) return
    const ends = [this.#from.at(edge), this.#to.at(edge)] as const
    for (const node of ends) this.#adjacent.remove(node, edge)
    this.#types.set(edge, absent)
    this.#edgeCount--
    if (isDenied(type)) this.#deniedCount--
    else this.#countEdge(ends, -1)
  }

  #countEdge([from, to]: readonly [number, number], sign: 1 | -1): void {
    if (!this.isShown(from) || !this.isShown(to)) return
    for (const node of [from, to]) this.#degrees.set(node, this.#degrees.at(node) + sign)
  }
}

const isDenied = (type: number) => (type & certaintyMask) === denied

/** Whether only what is denied is left out. */
const isUsual = ({ certainty }: EdgeQuery) =>
  certainty === undefined || shownCertainties.every((one) => certainty.includes(one))

function shifted(date: string | null, open: number): number {
  const day = date === null ? null : dayOf(date)
  return day === null ? open : day + dayShift
}

/** One number for each node. Clearing costs nothing: marks of earlier rounds do not count. */
export class NodeMarks {
  readonly #data: Int32Array
  readonly #base: number

  constructor(data: Int32Array, round: number) {
    this.#data = data
    this.#base = round * 16
  }

  has(node: number): boolean {
    return (this.#data[node] as number) >= this.#base
  }

  /** -1 when the node has no mark. */
  get(node: number): number {
    const mark = (this.#data[node] as number) - this.#base
    return mark < 0 ? -1 : mark
  }

  set(node: number, mark: number): void {
    this.#data[node] = this.#base + mark
  }
}
