import { z } from 'zod'
import { readWholeAnswerJson } from '../../model/read-answer-json.ts'
import { strictObject } from '../../model/strict-object.ts'
import type { SiteVerdict } from '../explore/findings.ts'
import { plainWords, type WordsQuery } from '../explore/search-words.ts'
import { roundBounds } from './bounds.ts'
import { webText } from './web-text.ts'

// The answer of a model in a round, and all that it can cause: plain words to search for, and a word on each site that
// it was shown. Sites are named by marks, so an address in an answer means nothing.

const text = { type: 'string' }

export const roundSchema = {
  name: 'discovery_round',
  json: strictObject({
    verdicts: { type: 'array', items: strictObject({ site: text, keep: { type: 'boolean' }, reason: text }) },
    searches: { type: 'array', items: strictObject({ words: text, language: { type: ['string', 'null'] } }) },
    done: { type: 'boolean' },
  }),
}

/** Models that are not held to the schema leave out what is empty. */
const answer = z.object({
  verdicts: z.array(z.object({ site: z.string(), keep: z.boolean(), reason: z.string().nullish() })).nullish(),
  searches: z.array(z.object({ words: z.string(), language: z.string().nullish() })).nullish(),
  done: z.boolean(),
})

/** What is taken of an answer; short, however long it is. */
export interface RoundAnswer {
  verdicts: ({ mark: string } & SiteVerdict)[]
  /** Words alone, each query once; as many as a round may have. */
  queries: WordsQuery[]
  done: boolean
}

/** An answer, or the mistakes in it, in words for the model. */
export type ReadRound = { answer: RoundAnswer } | { mistakes: string[] }

const reasonMax = 200
const markMax = 10
const mistakesMax = 8
/** Of a longer list the rest is not read. */
const verdictsMax = 100
const queriesRead = 50

export function readRound(given: { text: string; finish: string }, languages: string[]): ReadRound {
  if (given.finish === 'refused') return { mistakes: ['it is a refusal'] }
  let value: unknown
  try {
    value = readWholeAnswerJson(given.text)
  } catch {
    return { mistakes: [given.finish === 'length' ? 'it was cut off: give less' : 'it is not JSON'] }
  }
  const result = answer.safeParse(value)
  if (!result.success) {
    const mistakes = result.error.issues.map(({ path, message }) =>
      webText(`${path.join('.') || 'the answer'}: ${message}`, reasonMax),
    )
    return { mistakes: mistakes.slice(0, mistakesMax) }
  }
  const { verdicts, searches, done } = result.data
  const judged = (verdicts ?? [])
    .slice(0, verdictsMax)
    .map(({ site, keep, reason }) => ({ mark: webText(site, markMax), keep, reason: webText(reason ?? '', reasonMax) }))
  return { answer: { verdicts: judged, queries: queriesIn(searches ?? [], languages), done } }
}

type AskedSearch = NonNullable<z.output<typeof answer>['searches']>[number]

function queriesIn(searches: AskedSearch[], languages: string[]): WordsQuery[] {
  const queries = searches.slice(0, queriesRead).flatMap(({ words, language }): WordsQuery[] => {
    const plain = plainWords(words.toWellFormed())
    const allowed = languageOf(language, languages)
    return plain === '' ? [] : [{ words: plain, ...(allowed && { language: allowed }) }]
  })
  const different = new Map(queries.map((query) => [`${query.language} ${query.words.toLowerCase()}`, query]))
  return [...different.values()].slice(0, roundBounds.searches_of_round)
}

/** The languages of the gate hold for a model, too. */
function languageOf(asked: string | null | undefined, languages: string[]): string | undefined {
  if (languages.length > 0) return languages.find((language) => language === asked) ?? languages[0]
  return asked && /^[a-z]{2,3}(?:-[A-Za-z]{2,4})?$/.test(asked) ? asked : undefined
}
