import { errors } from '@polegraph/contract/errors.ts'
import { eventPayloads, eventTypes } from '@polegraph/contract/events/events.ts'
import { graphEventPayloads, graphEventTypes } from '@polegraph/contract/events/graph-events.ts'
import { deliverySchemaNames } from '@polegraph/contract/events/webhooks.ts'
import { type Json, namedSchemas, toJsonSchema } from '@polegraph/contract/reference/json-schema.ts'
import type { Route } from '@polegraph/contract/route.ts'
import { routes } from '@polegraph/contract/routes.ts'
import { calls } from '../src/calls.ts'
import { renderComment, renderField, typeOfSchema } from './schema-type.ts'

// The types of contract-types.ts, written out with names and comments for those who have neither the contract nor zod.

// The wire has text for all fields of a query. A test compares what is written here with the types that zod infers.

/** Fields that take several values. Others of these names are one of a few words, or have a pattern without a comma. */
const severalValues = new Set(['field', 'kind', 'type', 'facets', 'attributes'])

/** Fields of other types than their text. */
const typedFields: Record<string, string> = {
  has: `'when' | 'where' | readonly ('when' | 'where')[]`,
  certainty: `'said' | 'reported' | 'denied' | readonly ('said' | 'reported' | 'denied')[]`,
  bbox: 'readonly [west: number, south: number, east: number, north: number]',
  all: 'boolean',
  uncontested: 'boolean',
  provenance: 'boolean',
  bom: 'boolean',
  dry_run: 'boolean',
  revoke_keys: 'boolean',
}

/** What is denied is never public. */
const publicTypes: Record<string, string> = { certainty: `'said' | 'reported' | readonly ('said' | 'reported')[]` }

const payloads = { ...eventPayloads, ...graphEventPayloads }

const routesByLine = new Map(
  Object.entries<Route>(routes).map(([name, route]) => [`${route.method} ${route.path}`, { name, route }]),
)

/** The text of contract-types.d.ts. */
export function writeTypes(): string {
  const schemas = namedSchemas() as Record<string, Json & { properties: Record<string, Json> }>
  // The service takes anything, and makes a full key of what is misspelt.
  Object.assign(schemas.CreateKey?.properties.scope ?? {}, { enum: ['full', 'read'] })
  const groups = Object.entries(calls).map(([group, rows]) => ({ group, type: `${capital(group)}Calls`, rows }))
  return [
    `import type { CallOptions, Listing, PendingCall, UploadedFile } from './call-options.js'\n`,
    ...Object.entries(schemas).map(([name, schema]) => declare(name, schema)),
    ...Object.values(calls).flatMap((rows) => Object.values<string>(rows).map(declareQuery)),
    ...groups.map(
      ({ type, rows }) => `export interface ${type} {\n${Object.entries(rows).map(declareCall).join('')}}\n`,
    ),
    `/** Every call of the client. */
export interface CallGroups {\n${groups.map(({ group, type }) => `  ${group}: ${type}\n`).join('')}}\n`,
    declareUnion(
      'PolegraphErrorCode',
      'The code of an error: one of the service, or one of the three that say that no answer of it has come.',
      [...Object.keys(errors), 'connection_failed', 'timeout', 'unexpected_answer'].map((code) => `'${code}'`),
    ),
    declareUnion(
      'StreamedEvent',
      'An event of a domain, as its stream has it.',
      [...eventTypes, ...graphEventTypes].map(
        (type) => `{ id: number; type: '${type}'; data: ${typeOfSchema(toJsonSchema(payloads[type], 'output'))} }`,
      ),
    ),
    declareUnion('WebhookDelivery', 'The body of a delivery to a webhook.', Object.values(deliverySchemaNames)),
    `/** What an agent of the service has done. */\nexport type StreamedActivity = AgentActivity\n`,
    `/** A run as \`runs.list\` has it. */\nexport type Run = CrawlRun\n`,
  ].join('\n')
}

function declare(name: string, schema: Json): string {
  const comment = typeof schema.description === 'string' ? `${renderComment(schema.description)}\n` : ''
  const type = typeOfSchema(schema)
  const isObject = type.startsWith('{') && type.endsWith('}') && !type.includes('\n} | ')
  return `${comment}export ${isObject ? `interface ${name} ${type}` : `type ${name} = ${type}`}\n`
}

function declareUnion(name: string, about: string, members: string[]): string {
  return `${renderComment(about)}\nexport type ${name} =\n${members.map((member) => `  | ${member}\n`).join('')}`
}

function routeOf(row: string) {
  const [method, path, ...marks] = row.split(' ')
  const found = routesByLine.get(`${method} ${path}`)
  if (!found) throw new Error(`the contract has no route ${method} ${path}`)
  return { ...found, marks }
}

function declareQuery(row: string): string {
  const { name, route, marks } = routeOf(row)
  if (!marks.includes('?query') || !route.query) return ''
  const json = toJsonSchema(route.query, 'input') as Json & { properties: Record<string, Json>; required?: string[] }
  const fields = Object.entries(json.properties).map(([field, schema]) =>
    renderField(field, (route.is_public && publicTypes[field]) || typeOfField(field, schema), {
      isOptional: !json.required?.includes(field),
      about: schema.description,
      inner: '  ',
    }),
  )
  return `${renderComment(`Query of \`${name}\`.`)}\nexport interface ${capital(name)}Query {\n${fields.join('')}}\n`
}

/** Callers give numbers, flags and lists; the client puts them into text. */
function typeOfField(field: string, schema: Json): string {
  // A log goes on after a number; the one of changes may begin at a time as well.
  if (field === 'since' && schema.type === 'string') return 'number | string'
  const type = typedFields[field] ?? typeOfSchema(schema, '  ')
  const isOne = schema.enum !== undefined || (typeof schema.pattern === 'string' && !schema.pattern.includes('(?:,'))
  return severalValues.has(field) && !isOne ? `${type} | readonly ${type}[]` : type
}

function declareCall([func, row]: [string, string]): string {
  const { name, route, marks } = routeOf(row)
  const params = [...route.path.matchAll(/\{(\w+)\}/g)].map(
    ([, param]) => `${param}: ${param === 'version' ? 'number' : 'string'}`,
  )
  const input = inputOf(name, route, marks)
  const file = marks.includes('upload') ? ['file: UploadedFile'] : []
  const args = [...params, ...(input ? [input] : []), ...file, 'options?: CallOptions'].join(', ')
  const about = [`${route.summary}.`, route.description, `\`${route.method} ${route.path}\``].filter(Boolean).join(' ')
  return `  ${renderComment(about)}\n  ${func}(${args}): ${resultOf(route, marks)}\n`
}

function inputOf(name: string, { query, body }: Route, marks: string[]): string | undefined {
  const schema = marks.includes('?query') ? query : marks.includes('+body') ? body : undefined
  if (!schema) return undefined
  const isOptional = schema.safeParse({}).success ? '?' : ''
  if (schema === query) return `query${isOptional}: ${capital(name)}Query`
  return `body${isOptional}: ${typeOfSchema(toJsonSchema(schema, 'input'), '  ')}`
}

function resultOf({ answer }: Route, marks: string[]): string {
  if (marks.includes('file')) return 'PendingCall<Response>'
  const type = typeOfSchema(toJsonSchema(answer, 'output'), '  ')
  const items = marks.find((mark) => mark.startsWith('>'))?.slice(1)
  return items === undefined ? `PendingCall<${type}>` : `Listing<${type}, ${type}['${items}'][number]>`
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
