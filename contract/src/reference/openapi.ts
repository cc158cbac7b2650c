import { z } from 'zod'
import { type ErrorCode, type ErrorDefinition, errors } from '../errors.ts'
import { eventTypes } from '../events/events.ts'
import { graphDeliveryType } from '../events/graph-events.ts'
import { deliverySchemaNames } from '../events/webhooks.ts'
import { mergedInto } from '../graph/graph-fields.ts'
import { limits } from '../limits.ts'
import type { Auth, Route } from '../route.ts'
import { errorsOf } from '../route-errors.ts'
import { routes } from '../routes.ts'
import { guide, tags } from './guide.ts'
import { type Json, namedSchemas, toJsonSchema } from './json-schema.ts'

// The OpenAPI 3.1 description, made from the routes and schemas that the server validates with. What many operations share
// stands once, under `components`.

const errorSchema = {
  type: 'object',
  description: 'Body of every error.',
  required: ['error', 'code', 'request_id'],
  properties: {
    error: { type: 'string', description: 'Error text for people.' },
    code: { type: 'string', description: 'Error code for programs, in snake_case.' },
    request_id: { type: 'string', description: 'Same as the header `X-Request-Id`; the server log contains it.' },
    details: {
      type: 'array',
      description: 'All validation errors of the request.',
      items: {
        type: 'object',
        required: ['path', 'message'],
        properties: { path: { type: 'string' }, message: { type: 'string' } },
      },
    },
  },
}

export function buildOpenapi(options: { version: string; server_url: string }): Json {
  const paths: Record<string, Json> = {}
  for (const [name, route] of Object.entries<Route>(routes)) {
    const path = paths[route.path] ?? {}
    path[route.method.toLowerCase()] = describeOperation(name, route)
    paths[route.path] = path
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Polegraph API',
      version: '1.0.0',
      description: guide(options.version),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: options.server_url }],
    tags,
    security: [{ key: [] }, { session: [] }],
    paths,
    webhooks: Object.fromEntries(
      [...eventTypes, graphDeliveryType, 'ping' as const].map((type) => [type, { post: describeDelivery(type) }]),
    ),
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'An API key, `svc_…`.' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'polegraph_session',
          description: 'A signed-in person. Over https the cookie is called `__Host-polegraph_session`.',
        },
        metrics: { type: 'http', scheme: 'bearer', description: 'METRICS_TOKEN.' },
      },
      schemas: { ...namedSchemas(), Error: errorSchema },
      parameters: requestHeaders,
      headers: mapValues(headerDescriptions, (description) => ({ description, schema: { type: 'string' } })),
      examples: Object.fromEntries(listedErrors().map((code) => [code, describeExample(errors[code], code)])),
      responses: sharedResponses(),
    },
  }
}

const mapValues = <Key extends string, From, To>(values: Record<Key, From>, map: (value: From, key: Key) => To) =>
  Object.fromEntries(Object.entries<From>(values).map(([key, value]) => [key, map(value, key as Key)]))

const security: Record<Auth, Json[]> = {
  none: [],
  any: [{ key: [] }, { session: [] }],
  full: [{ key: [] }, { session: [] }],
  owner: [{ key: [] }, { session: [] }],
  session: [{ session: [] }],
  owner_session: [{ session: [] }],
  metrics: [{ metrics: [] }],
}

const whoMayCall: Record<Auth, string> = {
  none: 'No key needed.',
  any: 'Any key or member.',
  full: 'A full key, an editor or an owner.',
  owner: 'A full key or an owner.',
  session: 'A signed-in person.',
  owner_session: 'A signed-in owner.',
  metrics: 'METRICS_TOKEN as bearer token.',
}

function describeOperation(name: string, route: Route): Json {
  const description = [route.description, whoMayCall[route.auth]].filter(Boolean).join(' ')
  const parameters = describeParameters(route)
  return {
    operationId: name,
    tags: [route.tag],
    summary: route.summary,
    description,
    security: security[route.auth],
    ...(parameters.length > 0 && { parameters }),
    ...(route.body && {
      requestBody: {
        required: !z.safeParse(route.body, {}).success,
        content: { 'application/json': { schema: toJsonSchema(route.body, 'input') } },
      },
    }),
    ...(route.uploads && {
      requestBody: {
        required: true,
        content: {
          'application/octet-stream': { schema: { type: 'string', contentMediaType: 'application/octet-stream' } },
        },
      },
    }),
    responses: describeResponses(route),
  }
}

function describeParameters(route: Route): Json[] {
  const parameters: Json[] = Object.entries(route.params ?? {}).map(([name, param]) => ({
    name,
    in: 'path',
    required: true,
    description: param.description,
    schema: toJsonSchema(param.schema, 'input'),
  }))
  for (const [name, schema] of Object.entries(route.query?.shape ?? {})) {
    const { description, ...json } = toJsonSchema(schema, 'input')
    const required = !z.safeParse(schema, undefined).success
    const style = json.type === 'object' && { style: 'deepObject', explode: true }
    parameters.push({ name, in: 'query', required, ...(description ? { description } : {}), ...style, schema: json })
  }
  if (hasEtag(route)) parameters.push(shared('parameters', 'If-None-Match'))
  if (route.takes_etag) parameters.push(shared('parameters', 'If-Match'))
  if (route.streams) parameters.push(shared('parameters', 'Last-Event-ID'))
  if (route.method === 'POST') parameters.push(shared('parameters', 'Idempotency-Key'))
  return parameters
}

const shared = (kind: string, name: string): Json => ({ $ref: `#/components/${kind}/${name}` })

const requestHeader = (name: string, description: string, schema: Json = { type: 'string' }) => ({
  [name]: { name, in: 'header', required: false, description, schema },
})

const requestHeaders = {
  ...requestHeader('If-None-Match', 'The `ETag` of an earlier answer; the answer is 304 when nothing has changed.'),
  ...requestHeader('If-Match', 'The `ETag` of what is changed, as it was read; 412 when it has changed since.'),
  ...requestHeader('Last-Event-ID', 'Id of the last event received; the stream continues after it.'),
  ...requestHeader(
    'Idempotency-Key',
    'Makes it safe to repeat the call: the same key gets the first answer for 24 hours.',
    { type: 'string', minLength: 1, maxLength: limits.idempotency_key_max },
  ),
}

/** A delivery, as the service sends it to a webhook. */
function describeDelivery(type: keyof typeof deliverySchemaNames): Json {
  const name = deliverySchemaNames[type]
  return {
    operationId: `send${name}`,
    tags: ['Webhooks'],
    summary: `\`${type}\` is delivered`,
    description: type === 'ping' ? 'A test of the webhook.' : `An event of type \`${type}\` of the domain.`,
    security: [],
    parameters: Object.entries({ ...deliveryHeaders, ...(type !== 'ping' && eventHeaders) }).map(
      ([header, description]) => ({
        name: header,
        in: 'header',
        required: true,
        description,
        schema: { type: 'string' },
      }),
    ),
    requestBody: { required: true, content: { 'application/json': { schema: shared('schemas', name) } } },
    responses: {
      '2XX': { description: 'Delivered, whatever the body is.' },
      default: { description: 'Failed. The delivery is tried again, unless this was the last attempt.' },
    },
  }
}

const eventHeaders = {
  'X-Service-Event-Id': 'Id of the event in the log of its domain.',
  'X-Service-Event-Time': 'Time of the event, ISO 8601 in UTC with milliseconds.',
}

const deliveryHeaders = {
  'webhook-id': 'Id of the delivery; the same for all its attempts.',
  'webhook-timestamp': 'Time of the attempt, in seconds since 1970.',
  'webhook-signature': '`v1,` and the base64 HMAC-SHA256 of id, timestamp and body, joined by dots.',
  'X-Service-Signature': 'Lowercase hex SHA-256 of the secret, a dot and the body.',
}

const markdownType = 'text/markdown'

function describeResponses(route: Route): Json {
  const types = route.downloads ?? [
    route.streams ? 'text/event-stream' : (route.content_type ?? 'application/json'),
    ...(route.may_be_markdown ? [markdownType] : []),
  ]
  const schema = toJsonSchema(route.answer, 'output')
  // Clients parse JSON by its type, also that of a file.
  const schemaOf = (type: string) => {
    if (type === markdownType) return { type: 'string' }
    return route.downloads && type.endsWith('+json') ? { type: 'object' } : schema
  }
  const responses: Record<string, Json> = {
    [route.status]: {
      description: route.status === 201 ? 'Created.' : 'Done.',
      headers: describeHeaders([
        'X-Request-Id',
        ...(route.sets_cookie ? ['Set-Cookie' as const] : []),
        ...(hasEtag(route) ? ['ETag' as const] : []),
        ...(route.downloads ? ['Content-Disposition' as const] : []),
        ...(route.method === 'POST' ? ['Idempotent-Replayed' as const] : []),
      ]),
      content: Object.fromEntries(types.map((type) => [type, { schema: schemaOf(type) }])),
    },
  }
  if (hasEtag(route)) responses[304] = shared('responses', 'not_modified')
  if (route.redirects) responses[308] = shared('responses', 'merged')
  const byStatus = Map.groupBy(errorsOf(route), (code) => errors[code].status)
  for (const [status, codes] of [...byStatus].sort(([a], [b]) => a - b)) {
    const [code] = codes
    responses[status] = codes.length === 1 && code ? shared('responses', code) : describeErrors(codes)
  }
  return responses
}

function listedErrors(): ErrorCode[] {
  return [...new Set(Object.values<Route>(routes).flatMap(errorsOf))]
}

/** Errors that are, for some route, the only one of their status. */
function loneErrors(): Set<ErrorCode> {
  const byRoute = Object.values<Route>(routes).map((route) =>
    Map.groupBy(errorsOf(route), (code) => errors[code].status),
  )
  return new Set(byRoute.flatMap((byStatus) => [...byStatus.values()].filter(({ length }) => length === 1).flat()))
}

function sharedResponses(): Json {
  return {
    not_modified: {
      description: 'Not modified: the `ETag` matches `If-None-Match`.',
      headers: describeHeaders(['X-Request-Id', 'ETag']),
    },
    merged: {
      description: 'The entity or relationship was merged; `Location` has the address of its survivor.',
      headers: describeHeaders(['X-Request-Id', 'Location']),
      content: { 'application/json': { schema: toJsonSchema(mergedInto, 'output') } },
    },
    ...Object.fromEntries([...loneErrors()].map((code) => [code, describeErrors([code])])),
  }
}

const hasEtag = (route: Route) => route.is_public === true || route.has_etag === true

const headerDescriptions = {
  'X-Request-Id': 'Id of the request; a sent `X-Request-Id` is reused.',
  'Set-Cookie': 'The session cookie.',
  'Content-Disposition': 'Suggested file name.',
  Location: 'Address to use instead.',
  ETag: 'Version of the answer; send it as `If-None-Match` next time.',
  'Idempotent-Replayed': '`true` when this is the first answer again; absent otherwise.',
  'WWW-Authenticate': 'Always `Bearer`.',
  'Retry-After': 'Seconds to wait before the next try.',
  RateLimit: 'Remaining requests, and seconds until the window ends.',
  'RateLimit-Policy': 'The limit and its window.',
}

const errorHeaders = new Map<number, (keyof typeof headerDescriptions)[]>([
  [401, ['WWW-Authenticate']],
  [429, ['Retry-After', 'RateLimit', 'RateLimit-Policy']],
  [503, ['Retry-After']],
])

function describeHeaders(names: (keyof typeof headerDescriptions)[]): Json {
  return Object.fromEntries(names.map((name) => [name, shared('headers', name)]))
}

function describeExample(definition: ErrorDefinition, code: ErrorCode): Json {
  return {
    summary: definition.when,
    value: { error: definition.error, code, request_id: '0199f3c2-6a54-7d3e-9c1f-2b7a4e5d6f70' },
  }
}

function describeErrors(codes: ErrorCode[]): Json {
  const status = errors[codes[0] as ErrorCode].status
  return {
    description: codes.map((code) => `\`${errors[code].error}\``).join(', '),
    headers: describeHeaders(['X-Request-Id', ...(errorHeaders.get(status) ?? [])]),
    content: {
      'application/json': {
        schema: shared('schemas', 'Error'),
        examples: Object.fromEntries(codes.map((code) => [code, shared('examples', code)])),
      },
    },
  }
}
