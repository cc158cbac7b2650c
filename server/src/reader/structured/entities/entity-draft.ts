import type { BaseKind, EntityClaim } from '../../../facts/claim.ts'
import { foldEntityName } from '../../../facts/entity-names.ts'
import type { TextValue } from '../syntaxes/item.ts'

/** A fact about an entity besides its name, with the value that states it. */
export interface DraftFact {
  value: TextValue
  /** The text to search for on the page, if it differs from the value. */
  visible_text?: string
  claim: Partial<Pick<EntityClaim, 'attributes' | 'when' | 'where' | 'summary'>>
}

/** Attributes that tell entities of the same name apart. */
export type DraftMarks = Record<string, string>

export interface Draft {
  kind: BaseKind
  name: string
  value: TextValue
  id: string | undefined
  aliases: string[]
  urls: string[]
  external_ids: Record<string, string>
  facts: DraftFact[]
  marks: DraftMarks
  ref: string
}

/** The entities of a page. Drafts of one kind and name become one entity, unless their marks disagree. */
export class DraftStore {
  readonly drafts: Draft[] = []
  readonly #byName = new Map<string, Draft[]>()

  add(given: Omit<Draft, 'ref'>): Draft {
    const key = `${given.kind}:${foldEntityName(given.name)}`
    const known = this.#byName.get(key) ?? []
    const same = known.slice(0, namesakesMax).find((draft) => agree(draft, given))
    if (same) {
      merge(same, given)
      return same
    }
    const draft: Draft = { ...given, ref: '' }
    this.drafts.push(draft)
    this.#byName.set(key, [...known, draft].slice(0, namesakesMax))
    return draft
  }

  /** Gives every entity a ref that stays the same when the page is read again. */
  nameAll(): void {
    const taken = new Set<string>()
    for (const draft of this.drafts) {
      const plain = refOf(draft)
      const marked = `${plain}~${Object.values(draft.marks)[0] ?? ''}`
      let ref = taken.has(plain) ? marked : plain
      for (let count = 2; taken.has(ref); count++) ref = `${marked}~${count}`
      taken.add(ref)
      draft.ref = ref
    }
  }
}

const namesakesMax = 50
const refMax = 300

function refOf({ id, kind, name }: Draft): string {
  return id === undefined || id.startsWith('_:') || id.length > refMax ? `${kind}:${foldEntityName(name)}` : id
}

function agree(one: Pick<Draft, 'marks'>, other: Pick<Draft, 'marks'>): boolean {
  for (const [name, mark] of Object.entries(one.marks)) {
    const against = other.marks[name]
    if (against !== undefined && !isSameMark(name, mark, against)) return false
  }
  return true
}

/** Dates may differ in precision; a region may be given by name or by code. */
function isSameMark(name: string, one: string, other: string): boolean {
  if (name.endsWith('_date')) {
    if (!/^-?\d{4}/.test(one) || !/^-?\d{4}/.test(other)) return true
    return one.startsWith(other) || other.startsWith(one)
  }
  if (name === 'region' && one.length <= 3 !== other.length <= 3) return true
  return foldEntityName(one) === foldEntityName(other)
}

function merge(into: Draft, from: Omit<Draft, 'ref'>): void {
  into.id ??= from.id
  if (from.name !== into.name) into.aliases.push(from.name)
  into.aliases.push(...from.aliases)
  into.urls.push(...from.urls)
  into.external_ids = { ...from.external_ids, ...into.external_ids }
  into.facts.push(...from.facts)
  into.marks = { ...from.marks, ...into.marks }
}
