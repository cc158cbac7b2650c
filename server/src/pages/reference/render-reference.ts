import { escapeHtml } from '../../language/escape-html.ts'
import { blocksHtml, inlineHtml } from './markdown.ts'

// The API reference as one page of plain HTML, made from the OpenAPI description. It needs no script: whatever could run in it
// would run beside the cookie of whoever is signed in.

interface Schema {
  $ref?: string
  type?: string | string[]
  format?: string
  enum?: unknown[]
  const?: unknown
  items?: Schema
  properties?: Record<string, Schema>
  additionalProperties?: boolean | Schema
  required?: string[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  description?: string
  default?: unknown
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  examples?: unknown[]
}
interface Parameter {
  $ref?: string
  name: string
  in: string
  required?: boolean
  description?: string
  schema: Schema
}
interface Answer {
  $ref?: string
  description: string
  content?: Record<string, { schema?: Schema }>
}
interface Operation {
  operationId: string
  tags: string[]
  summary: string
  description: string
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: Record<string, { schema: Schema }> }
  responses: Record<string, Answer>
}
export interface Description {
  info: { title: string; version: string; description: string }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> } & Record<string, Record<string, unknown>>
}

interface Call {
  method: string
  path: string
  operation: Operation
}

/** `version` is that of the program; the description has that of the interface. */
export function renderReference(description: Description, version: string, styleAddress: string): string {
  const calls = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Call => ({ method: method.toUpperCase(), path, operation })),
  )
  const groups = description.tags.map(({ name, description: about }) => ({
    ...{ name, about, id: `tag-${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}` },
    calls: calls.filter(({ operation }) => operation.tags[0] === name),
  }))
  const schemas = Object.entries(description.components.schemas).sort(([a], [b]) => (a < b ? -1 : 1))
  const { info } = description
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(info.title)}</title>
<link rel="icon" href="../icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${styleAddress}">
</head>
<body>
<nav aria-label="Calls">
<details open><summary>Contents</summary>
<ul><li><a href="#top">Guide</a></li>
${groups.map((group) => `<li><a href="#${group.id}">${escapeHtml(group.name)}</a><ul>${group.calls.map(navItem).join('')}</ul></li>`).join('\n')}
<li><a href="#schemas">Schemas</a></li></ul>
</details>
</nav>
<main id="top">
<h1>${escapeHtml(info.title)}</h1>
<p class="versions">Interface ${escapeHtml(info.version)} (paths below <code>/v1</code>), served by Polegraph ${escapeHtml(version)}.
The same as a file: <a href="../v1/openapi.json">openapi.json</a> (OpenAPI 3.1). Back to the <a href="../../">console</a>.</p>
${blocksHtml(info.description)}
${groups.map((group) => `<section id="${group.id}"><h2>${escapeHtml(group.name)}</h2><p>${inlineHtml(group.about)}</p>${group.calls.map((call) => callHtml(call, description)).join('\n')}</section>`).join('\n')}
<section id="schemas"><h2>Schemas</h2>
${schemas.map(([name, schema]) => `<article id="schema-${name}"><h3><code>${name}</code></h3><p>${inlineHtml(schema.description ?? '')}</p>${schemaHtml({ ...schema, description: '' })}</article>`).join('\n')}
</section>
</main>
</body>
</html>
`
}

const navItem = ({ operation }: Call) =>
  `<li><a href="#${operation.operationId}">${escapeHtml(operation.summary)}</a></li>`

function callHtml({ method, path, operation }: Call, description: Description): string {
  const parameters = (operation.parameters ?? []).map((one) => resolved(one, description))
  const body = operation.requestBody && Object.values(operation.requestBody.content)[0]?.schema
  const answers = Object.entries(operation.responses).map(
    ([status, one]) => [status, resolved(one, description)] as const,
  )
  return `<article id="${operation.operationId}">
<h3>${escapeHtml(operation.summary)}</h3>
<p class="call"><span class="method ${method.toLowerCase()}">${method}</span> <code>${escapeHtml(path).replaceAll('/', '<wbr>/')}</code></p>
<p>${inlineHtml(operation.description)}</p>
${parameters.length > 0 ? `<h4>Parameters</h4>${fieldsHtml(parameters.map((one) => ({ name: one.name, note: one.in, schema: { ...one.schema, ...(one.description && { description: one.description }) }, isRequired: one.required === true })))}` : ''}
${body ? `<h4>Body</h4>${schemaHtml(resolved(body, description))}` : ''}
<h4>Answers</h4>
<dl class="answers">${answers.map(([status, one]) => `<dt>${status}</dt><dd>${inlineHtml(one.description)}${answerType(Number(status), one)}</dd>`).join('')}</dl>
</article>`
}

function answerType(status: number, { content = {} }: Answer): string {
  if (status >= 300) return ''
  return Object.entries(content)
    .map(
      ([type, { schema }]) =>
        `<div>${type === 'application/json' ? '' : `<code>${escapeHtml(type)}</code> `}${schema ? schemaHtml(schema) : ''}</div>`,
    )
    .join('')
}

/** What a reference into the description stands for. */
function resolved<Value extends { $ref?: string }>(value: Value, description: Description): Value {
  const [, kind = '', name = ''] = /^#\/components\/(\w+)\/(.+)$/.exec(value.$ref ?? '') ?? []
  return (description.components[kind]?.[name] as Value | undefined) ?? value
}

interface Field {
  name: string
  note?: string
  schema: Schema
  isRequired: boolean
}

function fieldsHtml(fields: Field[]): string {
  const rows = fields.map(({ name, note, schema, isRequired }) => {
    const words = [note, isRequired ? 'required' : '', rulesOf(schema)].filter(Boolean).join(', ')
    const inner = innerOf(schema)
    return `<dt><code>${escapeHtml(name)}</code> <span class="type">${typeHtml(schema)}</span></dt><dd>${inlineHtml(schema.description ?? '')}${words ? ` <span class="rule">${escapeHtml(words)}</span>` : ''}${inner ? `<details><summary>Fields</summary>${schemaHtml(inner)}</details>` : ''}</dd>`
  })
  return `<dl class="fields">${rows.join('')}</dl>`
}

/** A schema with fields of its own, which a reader may want to open. */
function innerOf(schema: Schema): Schema | undefined {
  if (schema.properties) return { ...schema, description: '' }
  if (schema.items) return innerOf(schema.items)
  const options = (schema.anyOf ?? schema.oneOf ?? []).filter(({ type }) => type !== 'null')
  return options.length === 1 && options[0] ? innerOf(options[0]) : undefined
}

function schemaHtml(schema: Schema): string {
  if (!schema.properties)
    return `<p class="type">${typeHtml(schema)}${schema.description ? ` ${inlineHtml(schema.description)}` : ''}</p>`
  const required = new Set(schema.required)
  const fields = Object.entries(schema.properties).map(([name, field]) => ({
    name,
    schema: field,
    isRequired: required.has(name),
  }))
  const [example] = schema.examples ?? []
  const shown = example === undefined ? '' : `<pre><code>${escapeHtml(JSON.stringify(example, null, 2))}</code></pre>`
  return `${fieldsHtml(fields)}${shown}`
}

function typeHtml(schema: Schema): string {
  const name = /^#\/components\/schemas\/(.+)$/.exec(schema.$ref ?? '')?.[1]
  if (name) return `<a href="#schema-${name}">${escapeHtml(name)}</a>`
  const options = schema.anyOf ?? schema.oneOf ?? schema.allOf
  if (options) return options.map(typeHtml).join(' or ')
  if (schema.const !== undefined) return `<code>${escapeHtml(JSON.stringify(schema.const))}</code>`
  if (schema.enum) return schema.enum.map((value) => `<code>${escapeHtml(String(value))}</code>`).join(', ')
  if (schema.items) return `list of ${typeHtml(schema.items)}`
  if (typeof schema.additionalProperties === 'object') return `object of ${typeHtml(schema.additionalProperties)}`
  return escapeHtml([schema.type ?? 'any'].flat().join(' or ') + (schema.format ? ` (${schema.format})` : ''))
}

function rulesOf({ minimum, maximum, minLength, maxLength, minItems, maxItems, default: usual }: Schema): string {
  const range = (least: number | undefined, most: number | undefined, unit: string) => {
    if (least === undefined && most === undefined) return ''
    if (most === undefined) return `at least ${least}${unit}`
    return least ? `${least} to ${most}${unit}` : `at most ${most}${unit}`
  }
  const rules = [
    range(minimum, maximum, ''),
    range(minLength, maxLength, ' characters'),
    range(minItems, maxItems, ' items'),
  ]
  if (usual !== undefined) rules.push(`default ${JSON.stringify(usual)}`)
  return rules.filter(Boolean).join(', ')
}
