import { z } from 'zod'
import { id, idOf, list, sentence, text, timestamp, uuid, word } from '../fields.ts'
import { changeActor } from '../graph/graph-fields.ts'
import { limits } from '../limits.ts'

// Events of the graph. They are read from the log of its changes when they are asked for: nothing is stored for them, and
// a crawl costs the same with a thousand subscribers as with none. Their ids are cursors of `/changes`.

export const graphEventTypes = [
  'entity.added',
  'entity.changed',
  'entity.merged',
  'entity.split',
  'entity.deleted',
  'relationship.added',
  'relationship.changed',
  'relationship.deleted',
] as const
export type GraphEventType = (typeof graphEventTypes)[number]

export const isGraphEventType = (type: string): type is GraphEventType =>
  (graphEventTypes as readonly string[]).includes(type)

const entityNamed = z
  .strictObject({ id, kind: z.string(), name: z.string() })
  .nullable()
  .meta({ id: 'EntityNamed', description: 'Null where its states were deleted with the history of that time.' })

const fieldChange = z
  .strictObject({
    field: z.string().describe('`name`, `aliases`, `when`, `attributes.role` …, as in `fields` of evidence.'),
    from: z.unknown().describe('Null where there was none.'),
    to: z.unknown().describe('Null where there is none any more.'),
  })
  .meta({ id: 'FieldChange' })

const ofGraph = {
  cursor: z.int().describe('The change in `/changes`; the id of the event in its stream.'),
  actor: changeActor,
  reason: z.string().nullable(),
}

const entityEvent = z
  .strictObject({
    id: id.describe('Id of the entity.'),
    kind: z.string(),
    name: z.string(),
    changes: z.array(fieldChange).describe('Of `entity.changed`; empty otherwise.'),
    merged_into: entityNamed.optional().describe('Of `entity.merged`: the entity that stands for it from now on.'),
    ...ofGraph,
  })
  .meta({ id: 'EntityEvent', description: 'What has happened to an entity. `entity.split`: it was split off another.' })

const relationshipEvent = z
  .strictObject({
    id: id.describe('Id of the relationship.'),
    type: z.string(),
    certainty: z.enum(['said', 'reported']).describe('What pages deny is no event.'),
    from: entityNamed,
    to: entityNamed,
    changes: z.array(fieldChange).describe('Of `relationship.changed`; empty otherwise.'),
    merged_into: id
      .optional()
      .describe('Of `relationship.deleted`: the relationship that stands for it, where its ends were merged.'),
    ...ofGraph,
  })
  .meta({ id: 'RelationshipEvent', description: 'What has happened to a relationship.' })

/** The payload of each type. */
export const graphEventPayloads = {
  'entity.added': entityEvent,
  'entity.changed': entityEvent,
  'entity.merged': entityEvent,
  'entity.split': entityEvent,
  'entity.deleted': entityEvent,
  'relationship.added': relationshipEvent,
  'relationship.changed': relationshipEvent,
  'relationship.deleted': relationshipEvent,
} satisfies Record<GraphEventType, z.ZodType>

export const graphEventData = z.union([entityEvent, relationshipEvent])
export type GraphEventData = z.output<typeof entityEvent> | z.output<typeof relationshipEvent>

/** An event of the graph as polls and deliveries have it. */
export const graphEvent = z
  .strictObject({
    id: z.int().describe('Cursor of the change in `/changes`. They increase, with gaps.'),
    type: z.enum(graphEventTypes),
    payload: graphEventData,
    created_at: timestamp,
  })
  .meta({ id: 'GraphEvent', description: 'An event of the graph. Its type says which of both payloads it has.' })

/** The type of a delivery that carries events of the graph. */
export const graphDeliveryType = 'graph.changes' as const

export const graphDeliveryData = z
  .strictObject({
    events: z.array(graphEvent).describe('In the order of `/changes`.'),
    cursor: z.int().describe('Everything up to this change was looked at.'),
  })
  .meta({ id: 'GraphChanges', description: 'Events of the graph, many in one delivery.' })

export const watchedKinds = list(word, { min: 1, max: limits.watched_max })
const type = text({ min: 1, max: 100 }).regex(
  /^[a-z][a-z0-9_]*$/,
  sentence('must be a word of lower-case letters, digits and underscores'),
)
const types = list(type, { min: 1, max: limits.watched_max })
const entity_ids = list(uuid, { min: 1, max: limits.watched_max })

/** Which events of the graph a webhook gets. */
export const graphFilter = z
  .strictObject({
    kinds: watchedKinds.optional().describe('Only entities of these kinds, and relationships that have one at an end.'),
    types: types.optional().describe('Of relationships only those of these types.'),
    entity_ids: entity_ids
      .optional()
      .describe('Only these entities, whatever they are merged into, and their relationships.'),
    watch_id: idOf('watch_not_found')
      .optional()
      .describe('Only what this watch has as news. A webhook is switched off when the watch is deleted.'),
  })
  .meta({ id: 'GraphFilter', description: 'Which events of the graph are sent. Each field that is given must hold.' })

export interface GraphFilter {
  kinds?: string[] | undefined
  types?: string[] | undefined
  entity_ids?: string[] | undefined
  watch_id?: string | undefined
}
