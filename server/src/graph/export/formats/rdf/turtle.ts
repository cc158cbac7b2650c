import type { GraphFile } from '../graph-file.ts'
import {
  describeEntity,
  describeExport,
  describeRelationship,
  type Properties,
  type StatementValue,
  type Thing,
  vocabularies,
} from './statements.ts'

// Turtle 1.1: one thing a line.

const prefixes = Object.entries(vocabularies).map(([name, iri]) => `@prefix ${name}: <${iri}> .\n`)

export const turtleFile: GraphFile = {
  begin: (exported) => prefixes.join('') + render(describeExport(exported)),
  entity: (entity) => render(describeEntity(entity)),
  relationship: (relationship) => describeRelationship(relationship).map(render).join(''),
  end: '',
}

const render = ({ id, type, properties }: Thing) => `<${id}> ${renderProperties(type, properties)} .\n`

function renderProperties(type: string | undefined, properties: Properties): string {
  const rendered = properties.map(([property, value]) => `${prefixed(property)} ${renderValue(value)}`)
  return [...(type === undefined ? [] : [`a ${prefixed(type)}`]), ...rendered].join(' ; ')
}

const prefixed = (word: string) => (/^(?:pg|prov):/.test(word) ? word : `schema:${word}`)

function renderValue(value: StatementValue): string {
  if (typeof value === 'string') return quote(value)
  if (typeof value === 'number') return renderNumber(value)
  if ('properties' in value) return `[ ${renderProperties(value.type, value.properties)} ]`
  return 'id' in value ? `<${value.id}>` : `${quote(value.text)}^^${value.type}`
}

/** As JSON-LD does: a number without a fraction is an integer, any other a double in canonical form. */
function renderNumber(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toExponential(15).replace(/(\d)0*e\+?/, '$1E')
}

const escapes: Record<string, string> = { '"': '\\"', '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }
// biome-ignore lint/suspicious/noControlCharactersInRegex: a thing is a line, and no terminal is to obey it.
const special = /["\\\u0000-\u001f\u007f-\u009f\u2028\u2029]/g

const quote = (text: string) =>
  `"${text
    .toWellFormed()
    .replace(special, (sign) => escapes[sign] ?? `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)}"`
