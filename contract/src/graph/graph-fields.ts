import { z } from 'zod'
import { id, queryCursor, queryHost, queryIntegerOr, sentence, text, timestamp, uuid, uuidShape } from '../fields.ts'
import { limits } from '../limits.ts'
import type { Param } from '../route.ts'

// Fields of the graph, and query parameters for it.

export const entityId: Param = { schema: uuid, not_found: 'entity_not_found', description: 'Id of the entity.' }
export const relationshipId: Param = {
  schema: uuid,
  not_found: 'relationship_not_found',
  description: 'Id of the relationship.',
}

const timeShape = /^(\d{4}-\d\d-\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))?$/

/** ISO 8601, or undefined. A date alone means its first moment in UTC. */
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

/** A time in a query string; it becomes a timestamp in UTC. */
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

/** Pages name types in their own script. */
const word = '[\\p{Ll}\\p{Lo}][\\p{Ll}\\p{Lo}\\p{N}_]'
export const typeOfPages = new RegExp(`^${word}*$`, 'u')
const words = new RegExp(`^${word}{0,99}(?:,${word}{0,99}){0,49}$`, 'u')
const wordsRule = sentence(
  'must be at most 50 words of lower-case letters, digits and underscores, separated by commas',
)

/** One or more kinds or types: `person,event`. */
export const queryWords = z
  .string(wordsRule)
  .max(limits.query_max, wordsRule)
  .regex(words, wordsRule)
  .transform((value) => [...new Set(value.split(','))])
  .meta({ type: 'string', maxLength: limits.query_max })

const idsMax = 37 * limits.watched_max
const idsRule = sentence(`must be at most ${limits.watched_max} ids, separated by commas`)

/** One or more ids. */
export const queryIds = z
  .string(idsRule)
  .max(idsMax, idsRule)
  .refine((value) => value.split(',').every((one) => uuidShape.test(one)), idsRule)
  .transform((value) => [...new Set(value.toLowerCase().split(','))])
  .meta({ type: 'string', maxLength: idsMax })

/** One or more of these values: `when,where`. */
export function querySeveral<const Value extends string>(values: readonly Value[]) {
  const rule = sentence(`must be one or more of ${values.join(', ')}, separated by commas`)
  const isOne = (value: string): value is Value => (values as readonly string[]).includes(value)
  return z
    .string(rule)
    .max(limits.query_max, rule)
    .refine((value) => value.split(',').every(isOne), rule)
    .transform((value) => [...new Set(value.split(',') as Value[])])
    .meta({ type: 'string', maxLength: limits.query_max })
}

/** Fields that evidence may support, `name,attributes.role`: some names, and words below some others. */
function queryFields(names: string[], parents: string[]) {
  const fields = [...names, ...parents.map((parent) => `${parent}\\.[a-z][a-z0-9_]{0,${limits.word_max - 1}}`)]
  const one = `(?:${fields.join('|')})`
  const listed = [...names, ...parents.map((parent) => `${parent}.<key>`)].join(', ')
  const rule = sentence(`must be at most 20 of ${listed}, separated by commas`)
  return z
    .string(rule)
    .max(limits.query_max, rule)
    .regex(new RegExp(`^${one}(?:,${one}){0,19}$`), rule)
    .transform((value) => [...new Set(value.split(','))])
    .meta({ type: 'string', maxLength: limits.query_max })
    .optional()
    .describe('Only evidence that supports one of these fields.')
}

export const queryEntityFields = queryFields(
  ['name', 'aliases', 'summary', 'when', 'where', 'urls'],
  ['attributes', 'external_ids'],
)
export const queryRelationshipFields = queryFields(['type', 'since', 'until', 'said_as'], ['attributes'])

/** How pages say something: plainly, as what others say, or as not so. */
const certainties = ['said', 'reported', 'denied'] as const
export const certainty = z
  .enum(certainties)
  .describe('`said` plainly, `reported` as what others say, or `denied`. One is never counted with another.')

export const queryCertainty = querySeveral(certainties)
  .optional()
  .describe(
    'Only relationships of these certainties. Default is `said,reported`: what is denied is shown when it is asked for.',
  )

export const queryStated = querySeveral(certainties)
  .optional()
  .describe(
    'Only entities of which something is stated so, by themselves or by a relationship; with `type`, by a relationship of one of these types. Default is all, and for `type` `said,reported`.',
  )

const fractionRule = sentence('must be a number from 0 to 1')
export const queryFraction = z
  .string(fractionRule)
  .regex(/^\d(?:\.\d{1,20})?(?:e[+-]?\d{1,3})?$/i, fractionRule)
  .transform(Number)
  .pipe(z.number().max(1, fractionRule))
  .meta({ type: 'number', minimum: 0, maximum: 1 })

export const queryQuestion = text({ min: 1, max: limits.question_max })

/** A date of any precision, as EDTF or ISO 8601: `1987`, `1987-05`, `198X`, `1987-05-03`. */
export const dateRule = 'must be a date as EDTF or ISO 8601, such as 1987, 1987-05 or 1987-05-03'
export const queryDate = z.string(sentence(dateRule)).min(1, sentence(dateRule)).max(60, sentence(dateRule))

/** A cursor may contain names of entities. */
const cursorMax = 4000

export const asOfQuery = z.strictObject({
  as_of: queryTime
    .optional()
    .describe('Return the graph as it was recorded at this time. 410 when the history of that time has been deleted.'),
})

export const graphListQuery = asOfQuery.extend({
  limit: queryIntegerOr(limits.list_default, { min: 1, max: limits.list_max }).describe(
    'Maximum number of items to return.',
  ),
  cursor: queryCursor({ max: cursorMax }).optional().describe('`next_cursor` of the previous answer.'),
})

/** Filters for entities. They mean the same in all views of the graph. */
export const entityFilters = {
  kind: queryWords.optional().describe('Only entities of these kinds.'),
  type: queryWords.optional().describe('Only entities with a relationship of one of these types.'),
  host: queryHost
    .optional()
    .describe('Only entities with evidence from this host; without a port, from any port of it.'),
  min_confidence: queryFraction.optional().describe('Only entities with at least this confidence.'),
  from: queryDate.optional().describe('Only entities with a time, none that ended before this date.'),
  to: queryDate.optional().describe('Only entities with a time, none that began after this date.'),
}

// Fields of answers.

export const mergedInto = z
  .strictObject({ merged_into: id.describe('Id of the entity or relationship that it was merged into.') })
  .meta({ id: 'MergedInto', description: 'The entity or relationship was merged into another.' })

export const when = z
  .strictObject({
    start: z.string().nullable().describe('Earliest possible day, ISO 8601; null for an open start.'),
    end: z.string().nullable().describe('Latest possible day, ISO 8601; null for an open end.'),
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
  kind: z.string().describe('A kind of the ontology of the domain.'),
  name: z.string(),
  aliases: z.array(z.string()),
  summary: z.string().nullable(),
  attributes: z.record(z.string(), z.string()),
  when: when.nullable(),
  where: where.nullable(),
  external_ids: z.record(z.string(), z.string()).describe('Ids by register, such as `wikidata` or `orcid`.'),
  urls: z.array(z.string()),
  pinned: z.array(z.string()).describe('Fields that a person set.'),
}

export const entity = z
  .strictObject({
    id,
    ...said,
    confidence: z.number().min(0).max(1),
    relationship_count: z.int(),
    evidence_count: z.int(),
    source_count: z.int().describe('Number of distinct hosts with evidence.'),
    merged_from: z.array(id).describe('Ids of entities that were merged into this one.'),
    first_seen_at: timestamp.nullable(),
    last_seen_at: timestamp.nullable(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Entity', description: 'One real thing, across all pages and names that mention it.' })

export const entityRef = z.strictObject({ id, kind: z.string(), name: z.string() }).meta({ id: 'EntityRef' })

const saidOfRelationship = {
  type: z.string().describe('Verb phrase such as `works_for`: `from` works for `to`.'),
  certainty,
  said_as: z
    .array(z.string())
    .describe('The words by which pages say it, where they are others than `type`; the most said first.'),
  attributes: z.record(z.string(), z.string()),
  since: z.string().nullable().describe('EDTF.'),
  until: z.string().nullable().describe('EDTF.'),
  pinned: z.array(z.string()).describe('Fields that a person set.'),
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

export const mode = z.enum(['agentic', 'deterministic', 'import'])

export const evidence = z
  .strictObject({
    id,
    page_id: id,
    url: z
      .string()
      .describe(
        'Address of the page; of a PDF, with `#page=` and the number of the page where the quote begins. Of an import `import:<file>#row=<row>`.',
      ),
    file: z.string().nullable().describe('The name of the imported file; null for a page.'),
    row: z.int().nullable().describe('The row of the imported file, counted as its lines are; null for a page.'),
    host: z.string(),
    quote: z.string().describe('Text of the stored page from `start` to `end` (UTF-16 code units).'),
    start: z.int().describe('In UTF-16 code units.'),
    end: z.int(),
    certainty,
    mode,
    model: z.string().nullable(),
    run_id: id.nullable(),
    gate_version: z.int(),
    observed_at: timestamp,
    retracted_at: timestamp.nullable().describe('When the evidence was retracted; only set with `as_of`.'),
    fields: z
      .array(
        z
          .strictObject({
            field: z
              .string()
              .describe(
                'Of an entity `name`, `aliases`, `summary`, `when`, `where`, `urls`, `attributes.<key>` or `external_ids.<register>`; of a relationship `type`, `said_as`, `since`, `until` or `attributes.role`.',
              ),
            value: z.string().describe('The value as the page states it; a time as EDTF.'),
          })
          .meta({ id: 'ClaimedField' }),
      )
      .describe('What the quote says. Evidence of an entity always names it.'),
  })
  .meta({
    id: 'Evidence',
    description: 'A quote of a page that supports a fact; where it is `denied`, one that speaks against it.',
  })

export const changeActor = z.string().describe('`pipeline`, `model:<id>`, `key:<id>` or `user:<id>`.')

/** The state of an entity or a relationship between two changes. */
export const state = z
  .union([
    z.strictObject(said).meta({ id: 'EntityState' }),
    z
      .strictObject({ from: id, to: id, ...saidOfRelationship })
      .meta({ id: 'RelationshipState', description: '`from` and `to` are ids of entities.' }),
    mergedInto,
  ])
  .nullable()
  .meta({ id: 'State', description: 'Recorded state; null when it was not in the graph.' })

export const changeKinds = ['entered', 'changed', 'left', 'merged'] as const
/** Changes in the history of an entity that another one has a part in: merges, reverts and splits. */
export const sharedChangeKinds = ['merged_in', 'parted', 'split'] as const

export const count = z.strictObject({ value: z.string(), count: z.int() }).meta({ id: 'Count' })

export const mergeDecision = z
  .strictObject({
    id,
    target: entityRef,
    source: entityRef,
    target_hosts: z.array(z.string()).describe('Hosts that speak of the target by itself, at most three.'),
    source_hosts: z.array(z.string()).describe('Hosts that speak of the source, at most three.'),
    score: z.number(),
    reasons: z.array(z.string()),
    against: z.array(z.string()).describe('Those of the reasons that speak against it.'),
    merged_by: z.string(),
    merged_at: timestamp,
    reverted_by: z.string().nullable(),
    reverted_at: timestamp.nullable(),
  })
  .meta({ id: 'MergeDecision', description: 'A merge of two entities: who made it, when and why.' })
