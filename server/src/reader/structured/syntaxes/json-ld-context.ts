import type { JsonObject, JsonValue } from './read-json.ts'
import { isSchemaOrg, schemaVocabulary, Vocabulary } from './vocabulary.ts'

/** The meaning of names inside an object. Contexts are never fetched; of their addresses only schema.org's is known. */
export function readContext(object: JsonObject, outer: Vocabulary): Vocabulary {
  let vocabulary = outer
  for (const { name, value } of object.entries) {
    if (name !== '@context') continue
    const parts = value.kind === 'array' ? value.values.map((entry) => entry.value) : [value]
    // A context replaces the assumed vocabulary, but extends one that the page itself has set.
    vocabulary = outer === schemaVocabulary ? new Vocabulary(undefined) : outer
    for (const part of parts.slice(0, partsMax)) vocabulary = addPart(vocabulary, part)
  }
  return vocabulary
}

const partsMax = 20
const termsMax = 500

function addPart(vocabulary: Vocabulary, part: JsonValue): Vocabulary {
  if (part.kind === 'text') {
    const address = part.text.trim()
    // `schema.org` without a scheme means the same.
    const isSchema = isSchemaOrg(address) || /^(?:\/\/)?(?:www\.)?schema\.org\/?$/i.test(address)
    return isSchema ? vocabulary.with('https://schema.org/', [], keywordAliases) : vocabulary
  }
  if (part.kind === 'array') return vocabulary
  const prefixes: [string, string][] = []
  const terms: [string, string][] = []
  let { base } = vocabulary
  for (const { name, value } of part.entries.slice(0, termsMax)) {
    const target = targetOf(value)
    if (target === undefined) continue
    if (name === '@vocab') base = vocabulary.iri(target) ?? target
    else if (target.startsWith('@')) terms.push([name, target])
    else if (/[/#:]$/.test(target)) prefixes.push([name, target])
    else terms.push([name, target])
  }
  return vocabulary.with(base, prefixes, terms)
}

/** Aliases in schema.org's own context. */
const keywordAliases: [string, string][] = [
  ['type', '@type'],
  ['id', '@id'],
]

function targetOf(value: JsonValue): string | undefined {
  if (value.kind === 'text') return value.text
  if (value.kind !== 'object') return undefined
  const id = value.entries.find(({ name }) => name === '@id')?.value
  return id?.kind === 'text' ? id.text : undefined
}
