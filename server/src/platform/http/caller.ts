import type { Auth, Route } from '@polegraph/contract/route.ts'
import { fail } from './errors.ts'

/** The caller of a request: a program with a key, or a signed-in person. */
export interface Caller {
  kind: 'key' | 'session'
  /** The id of the key or session; requests are counted against it. */
  id: string
  user_id: string | null
  project: { id: string; name: string; archived: boolean } | null
  /** A full key may do what an owner may, a read key what a viewer may. */
  role: 'owner' | 'editor' | 'viewer' | null
}

export type ProjectCaller = Caller & { project: NonNullable<Caller['project']>; role: NonNullable<Caller['role']> }
export type PersonCaller = Caller & { user_id: string }

export type CallerOf<A extends Auth> = A extends 'none' | 'metrics'
  ? Caller | null
  : A extends 'session'
    ? PersonCaller
    : A extends 'owner_session'
      ? ProjectCaller & PersonCaller
      : ProjectCaller

/** Who made a change, in the form that records keep. */
export function actorOf(caller: ProjectCaller): string {
  return caller.user_id === null ? `key:${caller.id}` : `user:${caller.user_id}`
}

/** A call that needs no key is still a write: a read key, or one of an archived project, makes none. */
function refuseKeyThatMayNotWrite(route: Route, caller: Caller | null): void {
  if (route.method === 'GET' || caller?.kind !== 'key') return
  if (caller.project?.archived) throw fail('project_archived')
  if (caller.role === 'viewer') throw fail('read_only')
}

/** Refuses a caller that the route's `auth` does not admit. */
export function authorize(route: Route, caller: Caller | null): void {
  const { auth } = route
  if (auth === 'metrics') return
  if (auth === 'none') {
    refuseKeyThatMayNotWrite(route, caller)
    return
  }
  if (!caller) throw fail('invalid_api_key')
  if (caller.kind === 'key' && caller.project?.archived) throw fail('project_archived')
  const reads = route.method === 'GET'
  if (auth === 'session' || auth === 'owner_session') {
    if (caller.kind === 'key') throw fail(caller.role === 'viewer' && !reads ? 'read_only' : 'session_required')
    if (auth === 'session') return
  }
  if (!caller.project) throw fail('project_not_found')
  if (auth !== 'any') {
    if (caller.role === 'viewer') throw fail('read_only')
    if (auth !== 'full' && caller.role !== 'owner') throw fail('owner_required')
  }
  if (caller.project.archived && !reads && !route.in_archived_project) throw fail('project_archived')
}
