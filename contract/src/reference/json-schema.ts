import { z } from 'zod'
import { delivery } from '../events/webhooks.ts'
import { mergedInto } from '../graph/graph-fields.ts'
import type { Route } from '../route.ts'
import { routes } from '../routes.ts'

// The schemas of the contract as JSON Schema, in the part of it that generators of clients understand.

export type Json = Record<string, unknown>
type Side = 'input' | 'output'

/** The formats of JSON Schema that we use. zod has more of its own, which stand for a pattern. */
const formats = new Set(['uuid', 'date-time', 'uri'])

function schemaOptions(io: Side) {
  return {
    io,
    unrepresentable: 'any' as const,
    override: ({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: Json }) => {
      // Answers may get new fields, so the description does not call them closed.
      if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
      delete jsonSchema.id
      // zod drops these from the input side of a schema that transforms its value.
      const meta = z.globalRegistry.get(zodSchema)
      if (meta?.examples) jsonSchema.examples = meta.examples
      if (meta?.default !== undefined) jsonSchema.default = meta.default
      simplify(jsonSchema)
    },
  }
}

function simplify(json: Json): void {
  if (!formats.has(json.format as string)) delete json.format
  // A format says more than its pattern, and a number has none.
  if (json.format !== undefined || json.type !== 'string') delete json.pattern
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum
}

const namedUri = (id: string) => `#/components/schemas/${id}`

export function toJsonSchema(schema: z.ZodType, io: Side): Json {
  const name = z.globalRegistry.get(schema)?.id
  if (name) return { $ref: namedUri(name) }
  const { $schema: _, ...json } = z.toJSONSchema(schema, schemaOptions(io)) as Json
  return inlineRefs(json)
}

// A schema without a name may contain named ones; zod puts those into $defs.
function inlineRefs(json: Json): Json {
  const { $defs: _, ...rest } = json
  return JSON.parse(JSON.stringify(rest).replaceAll('"#/$defs/', '"#/components/schemas/')) as Json
}

export function namedSchemas(): Record<string, Json> {
  const named: Record<string, Json> = {}
  collectNamed(mergedInto, 'output', named)
  for (const ofType of delivery.options) collectNamed(ofType, 'output', named)
  for (const route of Object.values<Route>(routes)) {
    if (route.body) collectNamed(route.body, 'input', named)
    collectNamed(route.answer, 'output', named)
  }
  return named
}

function collectNamed(schema: z.ZodType, io: Side, named: Record<string, Json>): void {
  const {
    $schema: _,
    $defs,
    ...json
  } = z.toJSONSchema(schema, schemaOptions(io)) as Json & {
    $defs?: Record<string, Json>
  }
  for (const [name, definition] of Object.entries($defs ?? {})) named[name] ??= inlineRefs(definition)
  const name = z.globalRegistry.get(schema)?.id
  if (name) named[name] ??= inlineRefs(json)
}
