import { errors } from '@polegraph/contract/errors.ts'
import { nothing } from '@polegraph/contract/fields.ts'
import type { Route } from '@polegraph/contract/route.ts'
import { z } from 'zod'
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
  const params = route.params ? validateParams(route.params, sent.params as Record<string, string>) : none
  // A missing body counts as an empty one.
  const readBody = () => validateFields(route, route.body ?? nothing, sent.body === undefined ? none : sent.body)
  // What a link opens is looked up first: one that is unknown is a 404, whatever its query says.
  if (route.is_public)
    return withLateFields(params, () => validateQuery(route, sent.query), route.body ? readBody : () => none)
  return { params, query: validateQuery(route, sent.query), body: route.body ? readBody() : none }
}

function withLateFields(
  params: Validated['params'],
  readQuery: () => Validated['query'],
  readBody: () => Validated['body'],
): Validated {
  let query: Validated['query'] | undefined
  let body: Validated['body'] | undefined
  return {
    params,
    get query() {
      query ??= readQuery()
      return query
    },
    get body() {
      body ??= readBody()
      return body
    },
  }
}

// A malformed id is answered like an unknown one.
function validateParams(params: NonNullable<Route['params']>, sent: Record<string, string>): Record<string, string> {
  const values: Record<string, string> = {}
  for (const [name, param] of Object.entries(params)) {
    // A path that ends where an id should be is none of ours.
    if (sent[name] === '') throw fail('not_found')
    const parsed = param.schema.safeParse(sent[name])
    if (!parsed.success || parsed.data.includes('\0')) throw fail(param.not_found)
    values[name] = parsed.data
  }
  return values
}

function validateQuery(route: Route, sent: unknown): Record<string, unknown> {
  if (!route.query && isEmpty(sent as object)) return none
  const schema = route.query ?? nothing
  refuseUnstorable(sent)
  return validateFields(route, schema, gatherRecords(schema, sent as Record<string, unknown>))
}

function isEmpty(fields: object): boolean {
  for (const _ in fields) return false
  return true
}

/** `attr.role=x` and `attr[role]=x` are entries of the field `attr`, where the schema has such a record. */
function gatherRecords(schema: z.ZodObject, sent: Record<string, unknown>): Record<string, unknown> {
  const records = Object.keys(schema.shape).filter((name) => isRecord(schema.shape[name] as z.ZodType))
  if (records.length === 0) return sent
  const gathered: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(sent)) {
    const [, field = '', dotted, bracketed] = /^([^.[]+)(?:\.(.*)|\[(.*)\])$/s.exec(name) ?? []
    if (!records.includes(field)) gathered[name] = value
    else gathered[field] = { ...(gathered[field] as object), [dotted ?? bracketed ?? '']: value }
  }
  return gathered
}

const isRecord = (schema: z.ZodType): boolean =>
  schema instanceof z.ZodOptional ? isRecord(schema.unwrap() as z.ZodType) : schema instanceof z.ZodRecord

function validateFields(route: Route, schema: z.ZodObject, sent: unknown): Record<string, unknown> {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) {
    throw invalidRequest(route, [{ path: 'body', message: 'body must be a JSON object' }])
  }
  const parsed = schema.safeParse(sent)
  if (parsed.success) return parsed.data
  throw invalidRequest(route, parsed.error.issues.flatMap(describeIssue))
}

/** A value within a request that the contract describes apart, such as JSON in a form. */
export function validateValue<Schema extends z.ZodType>(
  field: string,
  schema: Schema,
  sent: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(sent)
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.map((issue) => ({ ...issue, path: [field, ...issue.path] }))
  const details = issues.flatMap(describeIssue).slice(0, maxDetails)
  throw fail('invalid_request', { text: details[0]?.message ?? 'invalid request', details })
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
  const codeOf = ({ message }: ErrorDetail) => route.errors?.find((code) => errors[code].error === message)
  const isUnknownId = (detail: ErrorDetail) => errors[codeOf(detail) ?? 'invalid_request'].status === 404
  // A malformed id is answered like an unknown one, and that is looked up when all else is right.
  const mistakes = details.filter((detail) => !isUnknownId(detail)).slice(0, maxDetails)
  const [first] = mistakes.length > 0 ? mistakes : details
  const code = first && codeOf(first)
  if (mistakes.length === 0 && code) return fail(code)
  return fail(code ?? 'invalid_request', { text: first?.message ?? 'invalid request', details: mistakes })
}
