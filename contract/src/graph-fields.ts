import { z } from 'zod'
import { id, queryIntegerOr, sentence, text, timestamp, uuid } from './fields.ts'
import { limits } from './limits.ts'
import type { Param } from './route.ts'

// What the graph is made of, and what one can ask of it.

export const entityId: Param = { schema: uuid, not_found: 'entity_not_found', description: 'Id of the entity.' }
export const relationshipId: Param = {
  schema: uuid,
  not_found: 'relationship_not_found',
  description: 'Id of the relationship.',
}

const timeShape = /^(\d{4}-\d\d-\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))?$/

/** ISO 8601, or undefined. A date alone is its first moment in UTC. */
function readTime(value: string): string | undefined {
  const date = timeShape.exec(value)?.[1]
  const time = date === undefined ? Number.NaN : Date.parse(value)
  if (Number.isNaN(time)) return undefined
  // There is no 30th of February, and no year 0 in the database.
  const isDay = new Date(`${date}T00:00:00Z`).toISOString().startsWith(date as string)
  const iso = new Date(time).toISOString()
  return isDay && /^(?!0000)\d{4}-/.test(iso) ? iso : undefined
}

const timeRule = sentence('must be an ISO 8601 timestamp')

/** A moment in a query string; it becomes a timestamp in UTC. */
export const queryTime = z
  .string(timeRule)
  .max(40, timeRule)
  .transform((value, context) => {
    const time = readTime(value)
    if (time !== undefined) return time
    context.addIssue({ code: 'custom', message: '{field} must be an ISO 8601 timestamp' })
    return z.NEVER
  })
  .meta({ type: 'string', format: 'date-time' })

const words = /^[a-z][a-z0-9_]{0,99}(?:,[a-z][a-z0-9_]{0,99}){0,49}$/
const wordsRule = sentence('must be words of lower-case letters, digits and underscores, with commas between them')

/** One or several kinds or types: `person,event`. */
export const queryWords = z
  .string(wordsRule)
  .max(limits.query_max, wordsRule)
  .regex(words, wordsRule)
  .transform((value) => [...new Set(value.split(','))])
  .meta({ type: 'string', maxLength: limits.query_max })

/** One or several of these: `when,where`. */
export function querySeveral<const Value extends string>(values: readonly Value[]) {
  const rule = sentence(`must be one or several of ${values.join(', ')}, with commas between them`)
  const isOne = (value: string): value is Value => (values as readonly string[]).includes(value)
  return z
    .string(rule)
    .max(limits.query_max, rule)
    .refine((value) => value.split(',').every(isOne), rule)
    .transform((value) => [...new Set(value.split(',') as Value[])])
    .meta({ type: 'string', maxLength: limits.query_max })
}

const fractionRule = sentence('must be a number from 0 to 1')
export const queryFraction = z
  .string(fractionRule)
  .regex(/^(?:0(?:\.\d{1,9})?|1(?:\.0{1,9})?)$/, fractionRule)
  .transform(Number)
  .meta({ type: 'number', minimum: 0, maximum: 1 })

export const queryQuestion = text({ min: 1, max: limits.question_max })

/** A date of any precision, as EDTF or ISO 8601: `1987`, `1987-05`, `198X`, `1987-05-03`. */
export const queryDate = text({ min: 1, max: 60 })

/** The names of things can be part of a cursor. */
const cursorMax = 4000

export const asOfQuery = z.strictObject({
  as_of: queryTime
    .optional()
    .describe('The graph as it was recorded then. 410 when the history of that time is not kept any more.'),
})

export const graphListQuery = asOfQuery.extend({
  limit: queryIntegerOr(limits.list_default, { min: 1, max: limits.list_max }).describe('How many rows to return.'),
  cursor: text({ max: cursorMax }).optional().describe('`next_cursor` of the previous answer.'),
})

// What answers are made of.

export const mergedInto = z
  .strictObject({ merged_into: id.describe('Id of what stands for it.') })
  .meta({ id: 'MergedInto', description: 'It was merged into another.' })

export const when = z
  .strictObject({
    start: z.string().nullable().describe('The first day that it may be, ISO 8601; null where it is open.'),
    end: z.string().nullable().describe('The last day that it may be; null where it is open.'),
    edtf: z.string().describe('Extended Date/Time Format.'),
    precision: z.enum(['time', 'day', 'month', 'season', 'quarter', 'year', 'decade', 'century', 'millennium']),
  })
  .meta({ id: 'When', description: 'A time, however vague.' })

export const where = z
  .strictObject({
    lat: z.number().nullable(),
    lon: z.number().nullable(),
    precision: z.enum(['point', 'address', 'city', 'region', 'country']),
    country: z.string().nullable().describe('ISO 3166-1 alpha-2.'),
    place_id: z.string().nullable().describe('For example `geonames:2950159`.'),
  })
  .meta({ id: 'Where' })

const said = {
  kind: z.string().describe('Of the ontology of the domain.'),
  name: z.string(),
  aliases: z.array(z.string()),
  summary: z.string().nullable(),
  attributes: z.record(z.string(), z.string()),
  when: when.nullable(),
  where: where.nullable(),
  external_ids: z.record(z.string(), z.string()).describe('By the name of the register: `wikidata`, `orcid`.'),
  urls: z.array(z.string()),
}

export const entity = z
  .strictObject({
    id,
    ...said,
    confidence: z.number().min(0).max(1),
    relationship_count: z.int(),
    evidence_count: z.int(),
    source_count: z.int().describe('On how many hosts it is spoken of.'),
    pinned: z.array(z.string()).describe('Fields that a person set.'),
    merged_from: z.array(id).describe('Ids of what it stands for beside itself.'),
    first_seen_at: timestamp.nullable(),
    last_seen_at: timestamp.nullable(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Entity', description: 'One real thing, however many pages speak of it, by whatever names.' })

export const entityRef = z.strictObject({ id, kind: z.string(), name: z.string() }).meta({ id: 'EntityRef' })

const saidOfRelationship = {
  type: z.string().describe('A verb phrase such as works_for: `from` works_for `to`.'),
  attributes: z.record(z.string(), z.string()),
  since: z.string().nullable().describe('EDTF.'),
  until: z.string().nullable().describe('EDTF.'),
}

export const relationship = z
  .strictObject({
    id,
    from: entityRef,
    to: entityRef,
    ...saidOfRelationship,
    confidence: z.number().min(0).max(1),
    evidence_count: z.int(),
    source_count: z.int(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Relationship' })

export const mode = z.enum(['agentic', 'deterministic'])

export const evidence = z
  .strictObject({
    id,
    page_id: id,
    url: z.string(),
    host: z.string(),
    quote: z.string().describe('Text of the page as stored, at `start` to `end`.'),
    start: z.int().describe('In UTF-16 code units.'),
    end: z.int(),
    mode,
    model: z.string().nullable(),
    run_id: id.nullable(),
    gate_version: z.int(),
    observed_at: timestamp,
    retracted_at: timestamp.nullable().describe('When the page stopped saying so; only with `as_of`.'),
  })
  .meta({ id: 'Evidence', description: 'Where a page says so.' })

/** What an entity or a relationship was from one change to the next. */
export const state = z
  .union([
    z.strictObject(said).meta({ id: 'EntityState' }),
    z
      .strictObject({ from: id, to: id, ...saidOfRelationship })
      .meta({ id: 'RelationshipState', description: '`from` and `to` are ids of entities.' }),
    mergedInto,
  ])
  .nullable()
  .meta({ id: 'State', description: 'As it was recorded; null when it was not in the graph.' })

export const changeKinds = ['entered', 'changed', 'left', 'merged'] as const

export const count = z.strictObject({ value: z.string(), count: z.int() }).meta({ id: 'Count' })

export const mergeDecision = z
  .strictObject({
    id,
    target: entityRef,
    source: entityRef,
    score: z.number(),
    reasons: z.array(z.string()),
    merged_by: z.string(),
    merged_at: timestamp,
    reverted_by: z.string().nullable(),
    reverted_at: timestamp.nullable(),
  })
  .meta({ id: 'MergeDecision', description: 'That two are one, who said so and why.' })
