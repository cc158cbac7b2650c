import { z } from 'zod'
import { domainId } from '../domains.ts'
import { id } from '../fields.ts'
import { defineRoutes } from '../route.ts'
import { asOfQuery, queryQuestion } from './graph-fields.ts'

export const askRoutes = defineRoutes({
  ask: {
    method: 'GET',
    waits: true,
    path: '/v1/domains/{domainId}/ask',
    auth: 'any',
    tag: 'Views of the graph',
    summary: 'Ask a question',
    description:
      'Facts of the graph come first, as names, dates and places, eight at most and then how many more there are, then passages. Every sentence of the answer has a citation: ' +
      '`[1]` is the first of `citations`. Model calls count against the monthly spend cap. Without a model, over the cap and ' +
      'in a paused or archived domain the answer consists of facts and the best passages. It is plain text, and empty when ' +
      'nothing is found.',
    params: { domainId },
    query: asOfQuery.extend({ q: queryQuestion.describe('The question, in plain words of any language.') }),
    status: 200,
    answer: z
      .strictObject({
        answer: z.string(),
        citations: z.array(
          z
            .strictObject({
              quote: z.string().describe('Verbatim text of the page.'),
              url: z.string(),
              entity_ids: z.array(id).describe('The entities that the quote is about.'),
            })
            .meta({ id: 'Citation' }),
        ),
      })
      .meta({ id: 'Answer' }),
    has_etag: true,
  },
})
