import type { domainRoutes } from '@polegraph/contract/domains.ts'
import type { Clock } from '../platform/clock.ts'
import { actorOf } from '../platform/http/caller.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import { deleteDomain, type EndDomains } from './delete-domain.ts'
import { archiveDomain, changeDomain, createDomain, getDomain, listDomains, unarchiveDomain } from './domains.ts'

export const domainHandlers = (clock: Clock, endDomains: EndDomains): Handlers<typeof domainRoutes> => ({
  createDomain: { write: ({ tx, caller, body }) => createDomain(tx, caller.project.id, actorOf(caller), body) },
  listDomains: { read: ({ db, caller, query }) => listDomains(db, caller.project.id, query, clock.now()) },
  getDomain: { read: ({ db, caller, domain }) => getDomain(db, caller.project.id, domain.id) },
  changeDomain: {
    lock: 'change',
    write: ({ tx, caller, domain, body }) => changeDomain(tx, caller.project.id, domain.id, body),
  },
  deleteDomain: {
    lock: 'delete',
    write: ({ tx, caller, domain, query }) =>
      deleteDomain(tx, { project_id: caller.project.id, domain_id: domain.id }, query.confirm, endDomains),
  },
  archiveDomain: { lock: 'change', write: ({ tx, caller, domain }) => archiveDomain(tx, caller.project.id, domain.id) },
  unarchiveDomain: {
    lock: 'change',
    write: ({ tx, caller, domain }) => unarchiveDomain(tx, caller.project.id, domain.id),
  },
})
