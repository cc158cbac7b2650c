import { z } from 'zod'
import { domainId } from '../domains.ts'
import { flag, id, jsonObject, label, listQuery, nextCursor, ok, timestamp, uuid } from '../fields.ts'
import { limits } from '../limits.ts'
import { defineRoutes, type Param } from '../route.ts'

// A view of a graph that somebody has saved under a name, for themselves or for the project.

const viewId: Param = { schema: uuid, not_found: 'view_not_found', description: 'Id of the saved view.' }

const stateText = 'Filters, what is drawn, colours, places: as the console writes them. The service does not read it.'

const listedView = z
  .strictObject({
    id,
    name: z.string(),
    shared: z.boolean().describe('Whether all members of the project see it, or only who made it.'),
    is_own: z.boolean().describe('Whether the caller made it.'),
    created_by: z.string().describe('`key:<id>` or `user:<id>`.'),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'ListedView' })

const view = listedView
  .extend({ state: z.record(z.string(), z.unknown()).describe(stateText) })
  .meta({ id: 'SavedView', description: 'A view of a graph that somebody has saved.' })

const fields = {
  name: label(),
  state: jsonObject(limits.view_bytes).describe(stateText),
  shared: flag.optional().describe('Whether all members of the project see it. Default is false.'),
}

const ofView = { tag: 'Saved views', params: { domainId, viewId }, status: 200 } as const

export const savedViewRoutes = defineRoutes({
  createView: {
    method: 'POST',
    path: '/v1/domains/{domainId}/views',
    auth: 'full',
    tag: 'Saved views',
    summary: 'Save a view',
    params: { domainId },
    body: z.strictObject(fields).meta({
      id: 'CreateView',
      examples: [{ name: 'Captains of the coast', state: { search: { kind: 'person' } } }],
    }),
    status: 201,
    answer: view,
    errors: ['too_many_views'],
  },
  listViews: {
    method: 'GET',
    path: '/v1/domains/{domainId}/views',
    auth: 'any',
    tag: 'Saved views',
    summary: 'List the saved views, newest first',
    description: "The caller's own, and those that are shared. Without their states.",
    params: { domainId },
    query: listQuery,
    status: 200,
    answer: z.strictObject({ views: z.array(listedView), next_cursor: nextCursor }).meta({ id: 'ViewList' }),
  },
  getView: {
    ...ofView,
    method: 'GET',
    path: '/v1/domains/{domainId}/views/{viewId}',
    auth: 'any',
    summary: 'Get a saved view',
    answer: view,
  },
  changeView: {
    ...ofView,
    method: 'PATCH',
    path: '/v1/domains/{domainId}/views/{viewId}',
    auth: 'full',
    summary: 'Change a saved view',
    description: 'Who made it, or an owner.',
    body: z
      .strictObject({ name: fields.name.optional(), state: fields.state.optional(), shared: fields.shared })
      .meta({ id: 'ChangeView', examples: [{ shared: true }] }),
    answer: view,
    errors: ['nothing_to_update', 'view_of_another'],
  },
  deleteView: {
    ...ofView,
    method: 'DELETE',
    path: '/v1/domains/{domainId}/views/{viewId}',
    auth: 'full',
    summary: 'Delete a saved view',
    description: 'Who made it, or an owner.',
    answer: ok,
    errors: ['view_of_another'],
  },
})
