import { type Json, toJsonSchema } from '@polegraph/contract/reference/json-schema.ts'
import type { z } from 'zod'
import { defaultCharacters, fewestCharacters, mostCharacters } from './answer-text.ts'

// What a tool takes, as JSON Schema: fields of the contract's routes, and a few of our own.

export interface ToolInput {
  properties: Record<string, Json>
  required: string[]
}

/** Fields whose value may be several words. */
const severalByComma = new Set(['kind', 'type'])

/** Fields of a query or body of the contract, by name. */
export function contractFields(schema: z.ZodObject, names: readonly string[]): ToolInput {
  const shape = schema.shape as Record<string, z.ZodType>
  const fields = names.map((name) => {
    const field = shape[name]
    if (!field) throw new Error(`the contract has no field ${name}`)
    return {
      name,
      json: describeField(name, toJsonSchema(field, 'input')),
      isNeeded: !field.safeParse(undefined).success,
    }
  })
  return {
    properties: Object.fromEntries(fields.map(({ name, json }) => [name, json])),
    required: fields.filter(({ isNeeded }) => isNeeded).map(({ name }) => name),
  }
}

function describeField(name: string, json: Json): Json {
  if (name === 'as_of') return { ...json, description: 'The graph as it was recorded at this time.' }
  if (!severalByComma.has(name)) return json
  return { ...json, description: `${json.description} Several are separated by commas.` }
}

/** Fields of our own; all of them are needed unless they are called optional. */
export function ownFields(properties: Record<string, Json>, options: { optional?: true } = {}): ToolInput {
  return { properties, required: options.optional ? [] : Object.keys(properties) }
}

export function joinInputs(...inputs: ToolInput[]): ToolInput {
  return {
    properties: Object.assign({}, ...inputs.map(({ properties }) => properties)),
    required: inputs.flatMap(({ required }) => required),
  }
}

export const domainField = ownFields({
  domain: { type: 'string', description: 'Id or whole name of the domain (one knowledge graph).' },
})

export const entityField = ownFields({ entity: { type: 'string', format: 'uuid', description: 'Id of the entity.' } })

export const cursorField = ownFields(
  { cursor: { type: 'string', description: 'To go on where the previous answer ended: the cursor that it names.' } },
  { optional: true },
)

export const sizeField = ownFields(
  {
    max_characters: {
      type: 'integer',
      minimum: fewestCharacters,
      maximum: mostCharacters,
      default: defaultCharacters,
      description: 'Longest answer, in characters.',
    },
  },
  { optional: true },
)
