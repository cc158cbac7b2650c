import type { Json } from '@polegraph/contract/reference/json-schema.ts'

// JSON Schema, as far as the contract uses it, becomes TypeScript.

/** The type of a value of this schema. */
export function typeOfSchema(schema: Json, indent = ''): string {
  if (typeof schema.$ref === 'string') return schema.$ref.split('/').at(-1) as string
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (Array.isArray(schema.enum)) return union(schema.enum.map((value) => JSON.stringify(value)))
  const choices = (schema.anyOf ?? schema.oneOf) as Json[] | undefined
  if (choices) return union(choices.map((choice) => typeOfSchema(choice, indent)))
  if (Array.isArray(schema.type)) return union(schema.type.map((type) => typeOfSchema({ ...schema, type }, indent)))
  switch (schema.type) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return schema.type
    case 'integer':
      return 'number'
    case 'array':
      return arrayOf(typeOfSchema(schema.items as Json, indent))
    case 'object':
      return typeOfObject(schema, indent)
    case undefined:
      return 'unknown'
  }
  throw new Error(`no type for ${JSON.stringify(schema)}`)
}

const union = (types: string[]) => [...new Set(types)].join(' | ')
const arrayOf = (item: string) => (/^[\w.]+$/.test(item) ? `${item}[]` : `(${item})[]`)

function typeOfObject(schema: Json, indent: string): string {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Json>)
  const required = new Set((schema.required ?? []) as string[])
  const inner = `${indent}  `
  const fields = properties.map(([name, field]) =>
    renderField(name, typeOfSchema(field, inner), { isOptional: !required.has(name), about: field.description, inner }),
  )
  const others = schema.additionalProperties
  if (typeof others === 'object') fields.push(`${inner}[key: string]: ${typeOfSchema(others as Json, inner)}\n`)
  return fields.length === 0 ? 'Record<string, never>' : `{\n${fields.join('')}${indent}}`
}

/** A field of an object type, as lines. */
export function renderField(
  name: string,
  type: string,
  { isOptional, about, inner }: { isOptional: boolean; about?: unknown; inner: string },
): string {
  const comment = typeof about === 'string' ? `${inner}${renderComment(about)}\n` : ''
  return `${comment}${inner}${name}${isOptional ? '?' : ''}: ${type}\n`
}

export const renderComment = (text: string) => `/** ${text.replaceAll('*/', '*\\/').replaceAll('\n', ' ')} */`
