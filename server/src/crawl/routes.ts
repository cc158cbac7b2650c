import type { pageRoutes } from '@polegraph/contract/crawl/pages.ts'
import type { runRoutes } from '@polegraph/contract/crawl/runs.ts'
import { nameOfCaller } from '../access/name-of-caller.ts'
import type { EventLog } from '../events/event-log.ts'
import { getFrontier } from '../frontier/links/frontier.ts'
import { getPageMarkdown } from '../graph/read/evidence/page-markdown.ts'
import { getPageText } from '../graph/read/evidence/page-text.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import { discardDeadLetter, listDeadLetters, requeueDeadLetter } from './dead-letters.ts'
import { getPage, listFailedPages, listPages, requeueFailedPages } from './pages.ts'
import { cancelRun, listRuns, pauseCrawl, releaseFrontierGroup, resumeCrawl } from './runs.ts'

export const pageHandlers = (events: EventLog): Handlers<typeof pageRoutes> => ({
  listPages: { read: ({ db, domain, query }) => listPages(db, domain.id, query) },
  getPage: { read: ({ db, domain, params }) => getPage(db, domain.id, params.pageId) },
  getPageText: {
    read: ({ db, domain, params, wants_markdown }) =>
      wants_markdown ? getPageMarkdown(db, domain.id, params.pageId) : getPageText(db, domain.id, params.pageId),
  },
  listFailedPages: { read: ({ db, domain }) => listFailedPages(db, domain.id) },
  requeueFailedPages: {
    lock: 'change',
    write: ({ tx, domain, body }) => requeueFailedPages(tx, events, domain.id, body),
  },
  listDeadLetters: { read: ({ db, domain, query }) => listDeadLetters(db, domain.id, query) },
  requeueDeadLetter: {
    lock: 'change',
    write: ({ tx, domain, params }) => requeueDeadLetter(tx, events, domain.id, params.deadLetterId),
  },
  discardDeadLetter: {
    lock: 'change',
    write: ({ tx, domain, params }) => discardDeadLetter(tx, domain.id, params.deadLetterId),
  },
})

export const runHandlers = (events: EventLog): Handlers<typeof runRoutes> => ({
  listRuns: { read: ({ db, domain }) => listRuns(db, domain.id) },
  pauseCrawl: {
    lock: 'change',
    write: async ({ tx, caller, domain }) => pauseCrawl(tx, events, domain.id, await nameOfCaller(tx, caller)),
  },
  resumeCrawl: { lock: 'change', write: ({ tx, domain }) => resumeCrawl(tx, events, domain.id) },
  cancelRun: { lock: 'change', write: ({ tx, domain }) => cancelRun(tx, events, domain.id) },
  getFrontier: { read: ({ db, domain }) => getFrontier(db, domain.id) },
  releaseFrontierGroup: {
    lock: 'change',
    write: ({ tx, domain, params }) => releaseFrontierGroup(tx, events, domain.id, params.groupId),
  },
})
