import type { Transaction } from '../../../platform/db/database.ts'
import type { Profile } from '../../../resolution/profile.ts'
import { type FactDeltas, type FactRow, factKeyOf, isExistence } from '../facts/fact-values.ts'
import { keyOnAnySite } from '../facts/mentions.ts'
import { profileOf, tellsIdentity } from '../facts/profile-of.ts'
import { RelationTypes } from '../facts/relation-types.ts'
import { homeOf, isOpen, placeFields, withHomes } from '../facts/site-homes.ts'
import { compareLater } from './due-entities.ts'
import {
  deleteFacts,
  type SubjectRow,
  selectEntities,
  selectFacts,
  selectLastSeen,
  selectMerged,
  selectOpenGuesses,
  selectTownCountries,
  upsertFacts,
} from './queries.ts'
import { selectRelationTypes } from './relation-type-queries.ts'
import { selectNeighbours } from './relationship-queries.ts'

// What a transaction has read of the graph so far, with its own changes. The transaction holds the domain, so nobody
// else changes the graph meanwhile.

const neighboursMax = 30

export class GraphState {
  readonly tx: Transaction
  readonly domain_id: string
  readonly entities = new Map<string, SubjectRow>()
  readonly #facts = new Map<string, Map<string, FactRow>>()
  readonly #neighbours = new Map<string, string[]>()
  /** The countries of the sites whose home decides about a fact that was read. */
  readonly #homes = new Map<string, string | undefined>()
  /** Profiles of subjects, without their neighbours. */
  readonly #profiles = new Map<string, Profile>()

  #types: RelationTypes | undefined

  constructor(tx: Transaction, domainId: string) {
    this.tx = tx
    this.domain_id = domainId
  }

  async loadEntities(ids: Iterable<string>): Promise<void> {
    const missing = [...new Set(ids)].filter((id) => !this.entities.has(id))
    if (missing.length === 0) return
    for (const row of await selectEntities(this.tx, this.domain_id, missing)) this.entities.set(row.id, row)
  }

  /** Loads these entities with all other members of their clusters. */
  async loadClusters(ids: Iterable<string>): Promise<void> {
    const wanted = [...new Set(ids)]
    await this.loadEntities(wanted)
    const heads = new Set(wanted.map((id) => this.headOf(id)))
    await this.loadEntities(heads)
    if (heads.size === 0) return
    for (const row of await selectMerged(this.tx, this.domain_id, [...heads])) {
      if (!this.entities.has(row.id)) this.entities.set(row.id, row)
    }
  }

  entity(id: string): SubjectRow {
    const row = this.entities.get(id)
    if (!row) throw new Error('an entity that was not loaded')
    return row
  }

  headOf(id: string): string {
    return this.entity(id).merged_into ?? id
  }

  async loadFacts(owners: Iterable<string>): Promise<void> {
    const missing = [...new Set(owners)].filter((id) => !this.#facts.has(id))
    if (missing.length === 0) return
    for (const id of missing) this.#facts.set(id, new Map())
    for (const row of await selectFacts(this.tx, this.domain_id, missing)) {
      this.#facts.get(row.owner_id)?.set(factKeyOf(row), row)
    }
    const open = missing.flatMap((id) => [...(this.#facts.get(id)?.values() ?? [])].filter(isOpen))
    await this.#loadHomes(open.map(({ host }) => host).filter((host) => !this.#homes.has(host)))
  }

  async #loadHomes(hosts: string[]): Promise<void> {
    if (hosts.length === 0) return
    const wanted = [...new Set(hosts)]
    const rows = Map.groupBy(await selectTownCountries(this.tx, this.domain_id, wanted), ({ host }) => host)
    for (const host of wanted) this.#homes.set(host, homeOf(rows.get(host) ?? []))
  }

  /** The types that people called the same as others. */
  async loadTypes(): Promise<RelationTypes> {
    this.#types ??= new RelationTypes(await selectRelationTypes(this.tx, this.domain_id))
    return this.#types
  }

  /** Adds a row that this transaction has just inserted and that has no facts yet. */
  noteNew(row: SubjectRow): void {
    this.entities.set(row.id, row)
    this.#facts.set(row.id, new Map())
    this.#neighbours.delete(row.id)
  }

  noteNewRelationship(id: string): void {
    this.#facts.set(id, new Map())
  }

  factsOf(owner: string): FactRow[] {
    const facts = this.#facts.get(owner)
    if (!facts) throw new Error('facts that were not loaded')
    return withHomes([...facts.values()], this.#homes)
  }

  isLive(owner: string): boolean {
    for (const { field } of this.#facts.get(owner)?.values() ?? []) if (isExistence(field)) return true
    return false
  }

  /** Whether somebody says something plainly of the subject: a page, or a person. */
  isSaid(owner: string): boolean {
    for (const { field } of this.#facts.get(owner)?.values() ?? []) if (field === '') return true
    return false
  }

  /** The kind that a person set, or that the pages give. */
  kindOf(id: string): string {
    for (const { field, origin, value } of this.#facts.get(id)?.values() ?? []) {
      if (field === 'kind' && origin === 'person') return value as string
    }
    const { key } = this.entity(id)
    return key.slice(0, key.indexOf('|'))
  }

  /** Whether a person made the subject, or set a value of it. */
  isVouched(owner: string): boolean {
    for (const { field, origin } of this.#facts.get(owner)?.values() ?? []) {
      if (field === '' && origin === 'person') return true
    }
    return false
  }

  /** Replaces the values that a person set for a field. */
  pin(owner: string, field: string, pins: FactRow[]): void {
    const facts = this.#facts.get(owner)
    if (!facts) throw new Error('facts that were not loaded')
    this.#profiles.delete(owner)
    for (const [key, row] of facts) if (row.field === field && row.origin === 'person') facts.delete(key)
    for (const row of pins) facts.set(factKeyOf(row), row)
  }

  /** Built from the facts of the subject and from its neighbours, as far as those have been loaded. */
  profile(id: string): Profile {
    let profile = this.#profiles.get(id)
    if (!profile) {
      profile = profileOf(this.kindOf(id), this.factsOf(id))
      this.#profiles.set(id, profile)
    }
    const neighbours = this.#neighbours.get(id)
    return neighbours === undefined || neighbours.length === 0 ? profile : { ...profile, neighbours }
  }

  async loadNeighbours(ids: Iterable<string>): Promise<void> {
    const missing = [...new Set(ids)].filter((id) => !this.#neighbours.has(id))
    if (missing.length === 0) return
    for (const id of missing) this.#neighbours.set(id, [])
    const rows = await selectNeighbours(this.tx, this.domain_id, missing, neighboursMax)
    const found = new Map(missing.map((id) => [id, new Set<string>()]))
    for (const { id, neighbour } of rows) found.get(id)?.add(keyOnAnySite(neighbour))
    for (const [id, neighbours] of found) this.#neighbours.set(id, [...neighbours].sort())
  }

  /** Returns the owners with a change that may affect which subjects are the same. */
  async applyFacts(deltas: FactDeltas): Promise<Set<string>> {
    await this.loadFacts(deltas.byOwner.keys())
    const hosts = hostsOfPlaces(deltas)
    await this.#loadHomes(hosts.filter((host) => !this.#homes.has(host)))
    const written: FactRow[] = []
    const gone: FactRow[] = []
    const telling = new Set<string>()
    const unseen = new Set<string>()
    for (const [owner, rows] of deltas.byOwner) {
      const facts = this.#facts.get(owner) as Map<string, FactRow>
      this.#profiles.delete(owner)
      const wasLive = this.isLive(owner)
      for (const [key, delta] of rows) {
        const known = facts.get(key)
        const n = (known?.n ?? 0) + delta.n
        if (n <= 0) {
          facts.delete(key)
          if (known) gone.push(known)
        } else {
          const row = merged(known, delta, n)
          facts.set(key, row)
          written.push(row)
          if (isExistence(delta.field) && delta.n < 0 && row.last_at === delta.last_at) unseen.add(owner)
        }
        if ((known === undefined) !== n <= 0 && tellsIdentity(delta.field)) telling.add(owner)
      }
      if (wasLive !== this.isLive(owner)) telling.add(owner)
    }
    if (unseen.size > 0) await this.#lookWhenSeen(unseen)
    if (gone.length > 0) await deleteFacts(this.tx, this.domain_id, gone)
    if (written.length > 0) await upsertFacts(this.tx, this.domain_id, written)
    await this.#noteHomes(hosts)
    return telling
  }

  /** Towns that a site decides about are placed anew once it has got another home. */
  async #noteHomes(hosts: string[]): Promise<void> {
    const before = new Map(this.#homes)
    await this.#loadHomes(hosts)
    const moved = hosts.filter((host) => before.get(host) !== this.#homes.get(host))
    if (moved.length === 0) return
    this.#profiles.clear()
    const open = await selectOpenGuesses(this.tx, this.domain_id, moved)
    if (open.length > 0) await compareLater(this.tx, this.domain_id, open)
  }

  /**
   * Reads `last_at` anew for owners that lost their latest mention: the facts themselves do not hold the time before
   * it.
   */
  async #lookWhenSeen(owners: Set<string>): Promise<void> {
    for (const { owner_id, host, origin, last_at } of await selectLastSeen(this.tx, this.domain_id, [...owners])) {
      for (const row of this.#facts.get(owner_id)?.values() ?? []) {
        const isIt = isExistence(row.field) && row.host === host && row.origin === origin
        if (isIt && row.last_at > last_at) row.last_at = last_at
      }
    }
  }
}

function hostsOfPlaces({ byOwner }: FactDeltas): string[] {
  const hosts = new Set<string>()
  for (const rows of byOwner.values()) {
    for (const { field, host } of rows.values()) if (placeFields.has(field)) hosts.add(host)
  }
  return [...hosts]
}

function merged(known: FactRow | undefined, delta: FactRow, n: number): FactRow {
  const { owner_id, field, value_key, host, origin, value } = delta
  const first_at = known && known.first_at < delta.first_at ? known.first_at : delta.first_at
  const last_at = known && known.last_at > delta.last_at ? known.last_at : delta.last_at
  return { owner_id, field, value_key, host, origin, value, n, first_at, last_at }
}
