import { z } from 'zod'
import { type ErrorCode, errors } from './errors.ts'
import { limits } from './limits.ts'

// The kinds of field that requests are made of. Each has one sentence that states its rule, and answers it for any
// invalid value, so that a caller reads the whole rule at once. `{field}` becomes the name of the field; a sentence
// without it is answered unchanged.

const invalidUrl = 'valid http(s) url required'

interface Wording {
  /** Answer for a missing (or, for `name`, blank) field instead of "{field} is required". */
  required?: string
}

/** One sentence for any invalid value of a field. */
export function sentence(rule: string, wording: Wording = {}) {
  const required = wording.required ?? '{field} is required'
  return { error: (issue: { input?: unknown }) => (issue.input === undefined ? required : `{field} ${rule}`) }
}

/** Blanks and invisible characters at either end. They do not count towards the least length of a text. */
const unseen = /^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu

export function text(options: { min?: number; max: number; too_long?: string; counts_blanks?: boolean } & Wording) {
  const { min = 0, max, too_long, counts_blanks = true } = options
  const rule = sentence(
    min === 0 ? `must be a string of at most ${max} characters` : `must be a string of ${min} to ${max} characters`,
    options,
  )
  return z
    .string(rule)
    .min(min, rule)
    .max(max, too_long === undefined ? rule : { error: too_long })
    .refine((value) => counts_blanks || value.replace(unseen, '').length >= min, rule)
}

/** Control characters and those that change the direction of text: they could make a label look like another one. */
const misleading = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

const misleadingRule = '{field} must not contain control characters or marks that turn the direction of text'

/** Normalising takes quadratic time on hostile text, so a text that is far too long is refused before it. */
const beforeNfc = 4

/** Any JSON object, up to a size. */
export function jsonObject(bytes: number) {
  const rule = { error: `{field} must be an object of at most ${bytes} bytes of JSON` }
  const size = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length
  return z.record(z.string(), z.unknown(), rule).refine((value) => size(value) <= bytes, rule)
}

/** A label for people: outer white space is removed, and a blank one counts as missing. */
export function label(options: { max?: number } & Wording = {}) {
  const max = options.max ?? limits.name_max
  const rule = sentence(`must be a string of 1 to ${max} characters`, options)
  return z
    .string(rule)
    .trim()
    .max(max * beforeNfc, { ...rule, abort: true })
    .normalize('NFC')
    .refine((value) => !misleading.test(value), { error: misleadingRule })
    .min(1, { error: options.required ?? '{field} is required' })
    .max(max, rule)
}

export function integer(options: { min: number; max?: number; or?: 'null' } & Wording) {
  const { min, max, or } = options
  const range = max === undefined ? `must be an integer of at least ${min}` : `must be an integer from ${min} to ${max}`
  const rule = sentence(or ? `${range}, or null` : range, options)
  const bounded = z.int(rule).min(min, rule)
  return max === undefined ? bounded : bounded.max(max, rule)
}

export function decimal(options: { min: number; max: number; or?: 'null' } & Wording) {
  const rule = sentence(
    `must be a number from ${options.min} to ${options.max}${options.or ? ', or null' : ''}`,
    options,
  )
  return z.number(rule).min(options.min, rule).max(options.max, rule)
}

/** Any text: invalid items are skipped, not refused. */
export const anyText = z.string(sentence('must be a string'))

export const flag = z.boolean(sentence('must be true or false'))

/** An object within a body; unknown fields are refused by name. */
export function object<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.strictObject(shape, sentence('must be an object'))
}

/** A list without duplicates, unless `repeats` allows them. */
export function list<Item extends z.ZodType>(
  item: Item,
  options: { min?: number; max: number; repeats?: true } & Wording,
) {
  const { min = 0, max, repeats = false } = options
  const rule = sentence(min === 0 ? `must be a list of at most ${max}` : `must be a list of ${min} to ${max}`, options)
  const isUnique = (items: unknown[]) =>
    repeats || new Set(items.map((one) => JSON.stringify(one))).size === items.length
  return z
    .array(item, rule)
    .min(min, rule)
    .max(max, rule)
    .refine(isUnique, { error: '{field} must not contain duplicates' })
}

/** The name of a kind or an attribute: lower_snake, as in JSON. */
export const word = text({ min: 1, max: limits.word_max }).regex(
  /^[a-z][a-z0-9_]*$/,
  sentence('must be a word of lower-case letters, digits and underscores'),
)

/** A host in a query string, with or without its port. */
export const queryHost = text({ min: 1, max: limits.host_max }).toLowerCase()

/** A web address; all invalid ones get the same answer. */
export const httpUrl = z
  .string({ error: invalidUrl })
  .max(limits.url_max, { error: invalidUrl })
  .transform((value, context) => {
    const url = URL.parse(value.trim())
    const isWeb = url !== null && (url.protocol === 'http:' || url.protocol === 'https:') && url.hostname !== ''
    if (isWeb && url.port !== '0' && !url.username && !url.password) return url.href
    context.addIssue({ code: 'custom', message: invalidUrl })
    return z.NEVER
  })
  .meta({ type: 'string', format: 'uri', maxLength: limits.url_max })

export function oneOf<const Values extends readonly [string, ...string[]]>(values: Values, wording: Wording = {}) {
  return z.enum(values, sentence(`must be one of ${values.join(', ')}`, wording))
}

/** A whole number in a query string. */
export function queryInteger(options: { min: number; max: number }) {
  const rule = sentence(`must be an integer from ${options.min} to ${options.max}`)
  return z
    .string(rule)
    .regex(/^\d{1,15}$/, rule)
    .transform(Number)
    .pipe(z.number().min(options.min, rule).max(options.max, rule))
    .optional()
    .meta({ type: 'integer', minimum: options.min, maximum: options.max })
}

/** The same with a default value. */
export function queryIntegerOr(fallback: number, options: { min: number; max: number }) {
  return queryInteger(options)
    .transform((value) => value ?? fallback)
    .meta({ type: 'integer', minimum: options.min, maximum: options.max, default: fallback })
}

const flagRule = sentence('must be 1 or 0')

/** Yes or no in a query string. */
export const queryFlag = z
  .enum(['1', 'true', '0', 'false'], flagRule)
  .transform((value) => value === '1' || value === 'true')

export function queryText(options: { max: number }) {
  return text({ max: options.max })
}

export function queryCursor(options: { max: number }) {
  const rule = sentence('must be the next_cursor of an earlier answer')
  return z.string(rule).max(options.max, rule)
}

/** A name that is given to confirm, in the normal form in which names are stored. */
export const confirmation = queryText({ max: 1000 }).normalize('NFC')

export const email = z
  .string(sentence('must be an email address'))
  .trim()
  .max(limits.email_max * beforeNfc, { ...sentence('must be an email address'), abort: true })
  .normalize('NFC')
  .toLowerCase()
  .max(limits.email_max, sentence('must be an email address'))
  .regex(/^[^\s@\p{C}]+@[^\s@\p{C}]+$/u, sentence('must be an email address'))

export const uuidShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** An id in a path. */
export const uuid = z.string().regex(uuidShape).toLowerCase().meta({ format: 'uuid' })

/** An id in a query or a body. A malformed one is answered like an unknown one, as in a path. */
export function idOf(notFound: ErrorCode) {
  return z
    .string(sentence('must be a UUID'))
    .regex(uuidShape, { error: errors[notFound].error })
    .toLowerCase()
    .meta({ format: 'uuid' })
}

/** Query of every list that the service document does not limit itself. */
export const listQuery = z.strictObject({
  limit: queryIntegerOr(limits.list_default, { min: 1, max: limits.list_max }).describe(
    'Maximum number of items to return.',
  ),
  cursor: queryCursor({ max: 500 }).optional().describe('`next_cursor` of the previous answer.'),
})

export const nothing = z.strictObject({})

// Fields of answers.

export const id = z
  .uuid()
  .meta({ id: 'Id', description: 'UUIDv7.', examples: ['0199f3c2-6a54-7d3e-9c1f-2b7a4e5d6f70'] })

export const timestamp = z.iso.datetime({ precision: 3 }).meta({
  id: 'Timestamp',
  description: 'ISO 8601 in UTC with milliseconds.',
  examples: ['2026-11-14T09:30:00.000Z'],
})

/** How far a task in the background is. */
export const taskProgress = {
  id,
  status: z.enum(['queued', 'running', 'finished', 'failed']),
  started_at: timestamp.nullable().describe('Null while it is queued.'),
  finished_at: timestamp.nullable().describe('When it finished or failed.'),
}

export const nextCursor = z
  .string()
  .nullable()
  .meta({ id: 'NextCursor', description: 'Pass it as `cursor` to get the next page; null on the last page.' })

export const ok = z
  .strictObject({ ok: z.literal(true) })
  .meta({ id: 'Ok', description: 'The call succeeded.', examples: [{ ok: true }] })
