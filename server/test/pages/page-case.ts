import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { baseKinds } from '../../src/facts/claim.ts'
import { foldName } from '../../src/language/fold-name.ts'
import { type PageWords, readWords } from './page-words.ts'

// A case is a folder with a page (`source.html`) and what a careful person would write down from it (`expected.json`). A case
// that contradicts itself or its page is refused before anything is scored.

const text = z.string().min(1)
const kind = z.enum(baseKinds)
/** Extended Date/Time Format, as far as cases need it: 1904, 1904-05, 1904-05-17T19:30, 190X, 1904~. */
const edtf = z.string().regex(/^-?\d{2}[\dX]{2}(-\d\d(-\d\d(T\d\d:\d\d)?)?)?[~?%]?$/, 'is no EDTF date')

const nameSchema = z.strictObject({
  /** Several where a person could not say either: a museum is a place and an organization. The first one is counted. */
  kind: z.union([kind, z.array(kind).min(2)]),
  name: text,
  /** Other forms that the page uses, each of them as good. */
  also: z.array(text).optional(),
  /** Whether it is found or not makes no difference. */
  optional: z.literal(true).optional(),
  /** ISO 3166-1 alpha-2, of real places that a gazetteer knows. */
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .optional(),
})

const attributeSchema = z.strictObject({
  of: text,
  attribute: z.string().regex(/^[a-z_]+$/),
  value: text,
  quote: text,
  optional: z.literal(true).optional(),
})

const relationSchema = z.strictObject({
  from: text,
  relation: z.string().regex(/^[a-z_]+$/),
  to: text,
  since: edtf.optional(),
  until: edtf.optional(),
  quote: text,
  optional: z.literal(true).optional(),
})

const caseSchema = z.strictObject({
  about: text,
  url: z.url(),
  status: z.int().optional(),
  /** Its misses are not looked at while the reader is worked on, so that its figures stay honest. */
  held_out: z.literal(true).optional(),
  language: text.optional(),
  published_at: edtf.optional(),
  verdict: z.enum(['bot wall', 'login wall', 'parked domain', 'soft 404']).optional(),
  main_text: z
    .strictObject({
      full: z.array(text).optional(),
      must: z.array(text).optional(),
      must_not: z.array(text).optional(),
    })
    .optional(),
  names: z.array(nameSchema),
  claims: z.array(z.union([attributeSchema, relationSchema])),
  /** What may not become a fact at all: kinds that nothing on the page is of, and words that no fact may hold. */
  never: z.strictObject({ kinds: z.array(kind).optional(), words: z.array(text).optional() }).optional(),
})

export type ExpectedName = z.infer<typeof nameSchema>
export type ExpectedClaim = z.infer<typeof attributeSchema> | z.infer<typeof relationSchema>
export type Expected = z.infer<typeof caseSchema>

export interface PageCase {
  name: string
  html: string
  expected: Expected
  /** The paragraphs of `main_text.full`, written out. */
  full: string[]
}

export function readCases(folder: string): PageCase[] {
  const names = readdirSync(folder).filter((name) => statSync(join(folder, name)).isDirectory())
  return names.sort().map((name) => readCase(folder, name))
}

export function readCase(folder: string, name: string): PageCase {
  const html = readText(folder, name, 'source.html')
  const expected = readExpected(folder, name)
  const words = readWords(html)
  const mistakes = mistakesOf(expected, words)
  if (mistakes.length > 0) throw new Error(`${name}/expected.json: ${mistakes.join('; ')}`)
  const full = (expected.main_text?.full ?? []).map((said) => words.find(said) as string)
  return { name, html, expected, full }
}

function readExpected(folder: string, name: string): Expected {
  const json = readText(folder, name, 'expected.json')
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch (error) {
    throw new Error(`${name}/expected.json is no JSON: ${(error as Error).message}`)
  }
  const parsed = caseSchema.safeParse(value)
  if (!parsed.success) throw new Error(`${name}/expected.json:\n${z.prettifyError(parsed.error)}`)
  return parsed.data
}

function readText(folder: string, name: string, file: string): string {
  try {
    return readFileSync(join(folder, name, file), 'utf8')
  } catch {
    throw new Error(`${name} has no ${file}`)
  }
}

const dateAttribute = /_date$/

function mistakesOf(expected: Expected, words: PageWords): string[] {
  const { main_text: main = {}, names, claims, never } = expected
  const known = new Set(names.map(({ name }) => name))
  const mistakes: string[] = []
  const ask = (holds: boolean, mistake: string) => {
    if (!holds) mistakes.push(mistake)
  }
  for (const said of [...(main.full ?? []), ...(main.must ?? []), ...(main.must_not ?? [])]) {
    ask(words.find(said) !== undefined, `the page does not say "${said}"`)
  }
  for (const { name, also = [] } of names) {
    for (const form of [name, ...also]) ask(words.hasWords(form), `the page does not name "${form}"`)
  }
  ask(known.size === names.length, 'two names are written the same')
  for (const claim of claims) {
    const ends = 'of' in claim ? [claim.of] : [claim.from, claim.to]
    for (const end of ends) ask(known.has(end), `a claim is about "${end}", which is not among the names`)
    ask(words.quotes(claim.quote), `a claim quotes nothing on the page: "${claim.quote}"`)
    if ('of' in claim && dateAttribute.test(claim.attribute)) {
      ask(edtf.safeParse(claim.value).success, `"${claim.value}" is no EDTF date`)
    }
  }
  for (const word of never?.words ?? []) {
    ask(words.isInSource(word), `"${word}" may never be said, but the page has nothing of the kind`)
    ask(![...known].some((name) => foldName(name).includes(foldName(word))), `"${word}" is a name and may never be one`)
  }
  for (const { kind, name } of names) {
    const kinds = [kind].flat()
    ask(!kinds.some((one) => never?.kinds?.includes(one)), `"${name}" is of a kind that the page may not have`)
  }
  return mistakes
}
