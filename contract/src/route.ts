import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import type { QuotaName } from './quotas.ts'

/**
 * Who may call a route. Enforced in one place; one test checks all routes.
 * none           no key or session needed
 * any            any key, any member
 * full           a full key, an editor or an owner
 * owner          a full key or an owner
 * session        a signed-in person, with or without a project
 * owner_session  an owner who is signed in
 * metrics        the bearer of METRICS_TOKEN
 */
export type Auth = 'none' | 'any' | 'full' | 'owner' | 'session' | 'owner_session' | 'metrics'

/** An id in a path. A malformed one is answered like an unknown one: 404. */
export interface Param {
  schema: z.ZodType<string>
  not_found: ErrorCode
  description: string
  /** What the pipeline loads from the caller's project before the handler runs. */
  loads?: 'domain'
}

export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Parameters in braces, as in OpenAPI. */
  path: `/${string}`
  auth: Auth
  tag: string
  summary: string
  description?: string
  params?: Record<string, Param>
  query?: z.ZodObject
  body?: z.ZodObject
  /** The body may also be a form, `application/x-www-form-urlencoded`. */
  takes_form?: true
  status: 200 | 201 | 202
  /** Closed objects: the test client refuses an answer with an unlisted field. */
  answer: z.ZodType
  /** The call would queue work: 409 in an archived domain. */
  queues_work?: true
  /** Pages of any origin may read the answer: CORS, and an ETag so that reading again is cheap. */
  is_public?: true
  /** Of a public route: its address is a secret. No search engine lists the answer, and no cache keeps it for others. */
  is_unlisted?: true
  /** The answer has an ETag, so that reading again is cheap. */
  has_etag?: true
  /** The id in the path may have been merged: then the answer is 308 to its survivor. */
  redirects?: true
  /** Takes `If-Match` with the ETag of what it changes: 412 when that has changed since. */
  takes_etag?: true
  /** The page of the console that a browser at this address is led to. */
  page?: `/${string}`
  /** The body is a file of any content type, read as it arrives; its least deadline and size are those of the route. */
  uploads?: true
  /** The answer is a stream of server-sent events; `answer` describes the data of one. */
  streams?: true
  /** The answer is a file of one of these types, streamed as it is read. */
  downloads?: readonly string[]
  /** The call adds one of each of these: 409 when there are as many as there may be. */
  adds?: readonly QuotaName[]
  /** Waits for something outside, such as a model: takes no slot from the reads of its project. */
  waits?: true
  /** The answer is Markdown for callers that accept `text/markdown`. */
  may_be_markdown?: true
  /** Content type of the answer where it is not JSON. */
  content_type?: string
  /** The answer starts or ends a session. */
  sets_cookie?: true
  /** Not rate limited: probes must get through when everything else is refused. */
  unlimited?: true
  /** An owner may make this change in an archived project too: unarchive or delete it. */
  in_archived_project?: true
  /** Answers even while the database cannot be reached. */
  without_database?: true
  /** Errors of this route, beside those that all routes of its kind have. */
  errors?: readonly ErrorCode[]
}

export function defineRoutes<const Routes extends Record<string, Route>>(routes: Routes): Routes {
  return routes
}
