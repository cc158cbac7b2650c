import { z } from 'zod'
import { httpUrl, id, idOf, label, list, object, sentence, text, timestamp, uuid, word } from '../fields.ts'
import { limits } from '../limits.ts'
import type { Param } from '../route.ts'
import { certainty, entityRef, typeOfPages } from './graph-fields.ts'

// Fields of what people decide about the graph.

export const tombstoneId: Param = {
  schema: uuid,
  not_found: 'tombstone_not_found',
  description: 'Id of the tombstone.',
}
export const mergeId: Param = { schema: uuid, not_found: 'merge_not_found', description: 'Id of the merge.' }
export const duplicateId: Param = { schema: uuid, not_found: 'duplicate_not_found', description: 'Id of the pair.' }
export const auditId: Param = { schema: uuid, not_found: 'audit_not_found', description: 'Id of the audit entry.' }
export const attributeKey: Param = {
  schema: word,
  not_found: 'attribute_not_found',
  description: 'Key of the attribute.',
}

export const relationTypeName: Param = {
  schema: text({ min: 1, max: limits.relation_max }).regex(typeOfPages),
  not_found: 'relation_type_not_found',
  description: 'A type of relationships, as pages say it.',
}

export const reason = text({ max: limits.note_max }).nullable().optional().describe('Why; kept in the audit.')

const registerRule = sentence('must be an object of at most 20 texts by lower-case words')

function textsByWord(options: { max: number; value_max: number }) {
  return z
    .record(word, text({ min: 1, max: options.value_max }).normalize('NFC'), {
      error: ({ code }) => (code === 'invalid_key' ? '{field} is not a known field' : '{field} must be an object'),
    })
    .refine((values) => Object.keys(values).length <= options.max, registerRule)
}

export const relationType = text({ min: 1, max: limits.relation_max }).regex(
  /^[a-z][a-z0-9_]*$/,
  sentence('must be a word of lower-case letters, digits and underscores'),
)

/** A type of the table, or one that pages have. */
export const sameAs = text({ min: 1, max: limits.relation_max }).regex(
  typeOfPages,
  sentence('must be a word of lower-case letters, digits and underscores'),
)

export const edtfRule = 'must be a date as EDTF, such as 1987, 1987-05, 1987-05-03 or 1987/1990'
const edtfSentence = sentence(edtfRule)
export const edtf = z.string(edtfSentence).min(1, edtfSentence).max(60, edtfSentence)

const whenInput = z
  .union(
    [
      edtf,
      z.strictObject({
        edtf,
        start: z.string().nullable().optional(),
        end: z.string().nullable().optional(),
        precision: z.string().optional(),
      }),
    ],
    edtfSentence,
  )
  .transform((value) => (typeof value === 'string' ? value : value.edtf))
  .meta({ description: 'EDTF, or an object with `edtf`; the rest of it follows from that.' })

const degrees = (most: number) => {
  const rule = sentence(`must be a number from ${-most} to ${most}`)
  return z.number(rule).min(-most, rule).max(most, rule)
}

const countryRule = sentence('must be two upper-case letters (ISO 3166-1)')

const whereInput = object({
  lat: degrees(90).nullable().optional(),
  lon: degrees(180).nullable().optional(),
  precision: z
    .enum(
      ['point', 'address', 'city', 'region', 'country'],
      sentence('must be point, address, city, region or country'),
    )
    .optional()
    .describe('Default is `point` with coordinates, else `country`.'),
  country: z
    .string(countryRule)
    .regex(/^[A-Z]{2}$/, countryRule)
    .nullable()
    .optional(),
  place_id: text({ min: 1, max: limits.name_max }).nullable().optional(),
}).refine((where) => ((where.lat ?? null) === null) === ((where.lon ?? null) === null), {
  error: '{field} must have both lat and lon, or neither',
})

/** Fields of an entity that a person may set. */
export const settable = {
  aliases: list(label(), { max: limits.aliases_max }).optional(),
  summary: text({ min: 1, max: limits.summary_max }).nullable().optional(),
  attributes: textsByWord({ max: limits.curated_attributes_max, value_max: limits.value_max })
    .optional()
    .describe('Sets these attributes and leaves the others. Delete an attribute to remove it.'),
  when: whenInput.nullable().optional(),
  where: whereInput.nullable().optional(),
  external_ids: textsByWord({ max: limits.external_ids_max, value_max: limits.name_max })
    .optional()
    .describe('Sets the ids in these registers and leaves the others.'),
  urls: list(httpUrl, { max: limits.urls_max }).optional(),
}

export const settableOfRelationship = {
  attributes: textsByWord({ max: limits.curated_attributes_max, value_max: limits.value_max }).optional(),
  since: edtf.nullable().optional().describe('EDTF.'),
  until: edtf.nullable().optional().describe('EDTF.'),
}

/** `{"name": null}` gives a field back to the pages. */
export const unpinned = z
  .record(
    text({ min: 1, max: 2 * limits.word_max + 20 }),
    z.null({ error: '{field} must be null, which unpins it; set the field itself to pin it' }),
    { error: () => '{field} must be an object of fields with null' },
  )
  .optional()
  .describe('Fields to unpin, each with null: `{"name": null}`. They show again what the pages say.')

export const entityIdField = idOf('entity_not_found')

export const targetList = (notFound: 'entity_not_found' | 'relationship_not_found') =>
  list(idOf(notFound), { min: 1, max: limits.bulk_targets })

// Fields of answers.

export const tombstone = z
  .strictObject({
    id,
    type: z.enum(['entity', 'relationship', 'attribute']),
    target_id: id.describe('The deleted entity or relationship, or the entity that lost an attribute.'),
    kind: z.string().nullable(),
    name: z.string().nullable().describe('Name of the entity; null for a relationship.'),
    attribute: z.string().nullable().describe('The deleted attribute.'),
    from: entityRef.nullable().describe('First end of a deleted relationship.'),
    to: entityRef.nullable(),
    relation: z.string().nullable().describe('Type of a deleted relationship.'),
    certainty: certainty.nullable().describe('Of a deleted relationship: others of the same type stay.'),
    reason: z.string().nullable(),
    created_by: z.string(),
    created_at: timestamp,
    blocked_count: z
      .int()
      .describe('How often a page that was crawled since would have brought it back; each page counts at every crawl.'),
    last_blocked_at: timestamp.nullable(),
  })
  .meta({ id: 'Tombstone', description: 'What was deleted, and stays so.' })

export const mappedType = z
  .strictObject({
    type: z.string(),
    count: z
      .int()
      .describe(
        'Relationships that are shown by this type, what is denied left out; with `same_as`, those that pages state in this word.',
      ),
    same_as: z.string().nullable().describe('The type by which its relationships are shown.'),
    is_own: z.boolean().describe('Whether it is a word of the pages alone: the table of relations does not have it.'),
  })
  .meta({ id: 'RelationType' })

export const judgements = ['same', 'different', 'unsure'] as const

export const duplicate = z
  .strictObject({
    id,
    status: z.enum(['pending', ...judgements]),
    entities: z.array(entityRef).length(2),
    score: z.number().min(0).max(1),
    reasons: z.array(z.string()).describe('In plain words, the strongest first.'),
    against: z.array(z.string()).describe('Those of the reasons that speak against it.'),
    held_by: z.string().nullable().describe('What keeps two apart that would be merged for these reasons.'),
    judged_by: z.string().nullable(),
    judged_at: timestamp.nullable(),
    created_at: timestamp,
  })
  .meta({ id: 'Duplicate', description: 'Two entities that may be the same.' })

export const auditActions = [
  'entity.create',
  'entity.edit',
  'entity.delete',
  'entity.merge',
  'entity.split',
  'attribute.delete',
  'relationship.create',
  'relationship.edit',
  'relationship.delete',
  'merge.revert',
  'duplicate.judge',
  'tombstone.lift',
  'relation_type.map',
  'relation_type.unmap',
  'undo',
] as const

export const auditEntry = z
  .strictObject({
    id,
    at: timestamp,
    actor: z.string().describe('`key:<id>` or `user:<id>`.'),
    action: z.enum(auditActions),
    target: z
      .strictObject({
        type: z.enum(['entity', 'relationship', 'merge', 'duplicate', 'tombstone', 'relation_type', 'audit']),
        id: id.describe('Of a type of relationships, that of the domain; `name` is the type.'),
        name: z.string().nullable(),
      })
      .meta({ id: 'AuditTarget' }),
    entity_ids: z.array(id).describe('All entities that it is about.'),
    before: z.record(z.string(), z.unknown()).nullable().describe('What the change replaced.'),
    after: z.record(z.string(), z.unknown()).nullable(),
    reason: z.string().nullable(),
    request_id: z.string(),
    undoes: id.nullable().describe('The entry that this one took back.'),
    undone_by: id.nullable().describe('The entry that took this one back.'),
    batch_id: id.nullable().describe('The batch that it is part of.'),
  })
  .meta({ id: 'AuditEntry', description: 'A change that a person made to the graph.' })
