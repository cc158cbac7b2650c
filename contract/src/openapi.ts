import { z } from 'zod'
import { type ErrorCode, type ErrorDefinition, errors } from './errors.ts'
import { asOfQuery, mergedInto } from './graph-fields.ts'
import { limits } from './limits.ts'
import type { Auth, Route } from './route.ts'
import { routes } from './routes.ts'

// The OpenAPI 3.1 description, made from the routes and schemas that the server validates with.

type Json = Record<string, unknown>

const tags = [
  { name: 'Service', description: 'Health, status and this description. No key needed.' },
  { name: 'Project', description: 'The tenant, its members and invites.' },
  { name: 'API keys', description: 'Keys for programs. Send one as `Authorization: Bearer <key>`.' },
  { name: 'Sessions', description: 'Sign-in for people, by invite, email and password.' },
  { name: 'Domains', description: 'Knowledge graphs, each with its own ontology, gate, budget and event log.' },
  {
    name: 'Gate',
    description: 'Versioned rules that decide which pages are relevant. Exactly one version is published.',
  },
  { name: 'Sources', description: 'Entry URLs of a crawl, and the calls that start it.' },
  { name: 'Pages', description: 'Crawled pages, failed pages and dead letters.' },
  { name: 'Graph', description: 'Entities and relationships, their evidence and their history.' },
  {
    name: 'Views of the graph',
    description: 'Search, paths, timeline, map, statistics, changes and exports of the graph.',
  },
  { name: 'Recipes', description: 'Learned extractors that read the pages of one template without a model.' },
  {
    name: 'Crawl runs',
    description: 'Runs of a crawl: list, pause, resume and cancel them; and the frontier of links.',
  },
  { name: 'Events', description: 'Events of a domain, by polling or as server-sent events.' },
  {
    name: 'Webhooks',
    description: 'Signed event deliveries, with Standard Webhooks headers and `X-Service-Signature`.',
  },
  { name: 'Share links', description: 'Links that publish read-only views of a domain.' },
  {
    name: 'Public views',
    description: 'Read-only views behind share links. No key needed; any origin may read them (CORS).',
  },
  { name: 'Feedback', description: 'Report problems and ideas to the team that builds the service.' },
]

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
      title: 'Polegraph',
      version: '1.0.0',
      description: [
        'Knowledge graphs of people, objects (organizations), locations and events, built from the open web.',
        `Served by version ${options.version}.`,
        'Any POST takes an `Idempotency-Key` header: the same key and request within 24 hours get the first answer again.',
      ].join('\n\n'),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: options.server_url }],
    tags,
    security: [{ key: [] }, { session: [] }],
    paths,
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'An API key, `svc_…`.' },
        session: { type: 'apiKey', in: 'cookie', name: 'polegraph_session', description: 'A signed-in person.' },
        metrics: { type: 'http', scheme: 'bearer', description: 'METRICS_TOKEN.' },
      },
      schemas: { ...namedSchemas(), Error: errorSchema },
    },
  }
}

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
    parameters.push({ name, in: 'query', required, ...(description ? { description } : {}), schema: json })
  }
  if (hasEtag(route)) {
    parameters.push({
      name: 'If-None-Match',
      in: 'header',
      required: false,
      description: 'The `ETag` of an earlier answer; the answer is 304 when nothing has changed.',
      schema: { type: 'string' },
    })
  }
  if (route.streams) {
    parameters.push({
      name: 'Last-Event-ID',
      in: 'header',
      required: false,
      description: 'Id of the last event received; the stream continues after it.',
      schema: { type: 'string' },
    })
  }
  if (route.method === 'POST') {
    parameters.push({
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description: 'Makes it safe to repeat the call: the same key gets the first answer for 24 hours.',
      schema: { type: 'string', minLength: 1, maxLength: limits.idempotency_key_max },
    })
  }
  return parameters
}

function describeResponses(route: Route): Json {
  const types = route.downloads ?? [route.streams ? 'text/event-stream' : (route.content_type ?? 'application/json')]
  const schema = toJsonSchema(route.answer, 'output')
  const responses: Record<string, Json> = {
    [route.status]: {
      description: route.status === 201 ? 'Created.' : 'Done.',
      headers: describeHeaders([
        'X-Request-Id',
        ...(route.sets_cookie ? ['Set-Cookie' as const] : []),
        ...(hasEtag(route) ? ['ETag' as const] : []),
        ...(route.downloads ? ['Content-Disposition' as const] : []),
      ]),
      content: Object.fromEntries(types.map((type) => [type, { schema }])),
    },
  }
  if (hasEtag(route)) {
    responses[304] = {
      description: 'Not modified: the `ETag` matches `If-None-Match`.',
      headers: describeHeaders(['X-Request-Id', 'ETag']),
    }
  }
  if (route.redirects) {
    responses[308] = {
      description: 'The entity or relationship was merged; `Location` has the address of its survivor.',
      headers: describeHeaders(['X-Request-Id', 'Location']),
      content: { 'application/json': { schema: toJsonSchema(mergedInto, 'output') } },
    }
  }
  const byStatus = Map.groupBy(errorsOf(route), (code) => errors[code].status)
  for (const [status, codes] of [...byStatus].sort(([a], [b]) => a - b)) {
    responses[status] = describeErrors(codes)
  }
  return responses
}

const hasEtag = (route: Route) => route.is_public === true || route.has_etag === true

const headerDescriptions = {
  'X-Request-Id': 'Id of the request; a sent `X-Request-Id` is reused.',
  'Set-Cookie': 'The session cookie.',
  'Content-Disposition': 'Suggested file name.',
  Location: 'Address to use instead.',
  ETag: 'Version of the answer; send it as `If-None-Match` next time.',
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
  return Object.fromEntries(
    names.map((name) => [name, { description: headerDescriptions[name], schema: { type: 'string' } }]),
  )
}

function describeErrors(codes: ErrorCode[]): Json {
  const examples: Json = {}
  for (const code of codes) {
    const definition: ErrorDefinition = errors[code]
    examples[code] = {
      summary: definition.when,
      value: { error: definition.error, code, request_id: '0199f3c2-6a54-7d3e-9c1f-2b7a4e5d6f70' },
    }
  }
  const status = errors[codes[0] as ErrorCode].status
  return {
    description: codes.map((code) => `\`${errors[code].error}\``).join(', '),
    headers: describeHeaders(['X-Request-Id', ...(errorHeaders.get(status) ?? [])]),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' }, examples } },
  }
}

/** Every error of a route: its own, and those that all routes of its kind have. */
export function errorsOf(route: Route): ErrorCode[] {
  const writes = route.method !== 'GET'
  const codes = new Set<ErrorCode>(route.errors)
  if (route.queues_work) codes.add('domain_archived')
  if (route.query || route.body) codes.add('invalid_request')
  if (route.query?.shape.as_of === asOfQuery.shape.as_of) codes.add('history_forgotten')
  if (route.body)
    for (const code of ['invalid_json', 'body_too_large', 'unsupported_media_type'] as const) codes.add(code)
  for (const param of Object.values(route.params ?? {})) codes.add(param.not_found)
  if (route.auth !== 'none') codes.add('invalid_api_key')
  if (['any', 'full', 'owner'].includes(route.auth)) {
    codes.add('project_archived')
    codes.add('project_not_found')
  }
  if (route.auth === 'full' || route.auth === 'owner') codes.add('read_only')
  if (route.auth === 'owner' || route.auth === 'owner_session') codes.add('owner_required')
  if (route.auth === 'session' || route.auth === 'owner_session') codes.add('session_required')
  if (route.auth === 'metrics') codes.add('not_found')
  if (writes && route.auth !== 'none') codes.add('cross_origin')
  if (route.method === 'POST') {
    codes.add('idempotency_key_reused')
    codes.add('idempotency_in_progress')
  }
  codes.add('bad_request')
  if (!route.unlimited) codes.add('rate_limited')
  codes.add('internal')
  codes.add('unavailable')
  return [...codes]
}

function schemaOptions(io: 'input' | 'output') {
  return {
    io,
    unrepresentable: 'any' as const,
    // Answers may get new fields, so the description does not call them closed.
    override: ({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: Json }) => {
      if (io === 'output') delete jsonSchema.additionalProperties
      delete jsonSchema.id
      // zod drops these from the input side of a schema that transforms its value.
      const meta = z.globalRegistry.get(zodSchema)
      if (meta?.examples) jsonSchema.examples = meta.examples
      if (meta?.default !== undefined) jsonSchema.default = meta.default
      if (jsonSchema.type === 'integer') delete jsonSchema.pattern
    },
  }
}

const namedUri = (id: string) => `#/components/schemas/${id}`

function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const name = z.globalRegistry.get(schema)?.id
  if (name) return { $ref: namedUri(name) }
  const { $schema: _, ...json } = z.toJSONSchema(schema, schemaOptions(io)) as Json
  return inlineRefs(json)
}

// A schema without a name may contain named ones; zod puts those into $defs.
function inlineRefs(json: Json): Json {
  const { $defs: _, ...rest } = json
  return JSON.parse(JSON.stringify(rest).replaceAll('"#/$defs/', '"#/components/schemas/')) as Json
}

function namedSchemas(): Record<string, Json> {
  const named: Record<string, Json> = {}
  collectNamed(mergedInto, 'output', named)
  for (const route of Object.values<Route>(routes)) {
    if (route.body) collectNamed(route.body, 'input', named)
    collectNamed(route.answer, 'output', named)
  }
  return named
}

function collectNamed(schema: z.ZodType, io: 'input' | 'output', named: Record<string, Json>): void {
  const {
    $schema: _,
    $defs,
    ...json
  } = z.toJSONSchema(schema, schemaOptions(io)) as Json & {
    $defs?: Record<string, Json>
  }
  for (const [name, definition] of Object.entries($defs ?? {})) named[name] ??= inlineRefs(definition)
  const name = z.globalRegistry.get(schema)?.id
  if (name) named[name] ??= inlineRefs(json)
}
