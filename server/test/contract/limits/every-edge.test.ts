import { type Json, namedSchemas, toJsonSchema } from '@polegraph/contract/reference/json-schema.ts'
import type { Route } from '@polegraph/contract/route.ts'
import { routes } from '@polegraph/contract/routes.ts'
import { expect, it } from 'vitest'
import { ApiError, type ErrorDetail } from '../../../src/platform/http/errors.ts'
import { validate } from '../../../src/platform/http/validate.ts'
import { schemaLimits } from './schema-limits.ts'

// Every length, number and count that the reference states for a field, at its edge: the last allowed value is taken, the
// next is refused by a text that names the field and the rule. The edges are read from the schemas, so that a new field
// is tried without a line here.

type Part = 'query' | 'body'

interface Edge {
  /** Such as `rules.include_terms.0`. */
  path: string
  /** What is counted, and up or down to which number. */
  of: 'characters' | 'items' | 'value'
  last: number
  next: number
  /** As the reference describes it. */
  schema: Json
}

const named = namedSchemas()

const resolve = (schema: Json): Json =>
  typeof schema.$ref === 'string' ? resolve(named[schema.$ref.replace('#/components/schemas/', '')] ?? {}) : schema

const counted: [of: Edge['of'], least: string, most: string][] = [
  ['characters', 'minLength', 'maxLength'],
  ['items', 'minItems', 'maxItems'],
  ['value', 'minimum', 'maximum'],
]

/** All edges of a schema and of what is in it. */
function edgesOf(given: Json, path: string): Edge[] {
  const schema = resolve(given)
  const own = counted.flatMap(([of, least, most]): Edge[] => {
    const [min, max] = [schema[least], schema[most]]
    const step = schema.type === 'number' ? 0.01 : 1
    return [
      ...(typeof max === 'number' ? [{ path, of, last: max, next: max + step, schema }] : []),
      ...(typeof min === 'number' && (min > 0 || of === 'value')
        ? [{ path, of, last: min, next: min - step, schema }]
        : []),
    ]
  })
  const inner: [string, unknown][] = [
    ...Object.entries((schema.properties ?? {}) as Json),
    ...(schema.items ? ([['0', schema.items]] as [string, unknown][]) : []),
    ...(typeof schema.additionalProperties === 'object'
      ? ([['role', schema.additionalProperties]] as [string, unknown][])
      : []),
  ]
  const branches = [...((schema.anyOf ?? []) as Json[]), ...((schema.oneOf ?? []) as Json[])]
  return [
    ...own,
    ...branches.flatMap((branch) => edgesOf(branch, path)),
    ...inner.flatMap(([name, child]) => edgesOf(child as Json, path === '' ? name : `${path}.${name}`)),
  ]
}

/** Ways to write a text of so many characters, one of which fits the rule of any field. `n` makes texts differ. */
const waysToWrite: ((length: number, n: number) => string)[] = [
  (length, n) => `x${n}`.padEnd(length, 'x').slice(0, length),
  (length, n) => `/x${n}`.padEnd(length, 'x'),
  (length, n) => `https://example.org/${n}`.padEnd(length, 'x'),
  (length, n) => `x${n}@`.padEnd(length - 4, 'x').concat('.org'),
  (length, n) => `${n}x.${'x.'.repeat(length)}`.slice(0, length - 1).concat('x'),
  (_length, n) => `0199f3c2-6a54-7d3e-9c1f-${String(n).padStart(12, '0')}`,
  (length, n) => `a${String.fromCharCode(97 + Math.floor(n / 26), 97 + (n % 26))}`.padEnd(length, 'a').slice(0, length),
  (length) =>
    `${'x'.repeat(99)},`
      .repeat(length)
      .slice(0, length - 1)
      .concat('x'),
]

/** A value of a schema, of which there are as many different ones as asked for. */
function sample(given: Json, way: number, n: number): unknown {
  const schema = resolve(given)
  const [branch] = (schema.anyOf ?? schema.oneOf ?? []) as Json[]
  if (branch) return sample(branch, way, n)
  if (Array.isArray(schema.enum)) return schema.enum[n % schema.enum.length]
  if (schema.type === 'object') {
    const needed = (schema.required ?? []) as string[]
    return Object.fromEntries(
      needed.map((name) => [name, sample((schema.properties as Record<string, Json>)[name] ?? {}, way, n)]),
    )
  }
  if (schema.type === 'array')
    return Array.from({ length: Number(schema.minItems ?? 0) }, (_, at) => sample(schema.items as Json, way, at))
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 0
  if (schema.type === 'boolean') return true
  return waysToWrite[schema.format === 'uuid' ? 5 : schema.format === 'uri' ? 2 : way]?.(
    Math.min(Number(schema.maxLength ?? 8), 8),
    n,
  )
}

function valueAt({ of, schema }: Edge, size: number, way: number): unknown {
  if (of === 'value') return size
  if (of === 'characters') return size === 0 ? '' : waysToWrite[way]?.(size, 0)
  return Array.from({ length: size }, (_, n) => sample(schema.items as Json, way, n))
}

/** What is wrong with the field, in the words of the service. Other fields may be missing. */
function mistakesAt(route: Route, part: Part, path: string, value: unknown): ErrorDetail[] {
  const keys = path.split('.')
  const sent = keys.reduceRight<unknown>((inner, key) => (key === '0' ? [inner] : { [key]: inner }), value)
  const isOwn = (detail: ErrorDetail) => `${detail.path}.`.startsWith(`${path}.`)
  const { params: _, ...withoutParams } = route
  try {
    // Of a public route the fields are validated when they are asked for.
    void validate(withoutParams as Route, { params: {}, query: {}, body: {}, [part]: sent })[part]
    return []
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return (error.details ?? []).filter(isOwn)
  }
}

/** In a query every value is a text. */
const asIn = (part: Part, value: unknown) => (part === 'query' && typeof value === 'number' ? String(value) : value)

/** Rules that say what a text is, so that none has as many characters as the field could hold. */
const isRuledOtherwise = ({ of, path, schema }: Edge) =>
  schema.format === 'date-time' ||
  (of === 'characters' && ['has', 'certainty', 'facets', 'field', 'events', 'entity_ids'].includes(path))

const all = Object.entries<Route>(routes).flatMap(([name, route]) =>
  (['query', 'body'] as const).flatMap((part) => {
    const schema = route[part]
    const edges = schema ? edgesOf(toJsonSchema(schema, 'input'), '') : []
    return edges.filter((edge) => !isRuledOtherwise(edge)).map((edge) => ({ name, route, part, ...edge }))
  }),
)

/** Sentences that state a rule without its number. */
const withoutNumber = /required$|next_cursor of an|date as EDTF|at most 50 words|an email address$/

it.each(all)('$name: $path, $of: $last, and not $next', ({ route, part, ...edge }) => {
  const mistakesOf = (value: unknown) => mistakesAt(route, part, edge.path, asIn(part, value))
  const ways = edge.of === 'value' ? [0] : [...waysToWrite.keys()]
  const way = ways.find((one) => mistakesOf(valueAt(edge, edge.last, one)).length === 0)
  if (way === undefined) throw new Error('no value at the edge is taken')
  const [{ path, message } = { path: '', message: '' }] = mistakesOf(valueAt(edge, edge.next, way))
  expect(path).toBe(edge.path)
  if (message.startsWith('valid http(s) url')) return
  expect(message).toContain(edge.path)
  if (!withoutNumber.test(message)) expect(message).toContain(String(edge.last))
})

/** A letter of two units of UTF-16: it counts as one character. */
const letter = '\u{10437}'
const freeTexts = all.filter(({ of, schema }) => of === 'characters' && !schema.pattern && !schema.format)

it.each(freeTexts)('$name: $path, $last characters of two units each', ({ route, part, path, last, next }) => {
  expect(mistakesAt(route, part, path, letter.repeat(last))).toEqual([])
  expect(mistakesAt(route, part, path, letter.repeat(next))).not.toEqual([])
})

it.each(Object.entries(schemaLimits))('%s is the edge of a field', (_name, { is, field }) => {
  expect(all.filter(({ path, last }) => path === field && last === is)).not.toEqual([])
})
