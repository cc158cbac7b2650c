import { z } from 'zod'

// The answer of a model as it must be to be read at all. What single facts are worth is another question: see
// check-answer.ts. Models that were not held to the schema leave out what is empty, and write numbers as numbers.

const word = z.union([z.string(), z.number()]).transform(String)
const text = word.nullish().transform((value) => value ?? null)
const texts = z
  .union([z.array(word), word.transform((value) => [value])])
  .nullish()
  .transform((value) => value ?? [])

/** A date may come as text or as a pair; a place as text or in parts. */
const loose = z
  .union([z.string(), z.number().transform(String), z.record(z.string(), z.unknown())])
  .nullish()
  .transform((value) => value ?? null)

const entity = z.object({
  ref: word,
  kind: z.string(),
  name: z.string(),
  aliases: texts,
  summary: text,
  attributes: z
    .record(z.string(), z.unknown())
    .nullish()
    .transform((value) => value ?? {}),
  when: loose,
  where: loose,
  quote: z.string(),
})

const relationship = z.object({
  from: word,
  to: word,
  type: z.string(),
  since: loose,
  until: loose,
  quote: z.string(),
})

const answer = z.object({
  relevant: z.boolean(),
  entities: z.array(entity),
  relationships: z.array(relationship),
})

export type Answer = z.output<typeof answer>

const mistakesMax = 8

/** What does not fit, in words for the model, when it does not. */
export function readAnswer(said: string): { answer: Answer } | { mistakes: string[] } {
  let value: unknown
  try {
    value = JSON.parse(unfence(said))
  } catch (error) {
    return { mistakes: [`it is not JSON: ${error instanceof Error ? error.message.slice(0, 200) : 'unreadable'}`] }
  }
  const result = answer.safeParse(value)
  if (result.success) return { answer: result.data }
  const mistakes = result.error.issues.map(({ path, message }) => `${path.join('.') || 'the answer'}: ${message}`)
  return { mistakes: mistakes.slice(0, mistakesMax) }
}

/** Some put their JSON into a fence, however they were asked. */
function unfence(said: string): string {
  const text = said.trim()
  if (!text.startsWith('```') || !text.endsWith('```') || text.length < 6) return text
  return text.slice(3, -3).replace(/^json\b/i, '')
}
