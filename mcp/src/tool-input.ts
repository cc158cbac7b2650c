import { type ErrorCode, errorCodes, errors } from '@polegraph/contract/errors.ts'
import { queryIntegerOr } from '@polegraph/contract/fields.ts'
import { limits } from '@polegraph/contract/limits.ts'
import { type Json, toJsonSchema } from '@polegraph/contract/reference/json-schema.ts'
import { z } from 'zod'
import { defaultCharacters, fewestCharacters, mostCharacters } from './answer-text.ts'
import { type Tool, ToolMistake } from './tool.ts'

// What tools take: fields of the contract's routes, and a few arguments of their own. One schema of each says what a model
// is told, what is refused, and which type the tool is given.

const domainRule = '{field} must be the id or the whole name of a domain; list_domains shows them'

export const domainField = z
  .string({ error: domainRule })
  .trim()
  .refine((value) => value !== '', { error: domainRule })
  .describe('Id or whole name of the domain (one knowledge graph).')

const textRule = '{field} must be a text'

/** The id of something. Whether it is known is left to the service. */
export function idText(description: string) {
  return z
    .string({ error: textRule })
    .refine((value) => value !== '', { error: textRule })
    .meta({ format: 'uuid', description })
}

export const entityField = idText('Id of the entity.')

const cursorAbout = 'To go on where the previous answer ended: the cursor that it names.'
const cursorRule = '{field} must be the cursor that an earlier answer names'

/** How many items of a list that the service gives as a whole were shown before. */
export const positionField = z
  .string({ error: cursorRule })
  .refine((value) => /^\d{1,6}$/.test(value), { error: cursorRule })
  .transform(Number)
  .default(0)

const sizeRule = `{field} must be an integer from ${fewestCharacters} to ${mostCharacters}`

export const sizeField = z.coerce
  .number({ error: sizeRule })
  .int({ error: sizeRule })
  .min(fewestCharacters, { error: sizeRule })
  .max(mostCharacters, { error: sizeRule })
  .default(defaultCharacters)
  .describe('Longest answer, in characters.')

/** How many items a tool lists that has a quote looked up for each. */
export const shortLimit = queryIntegerOr(20, { min: 1, max: limits.list_max }).describe(
  'Maximum number of items to return.',
)

/** As JSON Schema, for models. */
export function describeInput({ args, fields }: Tool): Json {
  const shape = Object.entries<z.ZodType>({ ...args.shape, ...fields.shape })
  const sorted = shape.sort(([a], [b]) => placeOf(a) - placeOf(b))
  return {
    type: 'object',
    properties: Object.fromEntries(sorted.map(([name, field]) => [name, describeField(name, field)])),
    required: sorted.filter(([, field]) => isNeeded(field)).map(([name]) => name),
    additionalProperties: false,
  }
}

/** How to go on, and how long the answer may be, come last. */
const placeOf = (name: string) => ['cursor', 'max_characters'].indexOf(name)

const isNeeded = (field: z.ZodType) => !field.safeParse(undefined).success

/** Fields whose value may be several words. */
const severalByComma = new Set(['kind', 'type'])

function describeField(name: string, field: z.ZodType): Json {
  const json = toJsonSchema(field, 'input')
  if (name === 'as_of') return { ...json, description: 'The graph as it was recorded at this time.' }
  if (name === 'cursor') return { type: 'string', description: cursorAbout }
  if (!severalByComma.has(name)) return json
  return { ...json, description: `${json.description} Several are separated by commas.` }
}

/** What a model has sent, as the tool takes it. Throws a mistake that names all that is wrong. */
export function readInput(tool: Tool, sent: Record<string, unknown>) {
  const given = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined && value !== null))
  checkNames(tool, given)
  const of = ({ shape }: z.ZodObject) => Object.entries(given).filter(([name]) => Object.hasOwn(shape, name))
  const args = tool.args.safeParse(Object.fromEntries(of(tool.args)))
  if (!args.success) throw new ToolMistake(textOf(args.error))
  const asSent = of(tool.fields).map(([name, value]) => [name, 'read' in tool ? asInQuery(value) : value])
  const fields = tool.fields.safeParse(Object.fromEntries(asSent))
  if (!fields.success) throw new ToolMistake(textOf(fields.error), codeOf(fields.error))
  return { args: args.data, fields: fields.data }
}

function checkNames({ args, fields }: Tool, given: Record<string, unknown>): void {
  const shape: Record<string, z.ZodType> = { ...args.shape, ...fields.shape }
  const missing = Object.entries(shape).filter(([name, field]) => !Object.hasOwn(given, name) && isNeeded(field))
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(shape, name))
  const mistakes = [
    ...missing.map(([name]) => `${name} is required`),
    ...unknown.slice(0, 5).map((name) => `${name.slice(0, 100)} is not a known field`),
  ]
  if (mistakes.length > 0) throw new ToolMistake(mistakes.join('; '))
}

/** Numbers, flags and lists are texts in a query, as the client writes them. */
function asInQuery(value: unknown): unknown {
  if (typeof value === 'boolean') return value ? '1' : '0'
  if (typeof value === 'number') return String(value)
  return Array.isArray(value) ? value.join(',') : value
}

const textOf = ({ issues }: z.ZodError) =>
  issues.map(({ message, path }) => message.replace('{field}', path.join('.'))).join('; ')

/** As the service does: a mistake that has a text of its own has a code of its own. */
function codeOf({ issues: [first] }: z.ZodError): ErrorCode {
  return errorCodes.find((code) => errors[code].error === first?.message) ?? 'invalid_request'
}
