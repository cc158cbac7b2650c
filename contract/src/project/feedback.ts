import { z } from 'zod'
import { id, idOf, jsonObject, listQuery, nextCursor, oneOf, text, timestamp } from '../fields.ts'
import { limits } from '../limits.ts'
import { defineRoutes } from '../route.ts'

export const feedbackKinds = ['problem', 'idea'] as const

const context = jsonObject(limits.feedback_context_bytes).describe(
  'Any JSON object that helps to understand the feedback.',
)

const feedback = z
  .strictObject({
    id,
    kind: z.enum(feedbackKinds),
    message: z.string(),
    domain_id: id.nullable().describe('The domain that the feedback is about; it may have been deleted.'),
    context: z.record(z.string(), z.unknown()).nullable(),
    created_at: timestamp,
    created_by: z.string().describe('`key:<id>` or `user:<id>`.'),
  })
  .meta({ id: 'Feedback', description: 'A problem or an idea that the project sent.' })

export const feedbackRoutes = defineRoutes({
  sendFeedback: {
    method: 'POST',
    adds: ['feedback'],
    path: '/v1/feedback',
    // A read key may send feedback.
    auth: 'any',
    tag: 'Feedback',
    summary: 'Report a problem or an idea',
    body: z
      .strictObject({
        kind: oneOf(feedbackKinds),
        message: text({ min: 1, max: limits.feedback_max }).refine((value) => value.trim() !== '', {
          error: `{field} must be a string of 1 to ${limits.feedback_max} characters`,
        }),
        domain_id: idOf('domain_not_found').optional(),
        context: context.optional(),
      })
      .meta({ id: 'SendFeedback', examples: [{ kind: 'idea', message: 'Show ports on the map.' }] }),
    status: 201,
    answer: z.strictObject({ id }).meta({ id: 'FeedbackSent' }),
    errors: ['domain_not_found'],
  },
  listFeedback: {
    method: 'GET',
    path: '/v1/feedback',
    auth: 'any',
    tag: 'Feedback',
    summary: "List the project's feedback, newest first",
    query: listQuery,
    status: 200,
    answer: z.strictObject({ feedback: z.array(feedback), next_cursor: nextCursor }).meta({ id: 'FeedbackList' }),
  },
})
