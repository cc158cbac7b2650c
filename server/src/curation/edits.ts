import type { curationRoutes } from '@polegraph/contract/graph/curation.ts'
import { edtfRule } from '@polegraph/contract/graph/curation-fields.ts'
import type { z } from 'zod'
import { parseEdtf } from '../dates/parse-edtf.ts'
import { assignmentOf } from '../domains/domains.ts'
import { isKnownRelation } from '../facts/relations.ts'
import { getEntity } from '../graph/read/entities/entities.ts'
import { invalidField } from '../graph/read/entities/invalid-field.ts'
import { getRelationship } from '../graph/read/entities/relationships.ts'
import { type Edits, makeEntity, makeRelationship, planEdit, requireSpace } from '../graph/store/decide/plan-edit.ts'
import { planRelationType } from '../graph/store/decide/plan-relation-type.ts'
import { fieldName } from '../graph/store/facts/document-of.ts'
import { type FactValue, plain } from '../graph/store/facts/fact-values.ts'
import { ApiError, fail } from '../platform/http/errors.ts'
import { requireMatch } from '../platform/http/etags.ts'
import { type Audited, type Curator, commit, MergedInto } from './curator.ts'
import { selectTypeCounts, type TypeCount } from './list-queries.ts'
import { toMappedType } from './lists.ts'
import { type NamedTarget, requireEntities } from './targets.ts'

// Entities and relationships that people create and edit, and types of relationships that they call the same.

type EntityInput = z.output<(typeof curationRoutes)['changeEntity']['body']>
type NewEntity = z.output<(typeof curationRoutes)['createEntity']['body']>
type NewRelationship = z.output<(typeof curationRoutes)['createRelationship']['body']>
type RelationshipInput = z.output<(typeof curationRoutes)['changeRelationship']['body']>

export async function createEntity(curator: Curator, body: NewEntity) {
  const { tx, moment } = curator
  const edits = await entityEdits(curator, body)
  const { kind, name } = body
  const id = await makeEntity(tx, moment.domain_id, kind, name)
  await requireSpace(tx, moment.domain_id, 'entity', id, edits)
  const changes = await planEdit(tx, moment.domain_id, 'entity', id, edits, { kind, name })
  const audited = await commit(curator, changes, {
    ...{ action: 'entity.create', target: { type: 'entity', id, name }, entity_ids: [id] },
    ...{ before: null, after: shownValues(edits) },
  })
  return { ...(await getEntity(tx, moment, id)), ...audited }
}

export async function changeEntity(curator: Curator, id: string, body: EntityInput) {
  const { tx, moment } = curator
  const shown = await getEntity(tx, moment, id)
  if (shown.id !== id) return new MergedInto(shown.id)
  requireMatch(curator, shown)
  const edits = await entityEdits(curator, body)
  unpin(edits, body.pinned, isEntityField)
  if (edits.size === 0) throw fail('nothing_to_update')
  const { kind, name } = shown
  await requireSpace(tx, moment.domain_id, 'entity', id, edits)
  const changes = await planEdit(tx, moment.domain_id, 'entity', id, edits, { kind, name })
  const audited = await commit(curator, changes, {
    ...{ action: 'entity.edit', target: { type: 'entity', id, name }, entity_ids: [id] },
    ...{ before: valuesOf(shown, edits), after: shownValues(edits) },
  })
  return { ...(await orLeft(shown, getEntity(tx, moment, id))), ...audited }
}

/** An entity that stood only on the word of a person leaves the graph when the word is taken back: it is shown as it was. */
async function orLeft<Shown extends object>(shown: Shown, now: Promise<Shown>): Promise<Shown> {
  try {
    return await now
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return { ...shown, pinned: [], confidence: 0 }
    throw error
  }
}

async function entityEdits({ tx, moment }: Curator, body: EntityInput): Promise<Edits> {
  const { kind, name, aliases, summary, attributes = {}, when, where, external_ids = {}, urls } = body
  const edits: Edits = new Map()
  if (kind !== undefined) {
    const { ontology = [] } = (await assignmentOf(tx, moment.domain_id)) ?? {}
    if (!ontology.includes(kind)) throw invalidField('kind', `must be one of ${ontology.join(', ')}`)
    edits.set('kind', [plain('kind', kind)])
  }
  if (name !== undefined) edits.set('name', [plain('name', name)])
  if (aliases !== undefined) edits.set('alias', listOf('alias', aliases))
  if (summary !== undefined) edits.set('summary', [valueOr('summary', summary)])
  for (const [key, value] of Object.entries(attributes)) edits.set(`attr:${key}`, [plain(`attr:${key}`, value)])
  if (when !== undefined) edits.set('when', [whenValue(when)])
  if (where !== undefined) edits.set('where', [whereValue(where)])
  for (const [register, value] of Object.entries(external_ids)) {
    edits.set(`id:${register}`, [plain(`id:${register}`, value)])
  }
  if (urls !== undefined) edits.set('url', listOf('url', urls))
  return edits
}

const none = (field: string): FactValue => ({ field, value_key: '', value: null })
const valueOr = (field: string, value: string | null): FactValue => (value === null ? none(field) : plain(field, value))

/** An empty list is pinned too: there are none. */
const listOf = (field: string, values: string[]): FactValue[] =>
  values.length === 0 ? [none(field)] : values.map((value) => plain(field, value))

function whenValue(edtf: string | null): FactValue {
  if (edtf === null) return none('when')
  const when = parseEdtf(edtf)
  if (!when) throw invalidField('when', edtfRule)
  return { field: 'when', value_key: when.edtf, value: when }
}

function whereValue(where: NonNullable<EntityInput['where']> | null): FactValue {
  if (where === null) return none('where')
  const { lat = null, lon = null, country = null, place_id = null } = where
  if (lat === null && country === null && place_id === null) {
    throw invalidField('where', 'must have lat and lon, a country or a place_id')
  }
  const precision = where.precision ?? (lat === null ? 'country' : 'point')
  const value = { lat, lon, precision, country, place_id }
  return { field: 'where', value_key: Object.values(value).join(' ').slice(0, 200), value }
}

const entityFields: ReadonlySet<string> = new Set(['kind', 'name', 'summary', 'when', 'where', 'alias', 'url'])
const isEntityField = (field: string) => entityFields.has(field) || /^(?:attr|id):[a-z][a-z0-9_]*$/.test(field)
const isRelationshipField = (field: string) => /^(?:since|until)$|^attr:[a-z][a-z0-9_]*$/.test(field)

/** An empty list of values unpins a field. */
function unpin(edits: Edits, pinned: Record<string, null> | undefined, isField: (field: string) => boolean): void {
  for (const name of Object.keys(pinned ?? {})) {
    const field = storedName(name)
    if (!isField(field) || fieldName(field) !== name)
      throw invalidField(`pinned.${name}`, 'is not a field that can be pinned')
    if (edits.has(field)) throw invalidField(`pinned.${name}`, 'cannot be unpinned and set in one call')
    edits.set(field, [])
  }
}

const lists: Record<string, string> = { aliases: 'alias', urls: 'url' }
const storedName = (name: string) =>
  lists[name] ?? name.replace(/^attributes\./, 'attr:').replace(/^external_ids\./, 'id:')

/** The values that were set, by the names of the API; null where a field was unpinned or emptied. */
function shownValues(edits: Edits): Record<string, unknown> {
  return Object.fromEntries(
    [...edits].map(([field, values]) => {
      const isList = field === 'alias' || field === 'url'
      const given = values.flatMap(({ value }) => (value === null ? [] : [value]))
      return [fieldName(field), isList && values.length > 0 ? given : (given[0] ?? null)]
    }),
  )
}

/** The values that the same fields showed before. */
function valuesOf(shown: object, edits: Edits): Record<string, unknown> {
  return Object.fromEntries(
    [...edits.keys()].map((field) => {
      const name = fieldName(field)
      const [outer = '', ...inner] = name.split('.')
      const value = (shown as Record<string, unknown>)[outer]
      return [name, (inner.length > 0 ? (value as Record<string, unknown>)[inner.join('.')] : value) ?? null]
    }),
  )
}

export async function createRelationship(curator: Curator, body: NewRelationship) {
  const { tx, moment } = curator
  const [from, to] = await requireEntities(curator, [body.from, body.to], ['from', 'to'])
  if (from === undefined || to === undefined || from.id === to.id) throw invalidField('to', 'must be another entity')
  const key = { from_id: from.id, to_id: to.id, type: body.type }
  const { id, tombstone_ids } = await makeRelationship(tx, moment.domain_id, key)
  const edits = relationshipEdits(body)
  edits.set('type', [plain('type', body.type)])
  await requireSpace(tx, moment.domain_id, 'relationship', id, edits)
  const changes = await planEdit(tx, moment.domain_id, 'relationship', id, edits, null)
  // A person who creates what was deleted wants it back.
  for (const id of tombstone_ids) changes.push({ type: 'tombstone', id, before: true, after: false })
  const audited = await commit(curator, changes, {
    ...{
      action: 'relationship.create',
      target: { type: 'relationship', id, name: null },
      entity_ids: [from.id, to.id],
    },
    ...{ before: null, after: { from, to, ...shownValues(edits) } },
  })
  return { ...(await getRelationship(tx, moment, id)), ...audited }
}

export async function changeRelationship(curator: Curator, id: string, body: RelationshipInput) {
  const { tx, moment } = curator
  const shown = await getRelationship(tx, moment, id)
  if (shown.id !== id) return new MergedInto(shown.id)
  requireMatch(curator, shown)
  const edits = relationshipEdits(body)
  unpin(edits, body.pinned, isRelationshipField)
  if (edits.size === 0) throw fail('nothing_to_update')
  await requireSpace(tx, moment.domain_id, 'relationship', id, edits)
  const changes = await planEdit(tx, moment.domain_id, 'relationship', id, edits, null)
  const audited = await commit(curator, changes, {
    ...{ action: 'relationship.edit', target: { type: 'relationship', id, name: namedBy(shown) } },
    ...{ entity_ids: [shown.from.id, shown.to.id], before: valuesOf(shown, edits), after: shownValues(edits) },
  })
  return { ...(await orLeft(shown, getRelationship(tx, moment, id))), ...audited }
}

/** A relationship has no name of its own: its ends and its type stand for it. */
const namedBy = ({ from, type, to }: { from: NamedTarget; type: string; to: NamedTarget }) =>
  `${from.name} – ${type.replaceAll('_', ' ')} – ${to.name}`

function relationshipEdits({ since, until, attributes = {} }: RelationshipInput): Edits {
  const edits: Edits = new Map()
  for (const [field, edtf] of Object.entries({ since, until })) {
    if (edtf === undefined) continue
    if (edtf !== null && !parseEdtf(edtf)) throw invalidField(field, edtfRule)
    edits.set(field, [valueOr(field, edtf)])
  }
  for (const [key, value] of Object.entries(attributes)) edits.set(`attr:${key}`, [plain(`attr:${key}`, value)])
  return edits
}

export async function mapRelationType(curator: Curator, type: string, same_as: string) {
  if (same_as === type) throw invalidField('same_as', 'must be another type')
  await requireType(curator, type)
  await requireType(curator, same_as)
  const audited = await decideType(curator, type, same_as)
  const [row] = await countsOf(curator, type)
  return { ...toMappedType(row as TypeCount), ...audited }
}

export async function unmapRelationType(curator: Curator, type: string): Promise<{ ok: true } & Audited> {
  const [row] = await countsOf(curator, type)
  if (!row || row.same_as === null) throw fail('relation_type_not_found')
  return { ok: true, ...(await decideType(curator, type, null)) }
}

async function decideType(curator: Curator, type: string, after: string | null): Promise<Audited> {
  const { tx, moment } = curator
  const change = await planRelationType(tx, moment.domain_id, type, after)
  return commit(curator, [change], {
    action: after === null ? 'relation_type.unmap' : 'relation_type.map',
    ...{ target: { type: 'relation_type', id: moment.domain_id, name: type }, entity_ids: [] },
    ...{ before: { same_as: change.before }, after: { same_as: after } },
  })
}

async function countsOf({ tx, moment }: Curator, type: string): Promise<TypeCount[]> {
  return (await selectTypeCounts(tx, moment.domain_id, { type, limit: 1 })).rows
}

/** Throws for a name that nobody has ever said. */
async function requireType(curator: Curator, type: string): Promise<void> {
  if (!isKnownRelation(type) && (await countsOf(curator, type)).length === 0) throw fail('relation_type_not_found')
}
