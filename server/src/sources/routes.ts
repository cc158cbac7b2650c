import type { sourceRoutes } from '@polegraph/contract/sources.ts'
import { recrawlPages } from '../crawl/pages.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import {
  addSitemap,
  addSource,
  addSources,
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

export const sourceHandlers = ({ events, fetcher }: SourceParts): Handlers<typeof sourceRoutes> => ({
  addSource: { lock: 'change', write: ({ tx, domain, body }) => addSource(tx, events, domain.id, body.url) },
  listSources: { read: ({ db, domain, query }) => listSources(db, domain.id, query) },
  addSources: { lock: 'change', write: ({ tx, domain, body }) => addSources(tx, events, domain.id, body.urls) },
  addSitemap: { direct: (call) => addSitemap({ events, fetcher }, call.db, placeOf(call), call.body.url) },
  deleteSource: { lock: 'change', write: ({ tx, domain, params }) => deleteSource(tx, domain.id, params.sourceId) },
  crawlSource: {
    lock: 'change',
    write: ({ tx, domain, params }) => crawlSource(tx, events, domain.id, params.sourceId),
  },
  crawlSources: { lock: 'change', write: ({ tx, domain }) => crawlSources(tx, events, domain.id) },
  recrawlPages: { direct: (call) => recrawlPages(call.db, events, placeOf(call)) },
})
