import { type QuotaName, quotas } from '@polegraph/contract/quotas.ts'
import type { Route } from '@polegraph/contract/route.ts'
import type { Queryable } from '../../db/database.ts'
import type { KeptBody } from '../compress.ts'
import { ApiError, fail, renderError } from '../errors.ts'
import {
  type AnsweringHandler,
  type Call,
  type DomainLock,
  KeptJson,
  type LoadedDomain,
  Markdown,
  Redirect,
} from '../handlers.ts'
import {
  claimAnswer,
  dropClaim,
  type IdempotentRequest,
  type KeptAnswer,
  keepAnswer,
  keepRefusal,
} from '../idempotency.ts'

export interface LoadOptions {
  lock: DomainLock | false
  /** For calls that change nothing: what another process has just changed may be missing. */
  may_be_cached?: boolean
}

/** Looks up the domain that a path names, and may lock it in a transaction. */
export type LoadDomain = (
  db: Queryable,
  projectId: string,
  domainId: string,
  options: LoadOptions,
) => LoadedDomain | undefined | Promise<LoadedDomain | undefined>

/** Refuses a call that would add one too many. */
export type RequireQuota = (db: Queryable, name: QuotaName, ownerId: string | undefined) => Promise<void>

/** The project, person or domain whose quota a call uses. */
function ownerOf(name: QuotaName, { caller, domain }: Call<Route>): string | undefined {
  const { of } = quotas[name]
  if (of === 'domain') return (domain as LoadedDomain | undefined)?.id
  return of === 'user' ? (caller?.user_id ?? undefined) : caller?.project?.id
}

export interface RenderedAnswer extends KeptAnswer {
  /** Content type, where it is another than that of the route. */
  content_type?: string
  /** The same body, for one that is sent to many. */
  kept?: KeptBody
}

/** Runs the handler of a validated call, once per Idempotency-Key. */
export function runHandler(
  route: Route,
  handler: AnsweringHandler,
  call: Call<Route>,
  loadDomain: LoadDomain,
  request: IdempotentRequest | undefined,
  requestId: string,
  requireQuota: RequireQuota,
): RenderedAnswer | Promise<RenderedAnswer> {
  const answer = (body: unknown): RenderedAnswer =>
    body instanceof Redirect
      ? redirect(body, call.headers)
      : { status: route.status, headers: call.headers, ...renderBody(route, body) }
  if ('read' in handler) {
    const body = loadsDomain(route)
      ? loadInto(call, route, call.db.prompt, loadDomain, { lock: false, may_be_cached: true }).then(() =>
          handler.read(call),
        )
      : handler.read(call)
    return body instanceof Promise ? body.then(answer) : answer(body)
  }
  if ('write' in handler) {
    const work = () =>
      call.db.transaction(async (tx) => {
        const earlier = request && (await claimAnswer(tx, request, { takeOver: false }))
        if (earlier) return repeatAnswer(earlier, requestId)
        if (loadsDomain(route)) await loadInto(call, route, tx, loadDomain, { lock: handler.lock ?? 'keep' })
        for (const name of route.adds ?? []) await requireQuota(tx, name, ownerOf(name, call))
        const fresh = answer(await handler.write(Object.assign(call, { tx })))
        if (request) await keepAnswer(tx, request, fresh)
        return fresh
      }, call.ended)
    return request ? keepingRefusals(call, request, requestId, work) : work()
  }
  const work = async () => {
    if (loadsDomain(route)) await loadInto(call, route, call.db, loadDomain, { lock: false })
    for (const name of route.adds ?? []) await requireQuota(call.db, name, ownerOf(name, call))
    return answer(await handler.direct(call))
  }
  return request ? runDirectOnce(call, request, requestId, work) : work()
}

export function loadsDomain(route: Route): boolean {
  return route.params?.domainId?.loads === 'domain'
}

/** Objects of another project are not found, like those that do not exist. */
export async function loadInto(
  call: Call<Route>,
  route: Route,
  db: Queryable,
  loadDomain: LoadDomain,
  options: LoadOptions,
): Promise<void> {
  const { domainId } = call.params as Record<string, string>
  const projectId = call.caller?.project?.id
  const domain = projectId && domainId ? await loadDomain(db, projectId, domainId, options) : undefined
  if (!domain) throw fail('domain_not_found')
  if (domain.archived && route.queues_work) throw fail('domain_archived')
  Object.assign(call, { domain })
}

async function runDirectOnce(
  call: Call<Route>,
  request: IdempotentRequest,
  requestId: string,
  work: () => Promise<KeptAnswer>,
): Promise<KeptAnswer> {
  const earlier = await call.db.transaction((tx) => claimAnswer(tx, request, { takeOver: true }))
  if (earlier) return repeatAnswer(earlier, requestId)
  return keepingRefusals(call, request, requestId, async () => {
    const fresh = await work()
    await keepAnswer(call.db, request, fresh)
    return fresh
  })
}

/** The first answer, marked as that, except that an error has the id of the current request. */
function repeatAnswer(kept: KeptAnswer, requestId: string): KeptAnswer {
  const answer = { ...kept, headers: { ...kept.headers, 'idempotent-replayed': 'true' } }
  if (answer.status < 400) return answer
  return { ...answer, body: JSON.stringify({ ...(JSON.parse(answer.body) as object), request_id: requestId }) }
}

/** A refusal is an answer too, and is repeated for this key; an internal error is not, and may be tried again. */
async function keepingRefusals(
  call: Call<Route>,
  request: IdempotentRequest,
  requestId: string,
  work: () => Promise<KeptAnswer>,
): Promise<KeptAnswer> {
  try {
    return await work()
  } catch (error) {
    // A call that failed for the moment may be tried again.
    if (!(error instanceof ApiError) || error.status === 429 || error.status >= 500) {
      await dropClaim(call.db, request).catch(() => undefined)
    } else if (error.code !== 'idempotency_key_reused' && error.code !== 'idempotency_in_progress') {
      await keepRefusal(call.db, request, {
        status: error.status,
        headers: error.headers,
        body: renderError(error, requestId),
      })
    }
    throw error
  }
}

function redirect({ location, merged_into }: Redirect, headers: Record<string, string>): KeptAnswer {
  return { status: 308, headers: { ...headers, location }, body: JSON.stringify({ merged_into }) }
}

function renderBody(route: Route, body: unknown): Pick<RenderedAnswer, 'body' | 'kept' | 'content_type'> {
  if (body instanceof Markdown) return { body: body.text, content_type: 'text/markdown; charset=utf-8' }
  if (body instanceof KeptJson) return { body: body.text, kept: body.body }
  return { body: route.content_type ? String(body) : JSON.stringify(body) }
}
