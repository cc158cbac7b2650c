import { z } from 'zod'
import { domainId } from '../domains.ts'
import { flag, id, idOf, oneOf, text, uuid, word } from '../fields.ts'
import { limits } from '../limits.ts'
import { defineRoutes, type Param } from '../route.ts'
import { reason } from './curation-fields.ts'

// What waits to be reviewed, and judging many pairs at once by what they have in common.

const ofReview = { tag: 'Curation', status: 200, params: { domainId } } as const
const batchId: Param = { schema: uuid, not_found: 'batch_not_found', description: 'Id of the batch.' }
const counted = z.int().min(0).max(limits.review_counted)
const ofBatch = {
  batch_id: id.describe('All changes of the batch have it in the audit.'),
  audit_id: id.nullable().describe('The entry of this bite in the audit; null where there was nothing left to do.'),
  has_more: z.boolean().describe('Whether to call again for the next bite.'),
}

export const reviewRoutes = defineRoutes({
  countReview: {
    ...ofReview,
    method: 'GET',
    auth: 'any',
    path: '/v1/domains/{domainId}/review',
    summary: 'Count what is listed for review',
    description: `Each list is counted up to ${limits.review_counted}.`,
    answer: z
      .strictObject({
        duplicates: counted.describe('Pairs that wait to be judged.'),
        merges: counted.describe('Merges that hold.'),
        contradictions: counted.describe('Entities about which pages disagree.'),
        tombstones: counted,
        audit: counted,
      })
      .meta({ id: 'ReviewCounts' }),
  },
  listPairReasons: {
    ...ofReview,
    method: 'GET',
    auth: 'any',
    path: '/v1/domains/{domainId}/duplicates/reasons',
    summary: 'List what the pairs that wait have in common, the most frequent first',
    answer: z
      .strictObject({
        reasons: z.array(
          z
            .strictObject({
              because: z.string().describe('A reason without its values: `same email`.'),
              is_against: z.boolean().describe('Whether it speaks against the two being the same.'),
              pairs: z.int().describe('Pairs that have the reason.'),
              uncontested: z.int().describe('Those against which nothing speaks.'),
            })
            .meta({ id: 'PairReason' }),
        ),
      })
      .meta({ id: 'PairReasonList' }),
  },
  judgeByReason: {
    ...ofReview,
    method: 'POST',
    auth: 'full',
    adds: ['curations', 'curated_mb'],
    path: '/v1/domains/{domainId}/duplicates/judge-by-reason',
    summary: 'Judge all pairs that wait and have a reason in common, a bite at a time',
    description: `A call judges up to ${limits.bulk_targets} pairs, each entity once, and keeps one entry in the audit. Call again with the \`batch_id\` of the answer while it \`has_more\`. \`GET …/duplicates?because=\` lists beforehand which pairs those are.`,
    body: z
      .strictObject({
        because: text({ min: 1, max: limits.query_max }).describe(
          'A reason without its values, as `…/reasons` lists it.',
        ),
        kind: word.nullable().optional().describe('Only pairs of entities of this kind.'),
        uncontested: flag.default(true).describe('Only pairs against which nothing speaks.'),
        judgement: oneOf(['same', 'different']),
        batch_id: idOf('batch_not_found').optional().describe('The batch to go on with.'),
        reason,
      })
      .meta({ id: 'JudgementByReason', examples: [{ because: 'same email', judgement: 'same' }] }),
    answer: z
      .strictObject({ ...ofBatch, judged: z.int().describe('Pairs that this call judged.') })
      .meta({ id: 'JudgedByReason' }),
    errors: ['batch_not_found'],
  },
  undoBatch: {
    ...ofReview,
    method: 'POST',
    auth: 'full',
    adds: ['curations', 'curated_mb'],
    path: '/v1/domains/{domainId}/audit/batches/{batchId}/undo',
    summary: 'Undo a batch, the latest bite first',
    description:
      'A call undoes one bite. Call again while it `has_more`. 409 names the later change that builds on it.',
    params: { domainId, batchId },
    body: z
      .strictObject({ reason })
      .meta({ id: 'UndoBatch', examples: [{ reason: 'The register reuses its numbers.' }] }),
    answer: z.strictObject(ofBatch).meta({ id: 'UndoneBatch' }),
    errors: ['overtaken'],
  },
})
