import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { feedRoutes } from '../src/events/watches.ts'
import {
  publicQueries,
  publicRoutes,
  relationshipFilters,
  type SharedPart,
  sharedParts,
  shownChoices,
  type View,
  views,
  viewsThatShow,
} from '../src/graph/shares.ts'
import type { Route } from '../src/route.ts'
import { routes } from '../src/routes.ts'

// Public views say nothing about relationships, provenance and ids elsewhere, but for the parts that a link shows. What has no
// field cannot leak, so every object of a public answer must be closed, and no field may be about them, at any depth.

type Json = { [key: string]: unknown }

/** Words that a name of a field must not have. */
const forbidden = new Set([
  ...['relationship', 'relationships', 'relation', 'relations', 'edge', 'edges', 'link', 'links', 'neighbors', 'path'],
  ...['paths', 'from', 'to', 'since', 'until', 'evidence', 'source', 'sources', 'provenance', 'citation', 'citations'],
  ...['url', 'urls', 'host', 'hosts', 'page', 'pages', 'quote', 'quotes', 'passage', 'passages', 'external', 'run'],
  ...['gate', 'mode', 'model', 'confidence', 'merged', 'pinned', 'observed', 'seen', 'actor', 'domain', 'project'],
])

/** The fields of a part that a link may show, by the ends of their paths. */
const fieldsOf: Record<SharedPart, string[]> = {
  relationships: ['$.edges', '$.edges[].from', '$.edges[].to', '$.edges[].source'],
  facts: ['.external_ids', '.urls'],
  sources: ['.quotes', '.quotes[].quote', '.quotes[].url', '.quotes[].observed_at'],
}

/** Everything that is wrong with a schema of a public answer of links that show these parts, as sentences. */
function findMistakes(schema: z.ZodType, show: readonly SharedPart[] = []): string[] {
  const shown = show.flatMap((part) => fieldsOf[part])
  // As input: on the way out every object looks closed, even one that would drop what it does not know.
  const document = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json
  const mistakes: string[] = []
  const seen = new Set<unknown>()

  function look(node: Json, at: string): void {
    if (seen.has(node)) return
    seen.add(node)
    if (typeof node.$ref === 'string') {
      look(resolve(document, node.$ref), at)
      return
    }
    for (const keyword of ['anyOf', 'oneOf', 'allOf', 'prefixItems'] as const) {
      for (const [index, option] of ((node[keyword] as Json[]) ?? []).entries())
        look(option, `${at} ${keyword} ${index}`)
    }
    if (node.type === 'array') {
      if (node.items) look(node.items as Json, `${at}[]`)
      else if (!node.prefixItems) mistakes.push(`${at} is a list of anything`)
    }
    if (node.type === 'object') lookIntoObject(node, at)
    const says = ['type', 'enum', 'const', 'anyOf', 'oneOf', 'allOf'].some((keyword) => keyword in node)
    if (!says) mistakes.push(`${at} can be anything`)
  }

  function lookIntoObject(node: Json, at: string): void {
    for (const [name, property] of Object.entries((node.properties as Record<string, Json>) ?? {})) {
      const words = name.toLowerCase().split('_')
      const isShown = shown.some((end) => `${at}.${name}`.endsWith(end))
      if (!isShown && words.some((word) => forbidden.has(word))) mistakes.push(`${at}.${name} is not for the public`)
      look(property, `${at}.${name}`)
    }
    const rest = node.additionalProperties
    if (rest === false) return
    const isRecord = /\.(?:attributes|external_ids)$/.test(at) && node.properties === undefined
    if (!isRecord || !isPlain(rest)) mistakes.push(`${at} is open`)
  }

  look(document, '$')
  return mistakes
}

function resolve(document: Json, ref: string): Json {
  const names = ref.replace(/^#\/?/, '').split('/').filter(Boolean)
  return names.reduce<Json>((node, name) => node[name] as Json, document)
}

/** A text, a number, a yes or no, or a list of texts. */
function isPlain(schema: unknown): boolean {
  const { anyOf, type, items } = (schema ?? {}) as { anyOf?: unknown[]; type?: string; items?: { type?: string } }
  if (anyOf) return anyOf.every(isPlain)
  if (type === 'array') return items?.type === 'string'
  return type === 'string' || type === 'number' || type === 'integer' || type === 'boolean'
}

describe('public answers', () => {
  const isOpen = Object.entries<Route>(routes).filter(([, route]) => route.is_public)
  const isPublic = isOpen.filter(([, route]) => !route.is_unlisted)

  it('are those of share links, and of feeds at addresses that nobody lists', () => {
    const unlisted = isOpen.flatMap(([name, route]) => (route.is_unlisted ? name : []))
    expect(unlisted).toEqual(Object.keys(feedRoutes))
  })

  it('of share links are their description and each view', () => {
    expect(isPublic.map(([name]) => name)).toEqual(Object.keys(publicRoutes))
    for (const [, route] of isPublic) expect(route).toMatchObject({ method: 'GET', auth: 'none' })
  })

  it.each(isPublic)(
    'of %s are closed at every depth, and no field is about more than a link may show',
    (_name, route) => {
      expect(findMistakes(route.answer, sharedParts)).toEqual([])
    },
  )

  it.each(shownChoices.map((show) => ({ show, title: show.join(' and ') || 'nothing more' })))(
    'of a link that shows $title have no field of another part',
    ({ show }) => {
      const schemas = viewsThatShow(show)
      expect(Object.keys(schemas)).toEqual([...views])
      for (const view of views) {
        expect(findMistakes(schemas[view], show), view).toEqual([])
        for (const part of show.filter((one) => one !== 'relationships' || view === 'graph')) {
          const others = show.filter((one) => one !== part)
          expect(findMistakes(schemas[view], others).length, `${view} without ${part}`).toBeGreaterThan(0)
        }
      }
    },
  )

  it.each([...views])(
    'of %s are not asked for by sources, nor by relationships but in filters of links that show them',
    (view) => {
      const filters: readonly string[] = relationshipFilters
      const names = Object.keys(publicQueries[view].shape).filter((name) => !filters.includes(name))
      const known = ['as_of', 'bbox', 'bucket', 'cursor', 'from', 'kind', 'limit', 'q', 'to']
      expect(names.filter((name) => !known.includes(name))).toEqual([])
    },
  )

  it.each<[string, z.ZodType, string]>([
    ['drops what it does not know', z.object({ nodes: z.array(z.string()) }), '$ is open'],
    ['lets more through', z.looseObject({ a: z.string() }), '$ is open'],
    [
      'is open below',
      z.strictObject({ a: z.array(z.strictObject({ b: z.object({}).nullable() })) }),
      '$.a[].b anyOf 0 is open',
    ],
    ['has anything below', z.strictObject({ a: z.unknown() }), '$.a can be anything'],
    ['has a list of anything', z.strictObject({ a: z.array(z.any()) }), '$.a[] can be anything'],
    ['is a record elsewhere', z.strictObject({ labels: z.record(z.string(), z.string()) }), '$.labels is open'],
    [
      'has attributes with depth',
      z.strictObject({ attributes: z.record(z.string(), z.array(z.strictObject({}))) }),
      '$.attributes is open',
    ],
    [
      'has attributes of anything',
      z.strictObject({ attributes: z.record(z.string(), z.json()) }),
      '$.attributes is open',
    ],
    [
      'counts relationships',
      z.strictObject({ relationship_count: z.int() }),
      '$.relationship_count is not for the public',
    ],
    [
      'names pages',
      z.strictObject({ when: z.strictObject({ page_id: z.string() }) }),
      '$.when.page_id is not for the public',
    ],
    ['has edges', z.strictObject({ edges: z.array(z.string()) }), '$.edges is not for the public'],
  ])('would not pass with a schema that %s', (_title, schema, mistake) => {
    expect(findMistakes(schema)).toContain(mistake)
  })
})

const text = fc.string({ maxLength: 8 })
const orNull = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: null })
const degrees = fc.double({ min: -90, max: 90, noNaN: true })
const plain = fc.oneof(text, fc.integer(), fc.boolean(), fc.array(text, { maxLength: 2 }))
const count = fc.nat({ max: 9 })

const entity = fc.record({
  id: fc.uuid({ version: 7 }),
  kind: text,
  name: text,
  aliases: fc.array(text, { maxLength: 2 }),
  summary: orNull(text),
  attributes: fc.dictionary(text, plain, { maxKeys: 2, noNullPrototype: true }),
  when: orNull(fc.record({ start: orNull(text), end: orNull(text), edtf: text, precision: text })),
  where: orNull(fc.record({ lat: orNull(degrees), lon: orNull(degrees), precision: text, country: orNull(text) })),
})
const some = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.array(arbitrary, { minLength: 1, maxLength: 2 })

const answers: Record<View, fc.Arbitrary<Json>> = {
  graph: fc.record({ nodes: some(entity), truncated: fc.boolean(), omitted: count }),
  timeline: fc.record({
    items: some(entity),
    bucket: fc.constantFrom('day', 'week', 'century'),
    buckets: some(fc.record({ start: text, count })),
    undated: count,
    next_cursor: orNull(text),
  }),
  map: fc.record({
    type: fc.constant('FeatureCollection'),
    features: some(
      fc.record({
        type: fc.constant('Feature'),
        id: fc.uuid({ version: 7 }),
        geometry: fc.record({ type: fc.constant('Point'), coordinates: fc.tuple(degrees, degrees) }),
        properties: entity,
      }),
    ),
    truncated: fc.boolean(),
    unlocated: count,
  }),
  search: fc.record({ entities: some(entity) }),
}

/** The objects in an answer; attributes apart, since they may have any name. */
function objectsIn(value: unknown, name = ''): { closed: Json[]; attributes: Json[] } {
  if (typeof value !== 'object' || value === null) return { closed: [], attributes: [] }
  if (name === 'attributes') return { closed: [], attributes: [value as Json] }
  const below = Object.entries(value).map(([key, one]) => objectsIn(one, Array.isArray(value) ? name : key))
  return {
    closed: [...(Array.isArray(value) ? [] : [value as Json]), ...below.flatMap(({ closed }) => closed)],
    attributes: below.flatMap(({ attributes }) => attributes),
  }
}

const leaks = fc.oneof(
  fc.constantFrom('relationships', 'edges', 'evidence', 'sources', 'source_count', 'relationship_count', 'url', 'urls'),
  fc.constantFrom('host', 'page_id', 'quote', 'passages', 'external_ids', 'run_id', 'confidence', 'place_id', 'since'),
  fc.string({ minLength: 1 }),
)

describe.each([...views])('the schema of %s', (view) => {
  const schema = viewsThatShow([])[view]
  const accepts = (answer: unknown) => schema.safeParse(answer).success

  it('takes an answer without anything extra', () => {
    fc.assert(
      fc.property(answers[view], (answer) => {
        expect(schema.parse(answer)).toEqual(answer)
      }),
    )
  })

  it('refuses one field too many in any object at any depth', () => {
    fc.assert(
      fc.property(answers[view], leaks, fc.nat(), fc.jsonValue({ maxDepth: 1 }), (answer, name, where, value) => {
        const { closed } = objectsIn(answer)
        const target = closed[where % closed.length] as Json
        fc.pre(!(name in target))
        target[name] = value
        expect(accepts(answer)).toBe(false)
      }),
    )
  })

  it('refuses an attribute with depth', () => {
    const deep = fc.oneof(
      fc.dictionary(text, plain, { noNullPrototype: true }),
      fc.array(fc.dictionary(text, plain, { noNullPrototype: true }), { minLength: 1, maxLength: 2 }),
      fc.array(fc.array(text), { minLength: 1, maxLength: 2 }),
      fc.constant(null),
    )
    fc.assert(
      fc.property(answers[view], text, fc.nat(), deep, (answer, name, where, value) => {
        fc.pre(name !== '__proto__')
        const { attributes } = objectsIn(answer)
        const target = attributes[where % attributes.length] as Json
        target[name] = value
        expect(accepts(answer)).toBe(false)
      }),
    )
  })

  it('lets no own __proto__ through', () => {
    const [answer] = fc.sample(answers[view], { numRuns: 1, seed: 1 }) as [Json]
    const { closed, attributes } = objectsIn(answer)
    for (const target of [...closed, ...attributes]) {
      Object.defineProperty(target, '__proto__', { value: { edges: [1] }, enumerable: true })
    }
    expect(JSON.stringify(answer)).toContain('"__proto__":{"edges":[1]}')
    const parsed = schema.safeParse(answer)
    expect(JSON.stringify(parsed.data ?? null)).not.toContain('edges')
  })
})
