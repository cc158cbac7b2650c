import { listsIn } from '../language/word-lists.ts'
import { type BaseKind, baseKinds } from './claim.ts'

// The table of relations (language/words/relations.txt): every reader says a relation by its name there, in one direction,
// whichever side a page states it from.

interface Ends {
  from: ReadonlySet<BaseKind>
  to: ReadonlySet<BaseKind>
}

export interface Relation {
  name: string
  /** The name as seen from the other end. */
  inverse: string
  ends: Ends[]
  /** The relation is the same in both directions. */
  isMutual: boolean
  /** The relation never holds in both directions. */
  isOneWay: boolean
}

/** A relation as it is stated somewhere: a property, a label, a section of a site. */
export interface Stated {
  relation: Relation
  /** The relation leads to the thing with the property, label or page, not from it. */
  isInverse: boolean
}

/** A property of schema.org that states a relation. */
export interface Property extends Stated {
  ends: Ends[]
  /** The kind of a value that is only a name; undefined where the property does not tell. */
  implied: BaseKind | undefined
}

const names = new Set<string>()
const relations: Relation[] = []
const properties = new Map<string, Property>()
const labels = new Map<string, Stated>()
const sections = new Map<string, Stated & { kind: string | undefined }>()
const besides = new Map<string, Stated>()

for (const [name, lines] of listsIn('relations')) {
  const parts = new Map(lines.map((line) => line.split(' = ', 2) as [string, string]))
  const words = (part: string) => (parts.get(part) ?? '').split(' ').filter((word) => word !== '')
  const [inverse = ''] = words('inverse')
  const ends = (parts.get('between') ?? '').split(', ').map(readEnds)
  const traits = words('is')
  const relation = { name, inverse, ends, isMutual: traits.includes('mutual'), isOneWay: traits.includes('one-way') }
  relations.push(relation)
  for (const word of [name, inverse, ...words('same')]) names.add(word.replace('<', ''))
  const stated = (word: string): Stated => ({ relation, isInverse: word.startsWith('<') })
  for (const word of words('schema')) {
    const [, property = '', limit, implied] = /^<?(\w+)(?:@([^:]+))?(?::(.+))?$/.exec(word) ?? []
    const limits = limit === undefined ? ends : [readEnds(limit)]
    properties.set(property, { ...stated(word), ends: limits, implied: impliedKind(implied, limits, word) })
  }
  for (const word of words('label')) labels.set(word.replace('<', ''), stated(word))
  for (const word of words('section')) {
    const [section = '', kind] = word.replace('<', '').split('@')
    sections.set(section, { ...stated(word), kind })
  }
  for (const { from, to } of parts.has('beside') ? (parts.get('beside') as string).split(', ').map(readEnds) : []) {
    for (const [one, other] of [...from].flatMap((a) => [...to].map((b) => [a, b] as const))) {
      besides.set(`${other} ${one}`, { relation, isInverse: true })
      besides.set(`${one} ${other}`, { relation, isInverse: false })
    }
  }
}

function readEnds(text: string): Ends {
  const [from = '', to = ''] = text.split(/\s*>\s*/)
  return { from: readKinds(from), to: readKinds(to) }
}

function readKinds(text: string): ReadonlySet<BaseKind> {
  return new Set(
    text.split(/\s*\|\s*/).map((word) => {
      const kind = baseKinds.find((one) => one === word)
      if (!kind) throw new Error(`the table of relations has the kind ${word}`)
      return kind
    }),
  )
}

/** The kind that is given, else the only one that stands at the other end. */
function impliedKind(given: string | undefined, ends: Ends[], word: string): BaseKind | undefined {
  if (given !== undefined) return baseKinds.find((kind) => kind === given)
  const others = new Set(ends.flatMap(({ from, to }) => [...(word.startsWith('<') ? from : to)]))
  return others.size === 1 ? [...others][0] : undefined
}

/** Whether the table has a name for a relation: its own, that of its inverse, or another word for either. */
export const isKnownRelation = (name: string): boolean => names.has(name)

/** The relation that a property of schema.org states. */
export const relationOfProperty = (property: string): Property | undefined => properties.get(property)

/** The relation of a thing of this kind to the names beside a label. */
export const relationOfLabel = (label: string, kind: BaseKind): Stated | undefined => labels.get(`${label}@${kind}`)

/** The relation of a thing in a section to whatever the site is about. */
export function relationOfSection(section: string, kind: BaseKind): Stated | undefined {
  const found = sections.get(section)
  return found?.kind === undefined || found.kind === kind ? found : undefined
}

/** The relation of a thing to another that stands in the same record. */
export const relationBeside = (kind: BaseKind, other: BaseKind): Stated | undefined => besides.get(`${kind} ${other}`)

/** Whether the relation leads from things of one kind to those of another. */
export const joins = (ends: Ends[], from: BaseKind, to: BaseKind): boolean =>
  ends.some((one) => one.from.has(from) && one.to.has(to))

/** The property of schema.org for a relation between these kinds: of `from`, or of `to` where it is inverse. */
export function propertyOfRelation(
  name: string,
  from: BaseKind,
  to: BaseKind,
): { property: string; isInverse: boolean } | undefined {
  const fits = [...properties].filter(([, { relation, ends }]) => relation.name === name && joins(ends, from, to))
  const [property, stated] = fits.find(([, { isInverse }]) => !isInverse) ?? fits[0] ?? []
  return property === undefined || stated === undefined ? undefined : { property, isInverse: stated.isInverse }
}

const byName = new Map(relations.map((relation) => [relation.name, relation]))

export const relationNamed = (name: string): Relation | undefined => byName.get(name)
