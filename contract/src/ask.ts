import { z } from 'zod'
import { domainId } from './domains.ts'
import { id } from './fields.ts'
import { asOfQuery, queryQuestion } from './graph-fields.ts'
import { defineRoutes } from './route.ts'

export const askRoutes = defineRoutes({
  ask: {
    method: 'GET',
    path: '/v1/domains/{domainId}/ask',
    auth: 'any',
    tag: 'Views of the graph',
    summary: 'Ask a question',
    description:
      'No sentence of the answer is without a citation: `[1]` is the first of `citations`. What a model costs counts ' +
      'against the monthly cap, whoever asks. Without a model, over the cap and in an archived domain the best passages ' +
      'answer; when nothing is found the answer is empty.',
    params: { domainId },
    query: asOfQuery.extend({ q: queryQuestion }),
    status: 200,
    answer: z
      .strictObject({
        answer: z.string(),
        citations: z.array(
          z
            .strictObject({
              quote: z.string().describe('As it stands on the page.'),
              url: z.string(),
              entity_ids: z.array(id).describe('The entities that it speaks of.'),
            })
            .meta({ id: 'Citation' }),
        ),
      })
      .meta({ id: 'Answer' }),
    has_etag: true,
  },
})
