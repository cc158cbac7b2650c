import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { publicReconcileRoutes, reconcileRoutes } from '@polegraph/contract/graph/reconcile.ts'
import type { Route } from '@polegraph/contract/route.ts'
import { Ajv, type ValidateFunction } from 'ajv'
import { expect } from 'vitest'

// A program that reconciles, as OpenRefine does: forms and query strings, nothing in the headers but a key if it has one.
// Every answer is held against the contract, and against the JSON schemas of the specification where their folder is
// given: RECONCILIATION_SCHEMAS. They are not ours to keep here.

const folder = process.env.RECONCILIATION_SCHEMAS
const schemas = loadSchemas()

function loadSchemas(): Map<string, ValidateFunction> {
  if (folder === undefined || !existsSync(folder)) return new Map()
  const ajv = new Ajv({ strict: false, validateSchema: false })
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
  const read = files.map((name) => JSON.parse(readFileSync(join(folder as string, name), 'utf8')) as { $id: string })
  for (const schema of read) ajv.addSchema(schema)
  return new Map(read.map(({ $id }) => [$id.split('/').at(-1) ?? '', ajv.getSchema($id) as ValidateFunction]))
}

export const hasSchemas = schemas.size > 0

const routes = Object.values<Route>({ ...reconcileRoutes, ...publicReconcileRoutes })
const patterns = routes.map((route) => ({
  route,
  pattern: new RegExp(`^${route.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}))

// biome-ignore lint/suspicious/noExplicitAny: tests read whatever field they expect
export type Json = any

export interface Reconciled {
  status: number
  body: Json
  headers: Headers
}

/** Which schema of the specification an answer has to fit. */
type SchemaName =
  | 'manifest'
  | 'reconciliation-result-batch'
  | 'data-extension-response'
  | 'data-extension-property-proposal'
  | 'suggest-entities-response'
  | 'suggest-types-response'
  | 'suggest-properties-response'

export interface Reconciler {
  get(below?: string, schema?: SchemaName): Promise<Reconciled>
  post(fields: Record<string, unknown>): Promise<Reconciled>
  /** The candidates of one query. */
  reconcile(query: object): Promise<Json[]>
  extend(ids: string[], properties: string[]): Promise<Json>
}

/** `base` is the address of the service: that of the domain, or of the link. */
export function reconcilerAt(base: string, key?: string): Reconciler {
  const authorization: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` }
  const ask = async (path: string, init: RequestInit = {}): Promise<Reconciled> => {
    const response = await fetch(base + path, { ...init, headers: { ...authorization, ...init.headers } })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    const answer = { status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers }
    if (answer.status === 200) checkContract(init.method ?? 'GET', base + path, answer)
    return answer
  }
  const post = async (fields: Record<string, unknown>) => {
    const texts = Object.entries(fields).map(([name, value]): [string, string] => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ])
    const answer = await ask('', { method: 'POST', body: new URLSearchParams(texts) })
    if (answer.status === 200 && 'queries' in fields) checkSchema('reconciliation-result-batch', answer.body)
    if (answer.status === 200 && 'extend' in fields) checkSchema('data-extension-response', answer.body)
    return answer
  }
  const body = ({ status, body: answered }: Reconciled) => {
    expect(status, JSON.stringify(answered)).toBe(200)
    return answered
  }
  return {
    get: async (below = '', schema) => {
      const answer = await ask(below)
      if (schema && answer.status === 200) checkSchema(schema, answer.body)
      return answer
    },
    post,
    reconcile: async (query) => body(await post({ queries: { q0: query } })).q0.result,
    extend: async (ids, properties) =>
      body(await post({ extend: { ids, properties: properties.map((id) => ({ id })) } })),
  }
}

function checkContract(method: string, url: string, answer: Reconciled): void {
  const { pathname } = new URL(url)
  const route = patterns.find(({ route: { method: its }, pattern }) => its === method && pattern.test(pathname))?.route
  expect(route, `${method} ${pathname}`).toBeDefined()
  expect(route?.answer.safeParse(answer.body).error?.issues, JSON.stringify(answer.body)).toBeUndefined()
}

function checkSchema(name: SchemaName, body: unknown): void {
  const validate = schemas.get(`${name}.json`)
  // The specification has a schema for proposals since its drafts after 0.2.
  const isLater = name === 'data-extension-property-proposal' && !validate
  if (!hasSchemas || isLater) return
  expect(validate, name).toBeDefined()
  expect(validate?.(body), JSON.stringify([validate?.errors, body])).toBe(true)
}
