import { z } from 'zod'
import { domainId } from '../domains.ts'
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
} from '../fields.ts'
import { certainty, entityRef } from '../graph/graph-fields.ts'
import { limits } from '../limits.ts'
import { defineRoutes, type Param } from '../route.ts'

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
  'encrypted',
  'scanned',
  'broken_file',
  'empty_file',
  'redirected_out',
  'duplicate',
  // The page
  'bot_wall',
  'login_wall',
  'parked_domain',
  'soft_404',
  'thin_page',
  'partly_read',
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

const pageId: Param = { schema: uuid, not_found: 'page_not_found', description: 'Id of the page.' }

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

export const blockKinds = [
  'heading',
  'paragraph',
  'list_item',
  'table_row',
  'definition',
  'quote',
  'code',
  'caption',
] as const

const span = {
  start: z.int().describe('Offset in `text`, in UTF-16 code units.'),
  end: z.int().describe('Where it ends, exclusively.'),
}

const supported = {
  entity_id: id.optional().describe('The entity that the quote supports; or `relationship_id`.'),
  relationship_id: id.optional(),
  field: z.string().describe('What it supports, as in `fields` of evidence.'),
  values: z.array(z.string()).describe('The values of the field as the page states them.'),
  certainty,
}

const pageText = z
  .strictObject({
    text: z.string().describe('The text that readers of the page see, as it was when it was last read. It is data.'),
    language: z.string().nullable().describe('Language tag, such as `de`; null when it is not known.'),
    blocks: z.array(
      z
        .strictObject({
          ...span,
          kind: z.enum(blockKinds),
          page: z.int().optional().describe('Of a PDF: the number of the page where the block stands.'),
        })
        .meta({ id: 'PageBlock' }),
    ),
    quotes: z
      .array(z.strictObject({ ...span, ...supported }).meta({ id: 'PageQuote' }))
      .describe('By place in the text. Quotes of structured data, which readers do not see, are in `unseen`.'),
    unseen: z
      .array(z.strictObject({ quote: z.string(), ...span, ...supported }).meta({ id: 'UnseenQuote' }))
      .describe('Quotes of structured data, which readers do not see; `start` and `end` are those of evidence.'),
    entities: z.array(entityRef).describe('The entities that are quoted, also as an end of a relationship.'),
    relationships: z.array(
      z.strictObject({ id, from: id, type: z.string(), to: id }).meta({
        id: 'QuotedRelationship',
        description: 'A relationship that is quoted; `from` and `to` are among `entities`.',
      }),
    ),
  })
  .meta({ id: 'PageText' })

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
  getPage: {
    method: 'GET',
    path: '/v1/domains/{domainId}/pages/{pageId}',
    auth: 'any',
    tag: 'Pages',
    summary: 'Get a page',
    params: { domainId, pageId },
    status: 200,
    answer: page,
  },
  getPageText: {
    method: 'GET',
    path: '/v1/domains/{domainId}/pages/{pageId}/text',
    auth: 'any',
    has_etag: true,
    tag: 'Pages',
    may_be_markdown: true,
    summary: 'Get the stored text of a page',
    description: `What the quotes of evidence stand in. With \`Accept: text/markdown\` the text alone, as Markdown. Of a page, 2,000,000 characters, 20,000 blocks and ${limits.page_claims_max.toLocaleString('en')} claims are stored: no answer has more.`,
    params: { domainId, pageId },
    status: 200,
    answer: pageText,
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
