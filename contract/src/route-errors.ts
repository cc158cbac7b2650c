import type { ErrorCode } from './errors.ts'
import { asOfQuery } from './graph/graph-fields.ts'
import type { Route } from './route.ts'

/** Every error of a route: its own, and those that all routes of its kind have. */
export function errorsOf(route: Route): ErrorCode[] {
  const codes = new Set<ErrorCode>(route.errors)
  if (route.takes_etag) codes.add('stale_etag')
  if (route.adds || route.streams) codes.add('quota_reached')
  if (route.queues_work) codes.add('domain_archived')
  codes.add('invalid_request')
  if (route.query?.shape.as_of === asOfQuery.shape.as_of) codes.add('history_forgotten')
  for (const param of Object.values(route.params ?? {})) codes.add(param.not_found)
  for (const code of errorsOfCaller(route)) codes.add(code)
  if (route.method !== 'GET') for (const code of errorsOfWrite(route)) codes.add(code)
  codes.add('bad_request')
  if (!route.unlimited) codes.add('rate_limited')
  if (isShared(route)) codes.add('too_many_at_once')
  if (isShared(route) || route.method !== 'GET') codes.add('took_too_long')
  codes.add('internal')
  codes.add('unavailable')
  return [...codes]
}

/** A call that takes a slot of its project, or of who calls. */
export const isShared = ({ auth, is_public, unlimited }: Route) =>
  !unlimited && (is_public === true || (auth !== 'none' && auth !== 'metrics'))

function errorsOfCaller({ auth, method }: Route): ErrorCode[] {
  switch (auth) {
    case 'none':
      return method === 'GET' ? [] : ['project_archived', 'read_only']
    case 'metrics':
      return ['invalid_api_key', 'not_found']
    case 'session':
      return ['invalid_api_key', 'project_archived', 'session_required', ...(method === 'GET' ? [] : readOnly)]
  }
  const ofProject = ['invalid_api_key', 'project_archived', 'project_not_found'] as const
  if (auth === 'any') return [...ofProject]
  if (auth === 'full') return [...ofProject, 'read_only']
  return [...ofProject, 'read_only', 'owner_required', ...(auth === 'owner_session' ? needsSession : [])]
}

const readOnly = ['read_only'] as const
const needsSession = ['session_required'] as const

/** A body is read whether or not the route takes one. */
function errorsOfWrite({ method }: Route): ErrorCode[] {
  const ofBody = ['invalid_json', 'body_too_large', 'unsupported_media_type'] as const
  const ofKey = ['idempotency_key_reused', 'idempotency_in_progress'] as const
  return ['cross_origin', ...ofBody, ...(method === 'POST' ? ofKey : [])]
}
