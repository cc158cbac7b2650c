import type { savedViewRoutes } from '@polegraph/contract/graph/saved-views.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import { changeView, createView, deleteView, getView, listViews } from './saved-views.ts'

export const savedViewHandlers: Handlers<typeof savedViewRoutes> = {
  createView: { lock: 'change', write: ({ tx, domain, caller, body }) => createView(tx, domain.id, caller, body) },
  listViews: { read: ({ db, domain, caller, query }) => listViews(db, domain.id, caller, query) },
  getView: { read: ({ db, domain, caller, params }) => getView(db, domain.id, caller, params.viewId) },
  changeView: {
    write: ({ tx, domain, caller, params, body }) => changeView(tx, domain.id, caller, params.viewId, body),
  },
  deleteView: { write: ({ tx, domain, caller, params }) => deleteView(tx, domain.id, caller, params.viewId) },
}
