import type { ClaimOrigin } from '../../../claims/stored-claim.ts'
import { type Certainty, frameConfidence } from '../../../facts/claim.ts'
import { plannedAnew } from '../../../platform/db/statement-names.ts'
import { most, repeated, repeatsMax, trustOf } from '../../store/facts/confidence.ts'
import { wholeDoc } from '../../store/facts/differences.ts'

// The graph as SQL relations, of now or of an earlier time, with the same columns: so every query is written once. The
// graph of now is in the rows. For an earlier time, documents come from the log of changes, and counts from the claims
// that held then.

/** The graph of a domain: of now, or as it was recorded at `as_of`. */
export interface Moment {
  domain_id: string
  as_of: string | undefined
  /** The number of the last change that the request knows of. */
  graph_seq: number
  /** The time since which history is complete; null while nothing was deleted. */
  history_since?: string | null
}

/** A statement about the graph of a moment. `$1` is always the domain. */
export class GraphAt {
  readonly values: unknown[]
  readonly #isLive: boolean

  constructor(moment: Moment) {
    this.#isLive = moment.as_of === undefined
    this.values = this.#isLive ? [moment.domain_id] : [moment.domain_id, moment.as_of]
  }

  /** Adds a value and returns its placeholder. */
  add(value: unknown): string {
    return `$${this.values.push(value)}`
  }

  /** Entities in the graph: id, kind, doc, and the columns for filters and orders. */
  get entities(): string {
    return this.#isLive ? liveEntities : entitiesThen
  }

  /** Relationships in the graph, with the ids of both ends; of all certainties. */
  get allRelationships(): string {
    return this.#isLive ? liveRelationships('true') : relationshipsThen('true')
  }

  /** Those of these certainties. */
  relationshipsOf(certainties: readonly Certainty[]): string {
    const wanted = `any(${this.add(certainties)}::text[])`
    return this.#isLive
      ? liveRelationships(`certainty = ${wanted}`)
      : relationshipsThen(`s.doc ->> 'certainty' = ${wanted}`)
  }

  /** Those that nothing but a page's denial speaks for are left out: they connect nothing. */
  get relationships(): string {
    return this.#isLive ? liveRelationships(`certainty <> 'denied'`) : relationshipsThen(isHeldThen('s.doc'))
  }

  /** The hosts that state each entity. */
  get hosts(): string {
    return this.#isLive ? liveHosts : hostsThen
  }

  /**
   * Joins each entity `e` to its hosts `h`, and to the types `o` of its relationships, each once. The graph of now has
   * indexes that find them by the entity: the planner does not know how many entities there are, and would search a list
   * of all hosts or types anew for each. An earlier time has none.
   */
  get joinHosts(): string {
    return this.#isLive ? `cross join lateral ${liveHostsOfEntity} h` : `join ${hostsThen} h on h.entity_id = e.id`
  }

  get joinTypes(): string {
    const types = (end: string, condition = '') => `select ${end} as id, type from ${this.relationships} r ${condition}`
    const [from, to] = ['from_entity', 'to_entity']
    return this.#isLive
      ? `cross join lateral (${types(from, `where ${from} = e.id`)} union ${types(to, `where ${to} = e.id`)}) o`
      : `join (${types(from)} union ${types(to)}) o on o.id = e.id`
  }

  get isLive(): boolean {
    return this.#isLive
  }

  /**
   * The ids of entities with `n`, the number of their relationships. `matches` selects entities `e`. Of an earlier time
   * both are counted in one pass: the planner does not know how large a domain is, and would join them one by one.
   */
  connectionsOf(matches: string): string {
    if (this.#isLive) return `(select e.id, e.relationship_count as n ${matches})`
    return `(select u.id, sum(u.n)::integer as n
      from (select e.id, 0 as n ${matches} union all select x.id, 1 from ${endsThen} x) u
      group by u.id having min(u.n) = 0)`
  }

  /** Condition: entity `e` has at least this confidence. Of an earlier time, those of all are counted in one pass. */
  isSure(least: number): string {
    const value = this.add(least)
    return this.#isLive
      ? `e.confidence >= ${value}`
      : `e.id in (select s.id from ${confidencesThen} s where s.confidence >= ${value})`
  }

  /** Condition: a claim about entity `e` itself states it in one of these ways. */
  isItselfStated(certainties: readonly Certainty[]): string {
    if (this.#isLive) {
      const fields = certainties.map((certainty) => (certainty === 'said' ? '' : certainty))
      return `exists (${liveFactsOfEntity} and f.field = any(${this.add(fields)}::text[]))`
    }
    const wanted = `any(${this.add(certainties)}::text[])`
    return `(('said' = ${wanted} and ${isPinned('e.doc')}) or e.id in (${statedThen} and coalesce(c.fact ->> 'certainty', 'said') = ${wanted}))`
  }

  /**
   * Columns: the counts of entity `e`. Of an earlier time they are one object, `counts`: with a subquery for each, a
   * statement would take longer to plan than to run, and planning cannot be cancelled.
   */
  get entityCounts(): string {
    return this.#isLive ? liveEntityCounts : `${entityCountsThen} as counts`
  }

  /** The same for relationship `r`. */
  get relationshipCounts(): string {
    return this.#isLive ? liveRelationshipCounts : `${relationshipCountsThen} as counts`
  }

  /** The ids of all members of an entity's cluster, its own included. */
  membersOf(id: string): string {
    return this.#isLive ? liveMembers('entities', id) : membersThen('entities', id)
  }

  /** The ids of all relationships that were merged into this one, its own included. */
  relationshipMembersOf(id: string): string {
    return this.#isLive ? liveMembers('relationships', id) : membersThen('relationships', id)
  }

  /** The id of the entity or relationship that this one was merged into, or its own. */
  standingFor(table: Table, id: string): string {
    const mergedInto = this.#isLive
      ? `select n.merged_into from ${table} n where n.domain_id = $1 and n.id = ${id}`
      : `select (s.doc ->> 'merged_into')::uuid from graph_changes s
         where s.domain_id = $1 and s.id = ${id} and ${heldThen('s')}`
    return `coalesce((${mergedInto}), ${id})`
  }

  /** Condition: the claim holds. */
  holds(claim: string): string {
    return this.#isLive ? `${claim}.retracted_at is null` : claimHeldThen(claim)
  }

  /** Condition: a person had set the value. */
  wasSet(pin: string): string {
    return this.#isLive ? 'true' : `${pin}.set_at <= $2`
  }

  /** Condition: the change had happened. */
  happened(change: string): string {
    return this.#isLive ? 'true' : `${change}.at <= $2`
  }
}

type Table = 'entities' | 'relationships'

const heldThen = (state: string) =>
  `${plannedAnew} ${state}.at <= $2 and (${state}.until is null or ${state}.until > $2)`
const claimHeldThen = (claim: string) =>
  `${plannedAnew} ${claim}.observed_at <= $2 and (${claim}.retracted_at is null or ${claim}.retracted_at > $2)`

const liveMembers = (table: Table, id: string) =>
  `select ${id} union all select m.id from ${table} m where m.domain_id = $1 and m.merged_into = ${id}`

/** A row that was merged before it was ever shown has no change in the log; entities have a row in `merges` then. */
const membersThen = (table: Table, id: string) =>
  `select ${id}
   union select g.id from graph_changes g
     where g.domain_id = $1 and g.doc ->> 'merged_into' = ${id}::text and ${heldThen('g')}
   ${table === 'entities' ? mergedThen(id) : ''}
   union select p.id from ${table} p where p.domain_id = $1 and p.split_from = ${id} and p.split_at > $2
   union select m.id from ${table} m where m.domain_id = $1 and m.merged_into = ${id}
     and not exists (select from graph_changes g where g.domain_id = $1 and g.id = m.id)`

const mergedThen = (id: string) =>
  `union select g.source_id from merges g
     where g.domain_id = $1 and g.target_id = ${id} and g.merged_at <= $2 and (g.reverted_at is null or g.reverted_at > $2)`

const liveEntities = `(
  select id, kind, doc, name_sort, when_start, when_end, lat, lon, confidence, relationship_count, evidence_count,
    source_count, first_seen_at, last_seen_at, created_at, updated_at
  from entities where domain_id = $1 and is_shown)`

const liveRelationships = (condition: string) => `(
  select id, from_entity, to_entity, type, certainty, doc, confidence, evidence_count, source_count, created_at, updated_at
  from relationships where domain_id = $1 and is_shown and ${condition})`

const liveHosts = `(
  select distinct coalesce(m.merged_into, m.id) as entity_id, f.host
  from facts f join entities m on m.domain_id = f.domain_id and m.id = f.owner_id
  where f.domain_id = $1 and f.field = '' and m.tombstone_id is null)`

const liveFactsOfEntity = `select distinct f.host from facts f
  join entities m on m.domain_id = f.domain_id and m.id = f.owner_id
  where f.domain_id = $1 and m.tombstone_id is null and m.id in (${liveMembers('entities', 'e.id')})`
const liveHostsOfEntity = `(${liveFactsOfEntity} and f.field = '')`

const liveEntityCounts =
  'e.confidence, e.relationship_count, e.evidence_count, e.source_count, e.first_seen_at, e.last_seen_at'
const liveRelationshipCounts = 'r.confidence, r.evidence_count, r.source_count'

const origins: ClaimOrigin[] = ['structured', 'recipe', 'model', 'text']
const trust = `coalesce((c.fact ->> 'confidence')::double precision, case c.origin ${origins.map((origin) => `when '${origin}' then ${trustOf(origin)}`).join(' ')} end)`
/** Claims that support something: see `frameConfidence`. */
const support = `count(*) filter (where ${trust} > ${frameConfidence})`

/** Claims that say something plainly. A relationship has claims of one certainty, so all of its claims speak for it. */
const isPlain = { entity_id: `c.fact ->> 'certainty' is null`, relationship_id: 'true' }
const isHeldThen = (doc: string) => `${doc} ->> 'certainty' <> 'denied'`

/** The same as `confidenceOf`, from the best and the number of the claims of each host. */
const confidence = `round(least(${most},
  coalesce(1 - exp(coalesce(${doubtOf('h.is_plain')}, ${doubtOf('not h.is_plain')})), 0))::numeric, 3)::double precision`

/** Where nothing is said plainly, what is reported or denied tells how likely it is that there is such an entity. */
function doubtOf(condition: string): string {
  const ofHost = `greatest(1 - h.best, 1e-9) * power(${repeated}, least(greatest(h.support - 1, 0), ${repeatsMax}))`
  return `sum(ln(${ofHost})) filter (where ${condition})`
}

/** Condition: a person has set or made it, so it is certain. */
const isPinned = (doc: string) => `jsonb_array_length(${doc} -> 'pinned') > 0`
const confidenceThen = (doc: string) => `case when ${isPinned(doc)} then 1 else ${confidence} end`

/** An aggregate over the hosts `h` that state an entity or a relationship of an earlier time. */
const ofHosts = (value: string, column: keyof typeof isPlain, members: string) =>
  `(select ${value}
    from (select ${isPlain[column]} as is_plain, max(${trust}) as best, count(*) as n, ${support} as support, min(c.observed_at) as first_at, max(c.observed_at) as last_at
      from claims c
      where c.domain_id = $1 and c.${column} in (${members}) and ${claimHeldThen('c')} group by c.host, 1) h)`
const ofEntity = (value: string, id: string) => ofHosts(value, 'entity_id', membersThen('entities', id))
const ofRelationship = (value: string, id: string) =>
  ofHosts(value, 'relationship_id', membersThen('relationships', id))

const inWireForm = (time: string) => `to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const countsOf = (doc: string) =>
  `'confidence', ${confidenceThen(doc)}, 'evidence_count', coalesce(sum(h.n), 0), 'source_count', count(*) filter (where h.is_plain)`

/** The entities that others had been merged into; as in `membersThen`, for all of them. */
const headsThen = `(
  select g.id, (g.doc ->> 'merged_into')::uuid as head from graph_changes g
    where g.domain_id = $1 and g.type = 'entity' and g.doc ->> 'merged_into' is not null and ${heldThen('g')}
  union select g.source_id, g.target_id from merges g
    where g.domain_id = $1 and g.merged_at <= $2 and (g.reverted_at is null or g.reverted_at > $2)
  union select p.id, p.split_from from entities p where p.domain_id = $1 and p.split_at > $2
  union select m.id, m.merged_into from entities m where m.domain_id = $1 and m.merged_into is not null
    and not exists (select from graph_changes g where g.domain_id = $1 and g.id = m.id))`

/** The confidences of all entities: cheaper than one by one when all are needed. */
const confidencesThen = `(
  select h.id, ${confidence} as confidence
  from (select coalesce(m.head, c.entity_id) as id, ${isPlain.entity_id} as is_plain, max(${trust}) as best, ${support} as support
    from claims c left join ${headsThen} m on m.id = c.entity_id
    where c.domain_id = $1 and c.entity_id is not null and ${claimHeldThen('c')} group by 1, 2, c.host) h
  group by h.id
  union all select s.id, 1 from graph_changes s
    where s.domain_id = $1 and s.type = 'entity' and ${heldThen('s')} and ${isPinned('s.doc')})`

/** The entities that claims are about, in one pass: cheaper than one by one when all are needed. */
const statedThen = `select coalesce(m.head, c.entity_id) from claims c left join ${headsThen} m on m.id = c.entity_id
  where c.domain_id = $1 and c.entity_id is not null and ${claimHeldThen('c')}`

/** Days since 1970-01-01; the year 0 is 1 BC. Null before the first year that the database can represent. */
const dayOf = (text: string) => {
  const year = `left(${text}, -6)::integer`
  return `(case when ${year} > -4700 then
    make_date(${year} - case when ${year} > 0 then 0 else 1 end, left(right(${text}, 5), 2)::integer,
      right(${text}, 2)::integer) - date '1970-01-01' end)`
}

const relationshipsOfEntity = `(
  select count(distinct o.id) from (${membersThen('entities', 'e.id')}) as m (id)
  cross join lateral (
    select r.id from relationships r where r.domain_id = $1 and r.from_id = m.id
    union all select r.id from relationships r where r.domain_id = $1 and r.to_id = m.id) r
  join graph_changes o on o.domain_id = $1 and o.id = r.id and ${heldThen('o')} and ${isHeldThen('o.doc')}
  where e.id::text in (o.doc ->> 'from', o.doc ->> 'to'))`

const entityCountsThen = ofEntity(
  `jsonb_build_object(${countsOf('e.doc')}, 'first_seen_at', ${inWireForm('min(h.first_at)')},
     'last_seen_at', ${inWireForm('max(h.last_at)')}, 'relationship_count', ${relationshipsOfEntity})`,
  'e.id',
)
const relationshipCountsThen = ofRelationship(`jsonb_build_object(${countsOf('r.doc')})`, 'r.id')

/** Both ends of each relationship, of one with itself only once. */
const endsThen = `(
  select x.id from graph_changes o
  cross join lateral (select (o.doc ->> 'from')::uuid as id union select (o.doc ->> 'to')::uuid) x
  where o.domain_id = $1 and o.type = 'relationship' and ${heldThen('o')} and ${isHeldThen('o.doc')} and x.id is not null)`

/** Folded names are stored only for the graph of now. */
const sortOf = `case when n.doc ->> 'name' = s.doc ->> 'name' then n.name_sort else lower(s.doc ->> 'name') end`

const entitiesThen = `(
  select s.id, s.doc ->> 'kind' as kind, ${wholeDoc('s')} as doc, ${sortOf} as name_sort,
    ${dayOf(`(s.doc #>> '{when,start}')`)} as when_start, ${dayOf(`(s.doc #>> '{when,end}')`)} as when_end,
    (s.doc #>> '{where,lat}')::double precision as lat, (s.doc #>> '{where,lon}')::double precision as lon,
    ${ofEntity(confidenceThen('s.doc'), 's.id')} as confidence, n.created_at, s.at as updated_at
  from graph_changes s join entities n on n.domain_id = s.domain_id and n.id = s.id
  where s.domain_id = $1 and s.type = 'entity' and ${heldThen('s')} and s.doc ->> 'name' is not null)`

const relationshipsThen = (condition: string) => `(
  select s.id, (s.doc ->> 'from')::uuid as from_entity, (s.doc ->> 'to')::uuid as to_entity, s.doc ->> 'type' as type,
    s.doc ->> 'certainty' as certainty, ${wholeDoc('s')} as doc, ${ofRelationship(confidenceThen('s.doc'), 's.id')} as confidence, n.created_at, s.at as updated_at
  from graph_changes s join relationships n on n.domain_id = s.domain_id and n.id = s.id
  where s.domain_id = $1 and s.type = 'relationship' and ${heldThen('s')} and s.doc ->> 'type' is not null and ${condition})`

const hostsThen = `(
  select distinct coalesce(m.head, c.entity_id) as entity_id, c.host
  from (select distinct entity_id, host from claims c
    where c.domain_id = $1 and c.entity_id is not null and ${isPlain.entity_id} and ${claimHeldThen('c')}) c
  left join ${headsThen} m on m.id = c.entity_id)`
