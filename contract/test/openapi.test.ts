import { describe, expect, it } from 'vitest'
import { errors } from '../src/errors.ts'
import { buildOpenapi } from '../src/reference/openapi.ts'
import type { Route } from '../src/route.ts'
import { errorsOf } from '../src/route-errors.ts'
import { routes } from '../src/routes.ts'

const document = buildOpenapi({ version: '0.0.0', server_url: 'http://127.0.0.1:8080' })

interface Operation {
  summary?: string
  description?: string
  requestBody?: { content: Record<string, { schema: { $ref?: string } }> }
  responses: Record<string, Response>
}
interface Response {
  $ref?: string
  content?: Record<string, { schema: { $ref?: string }; examples?: object }>
}
const { responses } = document.components as { responses: Record<string, Response> }
const schemas = (document.components as { schemas: Record<string, { examples?: unknown[] }> }).schemas
const operations = Object.values(document.paths as Record<string, Record<string, Operation>>).flatMap((path) =>
  Object.values(path),
)

describe('the OpenAPI description', () => {
  it('describes every operation, names its schemas and lists its errors with their texts', () => {
    expect(operations).toHaveLength(Object.keys(routes).length)
    for (const operation of operations) {
      expect(operation.summary).toBeTruthy()
      expect(operation.description).toBeTruthy()
      const body = operation.requestBody?.content['application/json']?.schema
      // A body without fields needs no name.
      if (body && !body.$ref) expect(body).toMatchObject({ properties: {}, additionalProperties: false })
      if (body && !body.$ref) expect(Object.keys((body as { properties: object }).properties)).toEqual([])
      for (const [status, given] of Object.entries(operation.responses)) {
        const response = given.$ref ? (responses[given.$ref.split('/').at(-1) as string] as Response) : given
        const json = response.content?.['application/json']
        if (json) expect(json.schema.$ref).toMatch(/^#\/components\/schemas\/\w+$/)
        if (Number(status) >= 400) expect(Object.keys(json?.examples ?? {})).not.toHaveLength(0)
      }
    }
  })

  it('has an example for every request body that has fields', () => {
    for (const route of Object.values<Route>(routes)) {
      if (!route.body || Object.keys(route.body.shape).length === 0) continue
      const name = route.body.meta()?.id as string
      expect(schemas[name]?.examples, name).not.toHaveLength(0)
      for (const example of schemas[name]?.examples ?? []) expect(route.body.safeParse(example).error).toBeUndefined()
    }
  })

  it('has every error that no route lists by itself', () => {
    const listed = new Set(Object.values<Route>(routes).flatMap(errorsOf))
    const ofAnyRequest = ['method_not_allowed', 'request_timeout', 'headers_too_large']
    expect(Object.keys(errors).filter((code) => !listed.has(code as never))).toEqual(ofAnyRequest)
  })
})
