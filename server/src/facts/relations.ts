import { listsIn } from '../language/word-lists.ts'
import { type BaseKind, baseKinds } from './claim.ts'

// The table of relations (language/words/relations.txt): every reader says a relation by its name there, in one direction,
// whichever side a page states it from.

export interface RelationEnds {
  from: ReadonlySet<BaseKind>
  to: ReadonlySet<BaseKind>
}

export interface Relation {
  name: string
  /** The name as seen from the other end. */
  inverse: string
  ends: RelationEnds[]
  /** The relation is the same in both directions. */
  is_mutual: boolean
  /** The relation never holds in both directions. */
  is_one_way: boolean
  /** It is done, and does not last. */
  is_act: boolean
  /** A model is told of it. */
  is_listed: boolean
}

/** A relation as it is stated somewhere: a property, a label, a section of a site. */
export interface Stated {
  relation: Relation
  /** The relation leads to the thing with the property, label or page, not from it. */
  is_inverse: boolean
}

/** A property of schema.org that states a relation. */
export interface Property extends Stated {
  ends: RelationEnds[]
  /** The kind of a value that is only a name; undefined where the property does not tell. */
  implied: BaseKind | undefined
}

/** The relations that a word names, and those that are only near. */
const named = new Map<string, Stated[]>()
const nearNames = new Set<string>()
const relations: Relation[] = []
const properties = new Map<string, Property>()
const labels = new Map<string, Stated>()
const sections = new Map<string, Stated & { kind: string | undefined }>()
const besides = new Map<string, Stated>()

const keys: ReadonlySet<string> = new Set([
  ...['between', 'inverse', 'same', 'near', 'schema', 'label', 'section', 'beside', 'is'],
])
const knownTraits: ReadonlySet<string> = new Set(['mutual', 'one-way', 'act', 'unlisted'])

/** The lines of a relation, by their key. */
function readBlock(name: string, lines: string[]): Map<string, string> {
  const block = new Map<string, string>()
  for (const line of lines) {
    const [, key = '', value = ''] = /^(\w+) = (.+)$/.exec(line) ?? []
    if (!keys.has(key) || block.has(key)) throw new Error(`the relation ${name} has the line: ${line}`)
    block.set(key, value)
  }
  for (const key of ['between', 'inverse'])
    if (!block.has(key)) throw new Error(`the relation ${name} has no line: ${key}`)
  return block
}

/** A thing that states one relation states no other. */
function setOnce<Value>(map: Map<string, Value>, word: string, value: Value): void {
  if (map.has(word)) throw new Error(`two relations have ${word}`)
  map.set(word, value)
}

for (const [name, lines] of listsIn('relations')) {
  const parts = readBlock(name, lines)
  const words = (part: string) => (parts.get(part) ?? '').split(' ').filter((word) => word !== '')
  const [inverse = ''] = words('inverse')
  const ends = (parts.get('between') ?? '').split(', ').map(readEnds)
  const traits = words('is')
  const odd = traits.find((trait) => !knownTraits.has(trait))
  if (odd !== undefined) throw new Error(`the relation ${name} is ${odd}`)
  const relation: Relation = {
    ...{ name, inverse, ends },
    is_mutual: traits.includes('mutual'),
    is_one_way: traits.includes('one-way'),
    is_act: traits.includes('act'),
    is_listed: !traits.includes('unlisted'),
  }
  relations.push(relation)
  const stated = (word: string): Stated => ({ relation, is_inverse: word.startsWith('<') })
  for (const word of new Set([name, `<${inverse}`, ...words('same')])) {
    const plain = word.replace('<', '')
    named.set(plain, [...(named.get(plain) ?? []), stated(word)])
  }
  for (const word of words('near')) nearNames.add(word.replace('<', ''))
  for (const word of words('schema')) {
    const [, property = '', limit, implied] = /^<?(\w+)(?:@([^:]+))?(?::(.+))?$/.exec(word) ?? []
    const limits = limit === undefined ? ends : [readEnds(limit)]
    setOnce(properties, property, { ...stated(word), ends: limits, implied: impliedKind(implied, limits, word) })
  }
  for (const word of words('label')) setOnce(labels, word.replace('<', ''), stated(word))
  for (const word of words('section')) {
    const [section = '', kind] = word.replace('<', '').split('@')
    setOnce(sections, section, { ...stated(word), kind })
  }
  for (const { from, to } of parts.has('beside') ? (parts.get('beside') as string).split(', ').map(readEnds) : []) {
    for (const [one, other] of [...from].flatMap((a) => [...to].map((b) => [a, b] as const))) {
      besides.set(`${other} ${one}`, { relation, is_inverse: true })
      besides.set(`${one} ${other}`, { relation, is_inverse: false })
    }
  }
}

/** `person | object > event`. */
export function readEnds(text: string): RelationEnds {
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
function impliedKind(given: string | undefined, ends: RelationEnds[], word: string): BaseKind | undefined {
  if (given === '-') return undefined
  if (given !== undefined) return [...readKinds(given)][0]
  const others = new Set(ends.flatMap(({ from, to }) => [...(word.startsWith('<') ? from : to)]))
  return others.size === 1 ? [...others][0] : undefined
}

/** Whether the table knows a name: of a relation, of its inverse, another word for either, or one that is near. */
export const isKnownRelation = (name: string): boolean => named.has(name) || nearNames.has(name)

/** The relation that a word names between things of these kinds; whichever it is where a kind is a domain's own. */
export function relationSaidAs(word: string, from: BaseKind | undefined, to: BaseKind | undefined): Stated | undefined {
  const all = named.get(word) ?? []
  if (from === undefined || to === undefined) return all[0]
  const fits = ({ relation, is_inverse }: Stated) =>
    is_inverse ? joins(relation.ends, to, from) : joins(relation.ends, from, to)
  return all.find(fits)
}

/** The names that a model is told of. */
export const listedRelations = (): string[] => relations.filter(({ is_listed }) => is_listed).map(({ name }) => name)

/** The relation that a property of schema.org states. */
export const relationOfProperty = (property: string): Property | undefined => properties.get(property)

/** The labels (`speaker@event`) and the sections that state a relation, for whoever checks that there are such. */
export const statedBy = () => ({ labels: [...labels.keys()], sections: [...sections.keys()] })

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
export const joins = (ends: RelationEnds[], from: BaseKind, to: BaseKind): boolean =>
  ends.some((one) => one.from.has(from) && one.to.has(to))

/** The property of schema.org for a relation between these kinds: of `from`, or of `to` where it is inverse. */
export function propertyOfRelation(
  name: string,
  from: BaseKind,
  to: BaseKind,
): { property: string; is_inverse: boolean } | undefined {
  const fits = [...properties].filter(([, { relation, ends }]) => relation.name === name && joins(ends, from, to))
  const [property, stated] = fits.find(([, { is_inverse }]) => !is_inverse) ?? fits[0] ?? []
  return property === undefined || stated === undefined ? undefined : { property, is_inverse: stated.is_inverse }
}

const byName = new Map(relations.map((relation) => [relation.name, relation]))

export const relationNamed = (name: string): Relation | undefined => byName.get(name)
