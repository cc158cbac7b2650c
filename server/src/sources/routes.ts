import type { sourceRoutes } from '@polegraph/contract/crawl/sources.ts'
import { recrawlPages } from '../crawl/pages.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import {
  addSitemap,
  addSource,
  addSources,
  changeSource,
  crawlSource,
  crawlSources,
  deleteSource,
  listSources,
  type SourceParts,
} from './sources.ts'

const placeOf = (call: { caller: { project: { id: string } }; domain: { id: string } }) => ({
  project_id: call.caller.project.id,
  domain_id: call.domain.id,
})

export const sourceHandlers = (parts: SourceParts): Handlers<typeof sourceRoutes> => ({
  addSource: { direct: (call) => addSource(parts, call.db, placeOf(call), call.body) },
  listSources: { read: ({ db, domain, query }) => listSources(db, domain.id, query) },
  addSources: { direct: (call) => addSources(parts, call.db, placeOf(call), call.body.urls) },
  addSitemap: { direct: (call) => addSitemap(parts, call.db, placeOf(call), call.body.url, call.ended) },
  changeSource: {
    lock: 'change',
    write: ({ tx, domain, params, body }) => changeSource(tx, domain.id, params.sourceId, body),
  },
  deleteSource: { lock: 'change', write: ({ tx, domain, params }) => deleteSource(tx, domain.id, params.sourceId) },
  crawlSource: {
    lock: 'change',
    write: ({ tx, domain, params }) => crawlSource(tx, parts.events, domain.id, params.sourceId),
  },
  crawlSources: { lock: 'change', write: ({ tx, domain }) => crawlSources(tx, parts.events, domain.id) },
  recrawlPages: { direct: (call) => recrawlPages(call.db, parts.events, placeOf(call)) },
})
