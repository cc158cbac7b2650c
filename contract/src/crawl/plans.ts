import { z } from 'zod'
import { domainId } from '../domains.ts'
import { nothing, taskProgress } from '../fields.ts'
import { limits } from '../limits.ts'
import { defineRoutes } from '../route.ts'

const selectedLink = z
  .strictObject({
    url: z.string(),
    reason: z.string().describe('Why it was chosen, in words.'),
  })
  .meta({ id: 'SelectedLink' })

const gapSearch = z
  .strictObject({
    query: z.string().describe('Words that were searched for, with the language in brackets.'),
    gap: z.string().describe('The kind or facet of which the graph has little.'),
    found: z.int().describe('Addresses that were found and that the gate keeps.'),
  })
  .meta({ id: 'GapSearch' })

const plan = z
  .strictObject({
    ...taskProgress,
    result: z
      .strictObject({
        pages: z.int().describe('Pages that it queued and that are done.'),
        entities_added: z.int().describe('Entities that the graph has more since it began.'),
        rejected: z.int().describe('Links that were rejected because pages like them could not be read.'),
        waiting: z.int().describe('Links that still wait; more than 10,000 are not counted.'),
      })
      .meta({ id: 'PlanResult' })
      .nullable()
      .describe('Null until it has finished, and when it failed.'),
    selected: z
      .array(selectedLink)
      .describe(`Links that were queued, in this order; the first ${limits.plan_selected}.`),
    searches: z.array(gapSearch).describe('Searches for what the graph has little of.'),
    notes: z.string().nullable().describe('How it went, or why it failed, in words; null until then.'),
    enqueued: z.int().describe('Pages that were queued so far.'),
    frontier_added: z.int().describe('Links that the searches added to the frontier.'),
  })
  .meta({ id: 'Plan', description: 'A plan of the frontier: links are ranked, and the best are crawled.' })

export const planRoutes = defineRoutes({
  planFrontier: {
    method: 'POST',
    path: '/v1/domains/{domainId}/plan-frontier',
    auth: 'full',
    tag: 'Sources',
    summary: 'Rank the links that wait, and crawl the best',
    description:
      'Ranks the links that wait by what pages like them gave, queues the best within `max_pages`, learns from them and ranks again, until the room is used or nothing is worth it. Searches the web for kinds and facets of which the graph has little. Until it ends, the crawl follows no links by itself. Every domain that is not archived or paused is planned once a week.',
    params: { domainId },
    body: nothing,
    status: 202,
    answer: z.strictObject({ queued: z.literal(true) }).meta({ id: 'PlanQueued' }),
    queues_work: true,
    errors: ['domain_paused', 'plan_running'],
  },
  listPlans: {
    method: 'GET',
    path: '/v1/domains/{domainId}/plans',
    auth: 'any',
    tag: 'Sources',
    summary: `List the last ${limits.plans} plans, newest first`,
    params: { domainId },
    status: 200,
    answer: z.strictObject({ plans: z.array(plan) }).meta({ id: 'PlanList' }),
  },
})
