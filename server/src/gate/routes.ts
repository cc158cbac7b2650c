import type { gateRoutes } from '@polegraph/contract/crawl/gate.ts'
import type { z } from 'zod'
import { actorOf } from '../platform/http/caller.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import {
  changeVersion,
  createVersion,
  getGate,
  getVersion,
  type JudgedCrawl,
  listVersions,
  publishVersion,
  removeVersion,
} from './gate.ts'

export interface GateParts {
  crawl: JudgedCrawl
  /** What a version would do to the stored pages. */
  preview(
    domainId: string,
    version: number,
    ended: AbortSignal,
  ): Promise<z.output<(typeof gateRoutes)['previewGateVersion']['answer']>>
}

export const gateHandlers = ({ crawl, preview }: GateParts): Handlers<typeof gateRoutes> => ({
  getGate: { read: ({ db, domain }) => getGate(db, domain.id) },
  listGateVersions: { read: ({ db, domain, query }) => listVersions(db, domain.id, query) },
  getGateVersion: { read: ({ db, domain, params }) => getVersion(db, domain.id, Number(params.version)) },
  createGateVersion: {
    write: ({ tx, domain, caller, body }) => createVersion(tx, domain.id, actorOf(caller), body),
  },
  changeGateVersion: {
    write: ({ tx, domain, params, body, if_match }) =>
      changeVersion(tx, domain.id, Number(params.version), body, { if_match }),
  },
  deleteGateVersion: { write: ({ tx, domain, params }) => removeVersion(tx, domain.id, Number(params.version)) },
  previewGateVersion: { direct: ({ domain, params, ended }) => preview(domain.id, Number(params.version), ended) },
  publishGateVersion: {
    write: ({ tx, domain, params }) => publishVersion(tx, domain.id, Number(params.version), crawl),
  },
})
