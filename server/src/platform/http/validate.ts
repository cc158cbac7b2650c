import { errors } from '@polegraph/contract/errors.ts'
import type { Route } from '@polegraph/contract/route.ts'
import type { z } from 'zod'
import { type ApiError, type ErrorDetail, fail } from './errors.ts'
import { pathText, refuseUnstorable } from './json-body.ts'

export interface Validated {
  params: Record<string, string>
  query: Record<string, unknown>
  body: Record<string, unknown>
}

const none = Object.freeze({})

/** The path, query and body of a call, parsed by the route's schemas. */
export function validate(route: Route, sent: { params: unknown; query: unknown; body?: unknown }): Validated {
  return {
    params: route.params ? validateParams(route.params, sent.params as Record<string, string>) : none,
    query: route.query ? validateQuery(route, route.query, sent.query) : none,
    // A missing body counts as an empty one.
    body: route.body ? validateFields(route, route.body, sent.body === undefined ? none : sent.body) : none,
  }
}

// A malformed id is answered like an unknown one.
function validateParams(params: NonNullable<Route['params']>, sent: Record<string, string>): Record<string, string> {
  const values: Record<string, string> = {}
  for (const [name, param] of Object.entries(params)) {
    const parsed = param.schema.safeParse(sent[name])
    if (!parsed.success || parsed.data.includes('\0')) throw fail(param.not_found)
    values[name] = parsed.data
  }
  return values
}

function validateQuery(route: Route, schema: z.ZodObject, sent: unknown): Record<string, unknown> {
  refuseUnstorable(sent)
  return validateFields(route, schema, sent)
}

function validateFields(route: Route, schema: z.ZodObject, sent: unknown): Record<string, unknown> {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) {
    throw invalidRequest(route, [{ path: 'body', message: 'body must be a JSON object' }])
  }
  const parsed = schema.safeParse(sent)
  if (parsed.success) return parsed.data
  throw invalidRequest(route, parsed.error.issues.flatMap(describeIssue).slice(0, maxDetails))
}

/** A body with ten thousand unknown fields does not get an answer that is longer than itself. */
const maxDetails = 20

function describeIssue(issue: z.core.$ZodIssue): ErrorDetail[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.slice(0, maxDetails).map((key) => {
      const path = pathText([...issue.path, key])
      return { path, message: `${path} is not a known field` }
    })
  }
  const path = pathText(issue.path)
  return [{ path, message: issue.message.replace('{field}', path) }]
}

function invalidRequest(route: Route, details: ErrorDetail[]): ApiError {
  const text = details[0]?.message ?? 'invalid request'
  const named = route.errors?.find((code) => errors[code].error === text)
  return fail(named ?? 'invalid_request', { text, details })
}
