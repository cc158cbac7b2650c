import { z } from 'zod'
import { domainId, pausedReason } from '../domains.ts'
import { id, nothing, timestamp, uuid } from '../fields.ts'
import { limits } from '../limits.ts'
import { defineRoutes, type Param } from '../route.ts'

const pages = (what: string) => z.int().describe(what)

export const crawlRun = z
  .strictObject({
    id,
    status: z.enum(['running', 'finished', 'cancelled']),
    trigger: z
      .enum(['call', 'plan', 'schedule'])
      .describe(
        'What began it: a call, a plan that leads the crawl, or the schedule of the domain or of a source (`recrawl_every`).',
      ),
    started_at: timestamp.describe('When its first page was queued.'),
    finished_at: timestamp.nullable().describe('When the last page was done, or the run was cancelled.'),
    end_reason: z
      .string()
      .nullable()
      .describe(
        'Why it ended: `nothing left`, `budget` (`max_pages` is reached and links are left), `cancelled`, `planned` (a plan led it, and links are left), or `12 links held back: group …` (see the groups of the frontier). `refused: …` is a run whose schedule was due and that may not begin, such as one beyond a quota; it has no pages. Null while it runs.',
      ),
    pages_total: pages('All pages of the run, including queued ones.'),
    pages_done: pages('Sum of the six counters below.'),
    pages_unchanged: pages('Unchanged since the last read.'),
    pages_deterministic: pages('Extracted without a model.'),
    pages_agentic: pages('Extracted by a model.'),
    pages_irrelevant: pages('Dropped by the gate.'),
    pages_skipped: pages('Not read: unsupported type, duplicate, disallowed by robots.txt, or cancelled.'),
    pages_failed: pages('Could not be fetched or read.'),
    entities_added: z.int(),
    tokens_input: z.int(),
    tokens_output: z.int(),
    spend_usd: z.number(),
    paused_reason: pausedReason,
  })
  .meta({ id: 'CrawlRun', description: 'A crawl, from the first queued page until none is queued.' })

const frontierStatus = z.enum(['candidate', 'planned', 'crawled', 'rejected'])

const waitingGroup = z
  .strictObject({
    id: id.nullable().describe('Id of the group that the links wait for, where they are doubted or held back.'),
    host: z.string(),
    pattern: z.string().describe('What the addresses of the group have in common, such as `example.org/calendar/#/#`.'),
    status: z.enum(['candidate', 'planned']),
    n: z.int(),
    reason: z.string().describe('Why the links wait.'),
  })
  .meta({
    id: 'WaitingGroup',
    examples: [
      {
        id: null,
        host: 'example.org',
        pattern: 'example.org/news/*',
        status: 'candidate',
        n: 12,
        reason: 'max_pages reached',
      },
    ],
  })

const groupId: Param = { schema: uuid, not_found: 'group_not_found', description: 'Id of the group of links.' }

export const runRoutes = defineRoutes({
  listRuns: {
    method: 'GET',
    path: '/v1/domains/{domainId}/runs',
    auth: 'any',
    tag: 'Crawl runs',
    summary: `List the last ${limits.runs} runs, newest first`,
    params: { domainId },
    status: 200,
    answer: z.strictObject({ runs: z.array(crawlRun) }).meta({ id: 'RunList' }),
  },
  pauseCrawl: {
    method: 'POST',
    path: '/v1/domains/{domainId}/runs/pause',
    auth: 'full',
    tag: 'Crawl runs',
    summary: 'Pause the crawl',
    description:
      'Queued pages stay queued. No fetch and no model call begins after the answer; what is under way is finished and kept.',
    params: { domainId },
    body: nothing,
    status: 200,
    answer: z.strictObject({ crawl_state: z.literal('paused') }).meta({ id: 'CrawlPaused' }),
  },
  resumeCrawl: {
    method: 'POST',
    adds: ['pages'],
    path: '/v1/domains/{domainId}/runs/resume',
    auth: 'full',
    tag: 'Crawl runs',
    summary: 'Resume the crawl',
    description: 'With an empty queue the domain becomes `idle`, and `running` as soon as a page is queued.',
    params: { domainId },
    body: nothing,
    status: 200,
    answer: z
      .strictObject({
        crawl_state: z.literal('running'),
        requeued: z.int().describe('Number of queued pages that continue; 0 when the crawl was not paused.'),
      })
      .meta({ id: 'CrawlResumed' }),
    queues_work: true,
  },
  cancelRun: {
    method: 'POST',
    path: '/v1/domains/{domainId}/runs/cancel',
    auth: 'full',
    tag: 'Crawl runs',
    summary: 'Cancel the active run',
    description:
      'Pages that had been read before, or had failed, get their earlier status back; the others become `skipped` (`run cancelled`), and the next `crawl` queues them again.',
    params: { domainId },
    body: nothing,
    status: 200,
    answer: z
      .strictObject({
        cancelled: z.literal(true),
        cancelled_pages: z.int().describe('Number of pages that were still queued.'),
      })
      .meta({ id: 'RunCancelled' }),
    errors: ['no_active_run'],
  },
  getFrontier: {
    method: 'GET',
    path: '/v1/domains/{domainId}/frontier',
    auth: 'any',
    tag: 'Crawl runs',
    summary: 'Count the links of the frontier by status, and say why links wait',
    params: { domainId },
    status: 200,
    answer: z
      .strictObject({
        frontier: z
          .array(z.strictObject({ status: frontierStatus, n: z.int() }).meta({ id: 'FrontierCount' }))
          .describe('Every status, in this order: candidate, planned, crawled, rejected.'),
        groups: z
          .array(waitingGroup)
          .describe('The links that wait (candidate and planned) by group and reason, the 100 largest.'),
      })
      .meta({ id: 'Frontier' }),
  },
  releaseFrontierGroup: {
    method: 'POST',
    path: '/v1/domains/{domainId}/frontier/groups/{groupId}/release',
    auth: 'full',
    tag: 'Crawl runs',
    summary: 'Let a group of links go on',
    description:
      'For a group that was held back although its pages are wanted. Its links are followed from now on, whatever they bring, up to `max_pages`.',
    params: { domainId, groupId },
    body: nothing,
    status: 200,
    answer: z
      .strictObject({ queued: z.int().describe('Links that were queued at once.') })
      .meta({ id: 'GroupReleased' }),
    queues_work: true,
  },
})
