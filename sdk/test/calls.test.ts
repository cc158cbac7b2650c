import type { Route } from '@polegraph/contract/route.ts'
import { type RouteName, routes } from '@polegraph/contract/routes.ts'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { sampleOf } from '../../server/test/contract/samples.ts'
import { makePlace, makeSession, type Place } from '../../server/test/support/graph/world.ts'
import { startTestService } from '../../server/test/support/harness.ts'
import { startSitemapSite } from '../../server/test/support/web/sitemap-site.ts'
import type { CallOptions } from '../src/call-options.ts'
import { calls, streams } from '../src/calls.ts'
import { Polegraph } from '../src/polegraph.ts'

// The table of calls against the contract, and each call against a service.

interface Row {
  call: string
  line: string
  marks: string[]
}

const rows: Row[] = [
  ...Object.entries(calls).flatMap(([group, functions]) =>
    Object.entries<string>(functions).map(([name, row]) => readRow(`${group}.${name}`, row)),
  ),
  ...Object.entries<string>(streams).map(([name, row]) => readRow(name, row)),
]

function readRow(call: string, row: string): Row {
  const [method, path, ...marks] = row.split(' ')
  return { call, line: `${method} ${path}`, marks }
}

const lineOf = ({ method, path }: Route) => `${method} ${path}`
const byLine = new Map(Object.entries<Route>(routes).map(([name, route]) => [lineOf(route), name as RouteName]))
const nameOf = (row: Row) => byLine.get(row.line) as RouteName

it('there is one function for every route, and none for another', () => {
  expect(rows.map(({ line }) => line).toSorted()).toEqual([...byLine.keys()].toSorted())
})

/** The fields of an answer that is an object. */
const shapeOf = ({ answer }: Route): Record<string, z.ZodType> => ('shape' in answer ? (answer.shape as never) : {})
const isArray = (schema: z.ZodType | undefined) => schema?.type === 'array'

/** What the contract says about the input and the answer, in the words of the table. */
function marksOf(name: RouteName, route: Route, [, items]: (string | undefined)[]): string[] {
  const shape = shapeOf(route)
  const hasFields = (schema: z.ZodObject | undefined) => schema !== undefined && Object.keys(schema.shape).length > 0
  const isPaged = ['next_cursor', 'next_offset', 'cursor'].some((field) => field in shape)
  const arrays = Object.keys(shape).filter((field) => isArray(shape[field]))
  const isList = isPaged || (name.startsWith('list') && arrays.length === 1)
  // A page of a list may have a second array, such as the buckets of a timeline.
  const named = arrays.includes(items ?? '') ? items : arrays[0]
  return [
    ...(hasFields(route.query) ? ['?query'] : []),
    ...(hasFields(route.body) ? ['+body'] : []),
    ...(route.uploads ? ['upload'] : []),
    ...(isList ? [`>${named}`] : []),
    ...(route.downloads ? ['file'] : []),
  ]
}

describe.each(rows.map((row) => [row.call, row] as const))('%s', (_call, row) => {
  it('takes and gives what the contract says', () => {
    const name = nameOf(row)
    const items = row.marks.find((mark) => mark.startsWith('>'))?.split('>') ?? []
    expect(row.marks).toEqual(marksOf(name, routes[name], items))
  })
})

const metricsToken = 'token-of-the-metrics'
const environment = { ...(await startSitemapSite()), METRICS_TOKEN: metricsToken }
const { service, url } = await startTestService({ environment })

/** The call of a sample, by the function: ids out of the path, then the query or the body. */
function argumentsOf(name: RouteName, place: Place): unknown[] {
  const sample = sampleOf(name, place)
  const [path = '', query] = sample.path.split('?')
  const pattern = new RegExp(`^${routes[name].path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`)
  const params = (pattern.exec(path) ?? []).slice(1).map(decodeURIComponent)
  const { marks } = rows.find((row) => nameOf(row) === name) as Row
  const file = marks.includes('upload') ? [sample.file] : []
  if (marks.includes('?query')) return [...params, Object.fromEntries(new URLSearchParams(query)), ...file]
  return marks.includes('+body') ? [...params, sample.body ?? {}] : params
}

async function optionsFor({ auth }: Route, place: Place): Promise<CallOptions> {
  if (auth === 'none') return {}
  if (auth === 'metrics') return { key: metricsToken }
  if (auth !== 'session' && auth !== 'owner_session') return { key: place.key.secret }
  const { cookie } = await makeSession(service.db, place.id, 'owner')
  return { headers: { cookie } }
}

/** A place of its own for a call that changes it; those that read share one. */
const readPlace = await makePlace(service.db)
const placeFor = async ({ method }: Route) => (method === 'GET' ? readPlace : makePlace(service.db))

/** The session of the sample is somebody else's, and its domain is paused. */
const refused: Partial<Record<RouteName, string>> = {
  endSession: 'session_not_found',
  discoverSources: 'domain_paused',
  planFrontier: 'domain_paused',
  startWatchMail: 'session_required',
  stopWatchMail: 'session_required',
}

describe.each(rows.filter(({ call }) => !(call in streams)).map((row) => [row.call, row] as const))(
  '%s',
  (call, row) => {
    it('calls its route, and gets its answer', async () => {
      const name = nameOf(row)
      const route: Route = routes[name]
      const place = await placeFor(route)
      const sent: string[] = []
      const polegraph = new Polegraph({
        url,
        retries: 0,
        fetch: (address, init) => {
          sent.push(`${init.method} ${address}`)
          return fetch(address, init)
        },
      })
      const [group, func] = call.split('.') as [keyof typeof calls, string]
      const functions = polegraph[group] as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>
      const options = await optionsFor(route, place)
      const { path, method } = sampleOf(name, place)

      const answer = await functions[func]?.(...argumentsOf(name, place), options).catch((error) => error)

      const [wanted, query = ''] = path.split('?')
      const [asked, askedQuery = ''] = (sent[0] ?? '').split('?')
      expect(asked).toBe(`${method} ${url}${wanted}`)
      expect(new URLSearchParams(askedQuery)).toEqual(new URLSearchParams(query))
      expect(sent).toHaveLength(1)
      if (refused[name]) expect(answer).toMatchObject({ code: refused[name] })
      else if (route.downloads) expect(await (answer as Response).text()).toContain('@prefix')
      else expect(route.answer.safeParse(answer).error?.issues, JSON.stringify(answer)).toBeUndefined()
    })
  },
)
