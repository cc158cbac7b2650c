import { describe, expect, it } from 'vitest'
import { buildOpenapi } from '../src/reference/openapi.ts'

// Looks in every schema of the description for what stock generators of clients cannot take.

type Json = Record<string, unknown>

const document = buildOpenapi({ version: '0.0.0', server_url: 'http://127.0.0.1:8080' })

/** Every object of the description, with its path. */
function* objectsIn(value: unknown, path: string[] = []): Generator<{ path: string[]; json: Json }> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield { path, json: value as Json }
  for (const [key, child] of Object.entries(value)) {
    // Examples hold values and not schemas.
    if (key !== 'examples' && key !== 'example') yield* objectsIn(child, [...path, key])
  }
}

const objects = [...objectsIn(document)]
const paths = (wanted: (json: Json, path: string[]) => boolean) =>
  objects.filter(({ json, path }) => wanted(json, path)).map(({ path }) => path.join('/'))

const resolve = (json: Json): Json => {
  if (typeof json.$ref !== 'string') return json
  const keys = json.$ref.slice(2).split('/')
  return resolve(keys.reduce<Json>((at, key) => at[key] as Json, document))
}

type Operation = {
  operationId: string
  parameters?: { name: string; in: string; schema: Json; style?: string; explode?: boolean }[]
  responses: Record<string, Json>
}
const operations = Object.values(document.paths as Record<string, Record<string, Operation>>).flatMap((path) =>
  Object.values(path),
)
const operation = (id: string) => operations.find(({ operationId }) => operationId === id) as Operation
const parametersOf = (id: string) =>
  (operation(id).parameters ?? []).map(
    (one) => resolve(one as Json) as never as { name: string; schema: Json; style?: string },
  )
const parameter = (id: string, name: string) => parametersOf(id).find((one) => one.name === name)

describe('the schemas of the OpenAPI description', () => {
  it('have no tuples: four generators cannot read them', () => {
    expect(paths((json) => 'prefixItems' in json || json.items === false)).toEqual([])
    const schemas = (document.components as { schemas: Record<string, { properties: Json }> }).schemas
    for (const name of ['Point', 'PublicPoint']) {
      expect(schemas[name]?.properties.coordinates).toMatchObject({
        type: 'array',
        items: { type: 'number' },
        minItems: 2,
        maxItems: 2,
      })
    }
  })

  it('use formats that JSON Schema knows', () => {
    const known = ['uuid', 'date-time', 'uri']
    expect(paths(({ format }) => typeof format === 'string' && !known.includes(format))).toEqual([])
  })

  it('have patterns for strings only, and none beside a format', () => {
    const isWrong = ({ pattern, type, format }: Json) =>
      typeof pattern === 'string' && (type !== 'string' || format !== undefined)
    expect(paths(isWrong)).toEqual([])
    expect(parameter('listEntities', 'min_confidence')?.schema).toEqual({ type: 'number', minimum: 0, maximum: 1 })
  })

  it('have no bounds that are those of the language', () => {
    const isHuge = (value: unknown) => typeof value === 'number' && Math.abs(value) >= Number.MAX_SAFE_INTEGER
    expect(paths(({ minimum, maximum }) => isHuge(minimum) || isHuge(maximum))).toEqual([])
  })

  it('give every id its format', () => {
    // Several ids in one text of a query have no format.
    const notUuids = ['operationId', 'request_id', 'place_id', 'external_ids']
    const isSeveral = ({ name, schema }: { name: string; schema: Json }) =>
      name === 'entity_ids' && schema.type === 'string'
    const isId = (name: string) => /^(id|\w+_ids?|\w+Id)$/.test(name) && !notUuids.includes(name)
    const isUuid = (schema: Json): boolean => {
      const { format, items, anyOf, type } = resolve(schema)
      if (Array.isArray(anyOf)) return anyOf.some((one) => isUuid(one as Json))
      return format === 'uuid' || type === 'integer' || (items !== undefined && isUuid(items as Json))
    }
    const fields = objects.flatMap(({ json, path }) => {
      if (path.at(-1) === 'properties') {
        return Object.entries(json).map(([name, schema]) => ({ name, path, schema: schema as Json }))
      }
      return json.in === 'path' || json.in === 'query'
        ? [{ name: json.name as string, path, schema: json.schema as Json }]
        : []
    })
    const wrong = fields.filter((field) => isId(field.name) && !isUuid(field.schema) && !isSeveral(field))
    expect(wrong.map(({ path, name }) => [...path, name].join('/'))).toEqual([])
    for (const name of ['from', 'to'])
      expect(parameter('findPaths', name)?.schema).toEqual({ type: 'string', format: 'uuid' })
    for (const [id, name] of [
      ['getGraph', 'seed'],
      ['getTimeline', 'entity'],
    ] as const) {
      expect(parameter(id, name)?.schema.format, name).toBe('uuid')
    }
  })

  it('describe the filters by attribute as an object that clients spell out', () => {
    expect(parameter('listEntities', 'attr')).toMatchObject({
      in: 'query',
      style: 'deepObject',
      explode: true,
      schema: { type: 'object', additionalProperties: { type: 'string' } },
    })
  })

  it('say that JSON-LD is JSON, and that the other files are text', () => {
    const content = operation('exportGraph').responses['200']?.content as Record<string, { schema: Json }>
    expect(resolve(content['application/ld+json']?.schema as Json)).toMatchObject({ type: 'object' })
    for (const [type, { schema }] of Object.entries(content)) {
      if (!type.endsWith('json') || type === 'application/x-ndjson') expect(schema, type).toEqual({ type: 'string' })
    }
  })

  it('tell events and deliveries apart by their type', () => {
    const types = ['run.update', 'page.update', 'crawl.finished', 'budget.hit', 'webhook.disabled']
    const schemas = (document.components as { schemas: Record<string, Json> }).schemas
    const { oneOf, discriminator } = schemas.Event as {
      oneOf: Json[]
      discriminator: { propertyName: string; mapping: Record<string, string> }
    }
    expect(discriminator.propertyName).toBe('type')
    expect(Object.keys(discriminator.mapping)).toEqual(types)
    const targets = Object.entries(discriminator.mapping).map(([type, $ref]) => [type, resolve({ $ref })] as const)
    for (const [type, { properties }] of targets) {
      expect((properties as Record<string, Json>).type, type).toMatchObject({ const: type })
    }
    expect(oneOf).toEqual(Object.values(discriminator.mapping).map(($ref) => ({ $ref })))
    const webhooks = document.webhooks as Record<string, { post: { requestBody: Json; parameters: Json[] } }>
    expect(Object.keys(webhooks)).toEqual([...types, 'graph.changes', 'ping'])
    expect(webhooks['crawl.finished']?.post.requestBody).toMatchObject({
      content: { 'application/json': { schema: { $ref: '#/components/schemas/CrawlFinishedDelivery' } } },
    })
    const headers = webhooks['crawl.finished']?.post.parameters.map((one) => resolve(one).name)
    expect(headers).toEqual(
      expect.arrayContaining(['X-Service-Signature', 'webhook-id', 'webhook-timestamp', 'webhook-signature']),
    )
  })
})

describe('the answers of the OpenAPI description', () => {
  it('list what any call with a body can get', () => {
    for (const [path, methods] of Object.entries(document.paths as Record<string, Record<string, Operation>>)) {
      for (const [method, { responses }] of Object.entries(methods)) {
        if (method === 'get') continue
        expect(Object.keys(responses), `${method} ${path}`).toEqual(
          expect.arrayContaining(['400', '403', '413', '415']),
        )
      }
    }
  })
})

describe('the guide of the OpenAPI description', () => {
  it('comes first, and service probes come last', () => {
    const { title, description } = document.info as { title: string; description: string }
    expect(title).toBe('Polegraph API')
    for (const heading of ['Errors', 'Pagination', 'Limits', 'Events', 'Signatures']) {
      expect(description).toContain(`\n## ${heading}\n`)
    }
    const tags = (document.tags as { name: string }[]).map(({ name }) => name)
    expect(tags[0]).toBe('Domains')
    expect(tags.at(-1)).toBe('Service')
    expect(Object.keys(document.paths as object)[0]).not.toBe('/healthz')
    expect([...new Set(operations.map((one) => (one as unknown as { tags: string[] }).tags[0]))]).toEqual(tags)
  })
})
