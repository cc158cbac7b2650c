import { compare } from './compare.ts'
import { gatherEvidence, tellingAttributes } from './evidence.ts'
import { weighNamesakes } from './namesakes.ts'
import type { Profile } from './profile.ts'
import { strictIds } from './registers.ts'

/** The judgement of two profiles by a person, or by a model, by their keys. */
export interface Judgement {
  a: string
  b: string
  same: boolean
  /** A model's word counts only where no person's is against it. */
  is_of_model?: boolean
  /** Why the two are apart, where pages tell it and nobody has judged. */
  reason?: string
}

interface Group {
  keys: string[]
  /** Profiles by signature, and within it by external ids. No veto can tell members of one signature apart. */
  signatures: Map<string, Map<string, Profile>>
  /** All that is known of a group of people together; undefined for others. */
  together: Profile | undefined
}

type Signature = [signature: string, byIds: Map<string, Profile>]

/** Two groups with more pairs of signatures than this no longer have one name and are not joined. */
const maxChecks = 4000

/** Growing groups of profiles that are the same. */
export class Groups {
  readonly #groupOf = new Map<string, Group>()
  /** By key: the keys that must not join it, and why. */
  readonly #apart = new Map<string, Map<string, string>>()
  /** Cached vetoes between two signatures, and between members of them with certain ids; '' for none. */
  readonly #vetoes = new Map<string, string>()

  constructor(profiles: ReadonlyMap<string, Profile>, judged: Judgement[]) {
    for (const [key, profile] of profiles) {
      const byIds = new Map([[JSON.stringify(profile.external_ids), profile]])
      const together = profile.kind === 'person' ? profile : undefined
      this.#groupOf.set(key, { keys: [key], signatures: new Map([[signatureOf(profile), byIds]]), together })
      this.#apart.set(key, new Map())
    }
    for (const { a, b, same, reason = 'judged to be different' } of judged) {
      if (same) continue
      this.#apart.get(a)?.set(b, reason)
      this.#apart.get(b)?.set(a, reason)
    }
  }

  areOne(a: string, b: string): boolean {
    return this.#group(a) === this.#group(b)
  }

  /** Why two groups must not become one; undefined where they may. */
  refusal(a: string, b: string): string | undefined {
    const groupA = this.#group(a)
    const groupB = this.#group(b)
    const judged = this.#apartness(groupA, groupB)
    if (judged !== undefined) return judged
    if (groupA.signatures.size * groupB.signatures.size > maxChecks) return 'too many different names on both sides'
    for (const one of groupA.signatures) {
      for (const two of groupB.signatures) {
        const veto = this.#vetoBetween(one, two)
        if (veto !== '') return veto
      }
    }
    return areNamesakes(groupA.together, groupB.together)
  }

  /** Whether somebody has judged members of the two to be different, or pages tell them apart. */
  areJudgedApart(a: string, b: string): boolean {
    return this.#apartness(this.#group(a), this.#group(b)) !== undefined
  }

  join(a: string, b: string): void {
    const groupA = this.#group(a)
    const groupB = this.#group(b)
    if (groupA === groupB) return
    const [small, large] = groupA.keys.length < groupB.keys.length ? [groupA, groupB] : [groupB, groupA]
    for (const key of small.keys) {
      large.keys.push(key)
      this.#groupOf.set(key, large)
    }
    large.together = bothOf(large.together, small.together)
    for (const [signature, byIds] of small.signatures) {
      const known = large.signatures.get(signature)
      if (known) for (const [ids, profile] of byIds) known.set(ids, profile)
      else large.signatures.set(signature, byIds)
    }
  }

  /** Each group sorted, and the groups ordered by their first key. */
  list(): string[][] {
    const groups = [...new Set(this.#groupOf.values())].map(({ keys }) => keys.toSorted())
    return groups.sort((x, y) => ((x[0] as string) < (y[0] as string) ? -1 : 1))
  }

  #group(key: string): Group {
    return this.#groupOf.get(key) as Group
  }

  #apartness(a: Group, b: Group): string | undefined {
    for (const key of a.keys) {
      for (const [other, reason] of this.#apart.get(key) ?? []) if (this.#groupOf.get(other) === b) return reason
    }
    return undefined
  }

  /** Why members of two signatures exclude each other, else ''. An id that two members share may overrule the veto. */
  #vetoBetween([signatureA, membersA]: Signature, [signatureB, membersB]: Signature): string {
    const any = this.#veto(keyOf(signatureA, signatureB), oneOf(membersA), oneOf(membersB))
    if (any === '' || membersA.size * membersB.size > maxChecks) return any
    for (const [idsA, a] of membersA) {
      for (const [idsB, b] of membersB) {
        const veto = this.#veto(keyOf(signatureA + idsA, signatureB + idsB), a, b)
        if (veto !== '') return veto
      }
    }
    return ''
  }

  #veto(key: string, a: Profile, b: Profile): string {
    let veto = this.#vetoes.get(key)
    if (veto === undefined) {
      const { is_veto, is_contrary, decision, reasons } = compare(a, b)
      const isVeto = is_veto || decision === 'different' || (decision === 'unsure' && is_contrary)
      veto = isVeto ? `${[a.names[0], b.names[0]].sort().join(' and ')}: ${reasons[0]}` : ''
      this.#vetoes.set(key, veto)
    }
    return veto
  }
}

/**
 * Why groups of people of one name are two. A third whom both may be does not connect the teacher of one site and the nurse of
 * another; but who has worked for two employers is one, if a site names both.
 */
function areNamesakes(a: Profile | undefined, b: Profile | undefined): string | undefined {
  if (!a || !b) return undefined
  const against = weighNamesakes(a, b, gatherEvidence(a, b))?.against ?? []
  return against.length === 0 ? undefined : against.join('; ')
}

/** Values of an attribute that are kept of a group: people on hundreds of sites have hundreds of titles. */
const valuesMost = 20

/** What is known of either, as far as it tells people apart. */
function bothOf(a: Profile | undefined, b: Profile | undefined): Profile | undefined {
  if (!a || !b) return undefined
  const valuesOf = ({ attributes }: Profile, key: string) =>
    (Object.hasOwn(attributes, key) ? attributes[key] : []) ?? []
  const attributes: Profile['attributes'] = Object.create(null)
  for (const key of tellingAttributes) {
    const values = union(valuesOf(a, key), valuesOf(b, key))
    if (values.length > 0) attributes[key] = values.slice(0, valuesMost)
  }
  return {
    ...a,
    names: union(a.names, b.names).slice(0, valuesMost),
    urls: union(a.urls, b.urls),
    attributes,
    countries: union(a.countries, b.countries),
    place_ids: union(a.place_ids, b.place_ids),
    neighbours: union(a.neighbours, b.neighbours),
    hosts: [...a.hosts, ...b.hosts],
  }
}

/** Sorted, so that nothing depends on the order in which groups grew. */
function union(a: string[], b: string[]): string[] {
  if (b.length === 0) return a
  const known = new Set(a)
  const added = b.filter((value) => !known.has(value))
  return added.length === 0 ? a : [...a, ...added].sort()
}

const keyOf = (a: string, b: string) => (a < b ? `${a}\n${b}` : `${b}\n${a}`)

/** Any member, with only the strict ids, which all of its signature share. */
function oneOf(members: Map<string, Profile>): Profile {
  const profile = members.values().next().value as Profile
  return { ...profile, external_ids: strictIds(profile) }
}

/**
 * All parts of a profile that a veto can come from. Only strict ids count: of the others an entity may have several.
 */
export function signatureOf(profile: Profile): string {
  const { kind, is_kind_guessed, names, whens, countries, place_ids, place_from } = profile
  const { birth_date, death_date, region } = profile.attributes
  return JSON.stringify([
    kind,
    is_kind_guessed,
    names,
    strictIds(profile),
    whens,
    countries,
    place_ids,
    place_from,
    birth_date,
    death_date,
    kind === 'location' ? region : undefined,
  ])
}
