import { z } from 'zod'

// The form that a model's answer must have to be read at all; `check-answer.ts` checks its facts. Models that are not
// held to the schema leave out what is empty, and write numbers as numbers.

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

/** Returns the mistakes, in words for the model, when the answer does not fit. */
export function readAnswer(raw: string): { answer: Answer } | { mistakes: string[] } {
  let value: unknown
  try {
    value = JSON.parse(unfence(raw))
  } catch (error) {
    return { mistakes: [`it is not JSON: ${error instanceof Error ? error.message.slice(0, 200) : 'unreadable'}`] }
  }
  const result = answer.safeParse(value)
  if (result.success) return { answer: result.data }
  const mistakes = result.error.issues.map(({ path, message }) => `${path.join('.') || 'the answer'}: ${message}`)
  return { mistakes: mistakes.slice(0, mistakesMax) }
}

/** Some models put JSON into a Markdown fence, whatever the prompt says. */
function unfence(raw: string): string {
  const text = raw.trim()
  if (!text.startsWith('```') || !text.endsWith('```') || text.length < 6) return text
  return text.slice(3, -3).replace(/^json\b/i, '')
}
