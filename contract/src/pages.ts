import { z } from 'zod'
import { domainId } from './domains.ts'
import {
  anyText,
  flag,
  id,
  list,
  listQuery,
  nextCursor,
  nothing,
  ok,
  oneOf,
  queryHost,
  queryIntegerOr,
  text,
  timestamp,
  uuid,
} from './fields.ts'
import { limits } from './limits.ts'
import { defineRoutes, type Param } from './route.ts'

export const pageStatuses = ['queued', 'extracted', 'irrelevant', 'skipped', 'failed'] as const
export const pageModes = ['agentic', 'deterministic', 'unchanged'] as const
export const deadLetterStatuses = ['open', 'requeued', 'discarded'] as const

/** Why a page was not read, for programs. `error` has the text for people. */
export const pageErrorCodes = [
  // The gate
  'gate',
  'off_topic',
  // robots.txt
  'robots_disallowed',
  'robots_unavailable',
  // The connection
  'dns',
  'refused_address',
  'connect',
  'host_unreachable',
  'tls',
  'not_tls',
  'timeout',
  'cut_off',
  'protocol',
  'too_large',
  'bad_encoding',
  'bad_redirect',
  'too_many_redirects',
  // The answer
  'http_status',
  'not_found',
  'no_content',
  'not_a_page',
  'redirected_out',
  'duplicate',
  // The page
  'bot_wall',
  'login_wall',
  'parked_domain',
  'soft_404',
  'thin_page',
  // Reading it
  'render_too_large',
  'unreadable',
  'model_failed',
  'answer_unusable',
  'reading_failed',
  'not_stored',
  'process_ended',
  'run_cancelled',
] as const

const errorCode = z.enum(pageErrorCodes).describe('Stable error code for programs; `error` has the text for people.')

const deadLetterId: Param = { schema: uuid, not_found: 'not_found', description: 'Id of the dead letter.' }

const place = {
  id,
  url: z.string().describe('Canonical address.'),
  depth: z.int().describe('Distance from a source, in links.'),
}

export const page = z
  .strictObject({
    ...place,
    status: z.enum(pageStatuses),
    last_mode: z.enum(pageModes).nullable().describe('Mode of the last read; null before the first.'),
    mode_reason: z.string().nullable().describe('Why the last read used this mode.'),
    error: z.string().nullable().describe('Why the page was not read, or the gate rule that dropped it.'),
    error_code: errorCode.nullable(),
    source_host: z.string().describe('Host of the source that led to the page.'),
    run_id: id.nullable().describe('The last run in which the page was queued.'),
    fetched_at: timestamp.nullable(),
  })
  .meta({ id: 'Page', description: 'One page of the web, by its canonical address.' })

const failedPage = z
  .strictObject({
    ...place,
    error: z.string().nullable(),
    error_code: errorCode.nullable(),
    fetched_at: timestamp.nullable(),
    source_host: z.string(),
  })
  .meta({ id: 'FailedPage' })

export const deadLetter = z
  .strictObject({
    ...place,
    error: z.string(),
    error_code: errorCode.nullable(),
    status: z.enum(deadLetterStatuses).describe('`requeued` as soon as the page is queued again, by any call.'),
    created_at: timestamp,
  })
  .meta({ id: 'DeadLetter', description: `A page that failed extraction ${limits.dead_after} times.` })

export const pageRoutes = defineRoutes({
  listPages: {
    method: 'GET',
    path: '/v1/domains/{domainId}/pages',
    auth: 'any',
    tag: 'Pages',
    summary: 'List the pages, oldest first',
    params: { domainId },
    query: z.strictObject({
      status: oneOf(pageStatuses).optional().describe('Only pages of this status.'),
      q: text({ min: 1, max: limits.query_max })
        .optional()
        .describe('Only pages whose address contains this text, in upper or lower case.'),
      host: queryHost.optional().describe('Only pages of this host; without a port, of any port of it.'),
      limit: queryIntegerOr(limits.pages_default, { min: 1, max: limits.list_max }).describe(
        'Maximum number of pages to return.',
      ),
      offset: queryIntegerOr(0, { min: 0, max: limits.pages_max }).describe('`next_offset` of the previous answer.'),
    }),
    status: 200,
    answer: z
      .strictObject({
        pages: z.array(page),
        next_offset: z.int().nullable().describe('Pass it as `offset` to get the next pages; null at the end.'),
      })
      .meta({ id: 'PageList' }),
  },
  listFailedPages: {
    method: 'GET',
    path: '/v1/domains/{domainId}/errors',
    auth: 'any',
    tag: 'Pages',
    summary: `List the last ${limits.failed_pages} failed pages, newest first`,
    params: { domainId },
    status: 200,
    answer: z.strictObject({ failed: z.array(failedPage) }).meta({ id: 'FailedPageList' }),
  },
  requeueFailedPages: {
    method: 'POST',
    path: '/v1/domains/{domainId}/errors/requeue',
    auth: 'full',
    tag: 'Pages',
    summary: 'Requeue failed pages',
    description: 'Ids of pages that have not failed are ignored.',
    params: { domainId },
    body: z
      .strictObject({
        page_ids: list(anyText.meta({ format: 'uuid' }), { max: limits.requeue_ids, repeats: true })
          .optional()
          .describe('Ids of failed pages.'),
        all: flag
          .optional()
          .describe(
            `\`true\` requeues up to ${limits.requeue_all} failed pages, those of the oldest run first. ` +
              'Pages with an open or discarded dead letter are left out.',
          ),
      })
      .meta({ id: 'RequeueFailedPages', examples: [{ all: true }] }),
    status: 200,
    answer: z.strictObject({ requeued: z.int() }).meta({ id: 'PagesRequeued' }),
    queues_work: true,
    errors: ['no_pages_named'],
  },
  listDeadLetters: {
    method: 'GET',
    path: '/v1/domains/{domainId}/dead-letters',
    auth: 'any',
    tag: 'Pages',
    summary: 'List the dead letters, newest first',
    params: { domainId },
    query: listQuery.extend({
      status: oneOf(deadLetterStatuses).optional().describe('Only dead letters of this status.'),
    }),
    status: 200,
    answer: z
      .strictObject({ dead_letters: z.array(deadLetter), next_cursor: nextCursor })
      .meta({ id: 'DeadLetterList' }),
  },
  requeueDeadLetter: {
    method: 'POST',
    path: '/v1/domains/{domainId}/dead-letters/{deadLetterId}/requeue',
    auth: 'full',
    tag: 'Pages',
    summary: 'Requeue the page of a dead letter',
    description: 'Also works for a discarded one. Does nothing when it was requeued already.',
    params: { domainId, deadLetterId },
    body: nothing,
    status: 200,
    answer: ok,
    queues_work: true,
  },
  discardDeadLetter: {
    method: 'POST',
    path: '/v1/domains/{domainId}/dead-letters/{deadLetterId}/discard',
    auth: 'full',
    tag: 'Pages',
    summary: 'Discard a dead letter',
    description: 'The page stays `failed`, and `all` no longer requeues it.',
    params: { domainId, deadLetterId },
    body: nothing,
    status: 200,
    answer: ok,
  },
})
