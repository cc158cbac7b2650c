import { z } from 'zod'
import { type Certainty, certainties } from '../../../facts/claim.ts'
import { readWords } from '../../../language/word-lists.ts'
import { readAnswerJson } from '../../../model/read-answer-json.ts'

// The form that a model's answer must have to be read at all; `check-answer.ts` checks its facts. Models that are not
// held to the schema leave out what is empty, write numbers as numbers, and use names of their own for its fields.

const word = z.union([z.string(), z.number()]).transform(String)
const text = word.nullish().transform((value) => value ?? null)
const texts = z
  .union([z.array(word), word.transform((value) => [value])])
  .nullish()
  .catch(null)
  .transform((value) => value ?? [])

/** A date may come as text or as a pair; a place as text or in parts. */
const loose = z
  .union([z.string(), z.number().transform(String), z.record(z.string(), z.unknown())])
  .nullish()
  .catch(null)
  .transform((value) => value ?? null)

const synonyms: Partial<Record<Certainty, ReadonlySet<string>>> = {
  said: readWords('certainties', 'said'),
  denied: readWords('certainties', 'denied'),
}

/** Null where the model says nothing. In a word of its own it has not said it plainly. */
const certainty = z
  .unknown()
  .optional()
  .transform((given): Certainty | null => {
    const word =
      typeof given === 'boolean' ? String(given) : typeof given === 'string' ? given.trim().toLowerCase() : given
    if (word === null || word === undefined || word === '') return null
    return certainties.find((one) => one === word || synonyms[one]?.has(word as string)) ?? 'reported'
  })

const entity = z.object({
  /** Null where the relationships can only call it by its name. */
  ref: text,
  kind: z.string(),
  name: word,
  aliases: texts,
  summary: text.catch(null),
  attributes: z
    .record(z.string(), z.unknown())
    .nullish()
    .catch(null)
    .transform((value) => value ?? {}),
  when: loose,
  where: loose,
  quote: text.catch(null),
})

const relationship = z.object({
  from: word,
  to: word,
  type: z.string(),
  role: text.catch(null),
  since: loose,
  until: loose,
  certainty,
  quote: z.string(),
})

export type AnswerEntity = z.output<typeof entity>
export type AnswerRelationship = z.output<typeof relationship>

export interface Answer {
  relevant: boolean
  entities: AnswerEntity[]
  relationships: AnswerRelationship[]
  /** Items that have no name, kind, end, type or quote. */
  unreadable: number
  /** The rest of an answer that was cut off did not come. */
  is_partial?: true
}

const mistakesMax = 8

/** `is_cut` says that the text ended before the answer; its last item is left out then. */
export type ReadAnswer = { answer: Answer; is_cut: boolean } | { mistakes: string[] }

/** Returns the mistakes, in words for the model, when nothing of the answer can be used. */
export function readAnswer(raw: string): ReadAnswer {
  try {
    const { value, is_cut } = readAnswerJson(raw)
    return readValue(value, is_cut)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return { mistakes: [`it is not JSON: ${error.message.slice(0, 200)}`] }
  }
}

function readValue(value: unknown, is_cut: boolean): ReadAnswer {
  const fields = named(unwrapped(value), answerNames)
  const [entities, relationships] = [fields.entities, fields.relationships].map(listOf)
  if (!entities) return { mistakes: ['entities: a list is missing'] }
  // What was cut off in the middle says something else than it was to say.
  if (is_cut) (relationships ?? entities).pop()
  const read = {
    entities: readItems(entities, entity, entityNames),
    relationships: readItems(relationships ?? [], relationship, relationshipNames),
  }
  const mistakes = [...read.entities.mistakes, ...read.relationships.mistakes]
  const isEmpty = read.entities.items.length === 0 && read.relationships.items.length === 0
  if (isEmpty && is_cut) return { mistakes: ['it was cut off: give fewer facts, the most important ones'] }
  if (isEmpty && mistakes.length > 0) return { mistakes: mistakes.slice(0, mistakesMax) }
  const relevant = verdictOf(fields.relevant) ?? (isEmpty ? undefined : true)
  if (relevant === undefined) return { mistakes: ['relevant: true or false is missing'] }
  const items = { entities: read.entities.items, relationships: read.relationships.items }
  return { answer: { relevant, ...items, unreadable: mistakes.length }, is_cut }
}

/** A wrapper such as `{"page_facts": {…}}` is taken off. */
function unwrapped(value: unknown): unknown {
  if (!isRecord(value)) return value
  const [[key = '', inner] = [], ...others] = Object.entries(value)
  const isWrapper = others.length === 0 && isRecord(inner) && key !== 'entities' && !key.startsWith('__')
  return isWrapper ? inner : value
}

function listOf(value: unknown): unknown[] | undefined {
  if (Array.isArray(value)) return [...value]
  // By ref: `{"e1": {"name": …}}`.
  if (isRecord(value)) return Object.entries(value).map(([ref, item]) => (isRecord(item) ? { ref, ...item } : item))
  return undefined
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function verdictOf(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value
  const word = typeof value === 'string' ? value.trim().toLowerCase() : ''
  return word === 'true' || word === 'yes' ? true : word === 'false' || word === 'no' ? false : undefined
}

function readItems<Item>(
  given: unknown[],
  schema: z.ZodType<Item>,
  names: FieldNames,
): { items: Item[]; mistakes: string[] } {
  const items: Item[] = []
  const mistakes: string[] = []
  for (const [at, one] of given.entries()) {
    const result = schema.safeParse(named(one, names))
    if (result.success) items.push(result.data)
    else {
      const [issue] = result.error.issues
      mistakes.push(`${names.list}.${at}.${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'unreadable'}`)
    }
  }
  return { items, mistakes }
}

interface FieldNames {
  list: string
  /** What other models call a field. */
  fields: Record<string, readonly string[]>
}

const answerNames: FieldNames = {
  list: 'the answer',
  fields: { relevant: ['is_relevant'], entities: ['nodes'], relationships: ['relations', 'edges', 'triples'] },
}
const entityNames: FieldNames = {
  list: 'entities',
  fields: {
    ref: ['id'],
    kind: ['type', 'category', 'entity_type'],
    name: ['label', 'title'],
    attributes: ['properties'],
    when: ['date'],
    where: ['place', 'location'],
    quote: ['evidence', 'sentence'],
  },
}
const relationshipNames: FieldNames = {
  list: 'relationships',
  fields: {
    from: ['source', 'subject', 'head'],
    to: ['target', 'object', 'tail'],
    type: ['relation', 'predicate', 'relationship'],
    quote: ['evidence', 'sentence'],
  },
}

/** The fields of an item by our names, whatever their case, those that stand in `more` among them. */
function named(value: unknown, { fields }: FieldNames): Record<string, unknown> {
  if (!isRecord(value)) return {}
  const all = { ...(isRecord(value.more) && value.more), ...value }
  const given = new Map(Object.entries(all).map(([key, inner]) => [key.trim().toLowerCase(), inner]))
  const found = new Map(given)
  for (const [field, others] of Object.entries(fields)) {
    if (given.has(field)) continue
    const other = others.find((one) => given.has(one))
    if (other !== undefined) found.set(field, given.get(other))
  }
  return Object.fromEntries(found)
}
