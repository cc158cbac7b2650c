import { linesByLanguage } from '../word-lists.ts'
import { rankLanguages } from './rank-languages.ts'

// Tells the language of a text. What a page declares is often the language of its template, so it is only a hint.

/** Names are read well in these; the tagger has learned the first five, and Spanish and Italian are close to them. */
const readLanguages: ReadonlySet<string> = new Set(['en', 'de', 'fr', 'nl', 'pt', 'es', 'it'])

/** Characters that are searched for words, and how much of them is enough. */
const searchedChars = 20_000
const sampleMax = 1_200
/** A shorter sample only confirms what the page declares. */
const sampleEnough = 120
/** The shortest sample that is told where the page declares nothing. */
const sampleLeast = 60
/** The declared language holds where its score, as a share of the best, is no less. */
const asGood = 0.95
/** A language that we do not read needs this distance: lists and code look like one of the many small languages. */
const clearlyOther = 0.85

/** A word in lower case: names are the same in all languages, and would mislead. */
const lowerWord = /(?<![\p{L}\p{N}’'-])\p{Ll}[\p{L}\p{M}’'-]*/gu
/** Letters of scripts without capitals. */
const caseless = /\p{Lo}/gu

/** A language tag such as `de` or `de-AT`; null where neither the text nor the page says it. */
export function tellLanguage(text: string, declared: string | null): string | null {
  const sample = sampleOf(text.slice(0, searchedChars))
  if (sample.length < sampleLeast || isSurely(sample, declared)) return declared
  const scores = new Map(rankLanguages(sample).map(([code, score]) => [shortestCode(code), score]))
  const [best] = scores.keys()
  if (best === undefined) return declared
  const named = declared === null ? undefined : primaryLanguage(declared)
  if (named !== undefined && ((scores.get(named) ?? 0) >= asGood || sample.length < sampleEnough)) return declared
  if (readLanguages.has(best)) return best
  const ours = [...scores].find(([language]) => readLanguages.has(language))
  if (ours && ours[1] > clearlyOther) return declared ?? ours[0]
  return best
}

const marks: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  [...linesByLanguage('marks')].map(([language, lines]) => [
    language,
    new Set(lines.flatMap((line) => line.split(' '))),
  ]),
)
/** Of the words of running text, this many are articles, prepositions and the like. */
const markedShare = 0.15
const markedMost = 0.5

/** Whether the small words of the declared language settle it: comparing with all languages takes milliseconds. */
function isSurely(sample: string, declared: string | null): boolean {
  const language = declared === null ? undefined : primaryLanguage(declared)
  const own = language === undefined ? undefined : marks.get(language)
  if (!own) return false
  const words = sample.trim().split(' ')
  const count = (of: ReadonlySet<string>) => words.filter((word) => of.has(word)).length
  const found = count(own)
  if (found < markedShare * words.length) return false
  return [...marks].every(([other, list]) => other === language || count(list) <= markedMost * found)
}

/** Whether names are read in this language. Where it is not known, it is as likely as not. */
export function isReadLanguage(tag: string | null): boolean {
  const language = tag === null ? undefined : primaryLanguage(tag)
  return language === undefined || readLanguages.has(language)
}

/** German writes every noun with a capital, so that capitals tell less of names. */
export const isGerman = (tag: string | null): boolean => tag !== null && primaryLanguage(tag) === 'de'

/** `Swedish`; the tag itself where it has no name. */
export function languageName(tag: string): string {
  return new Intl.DisplayNames('en', { type: 'language' }).of(primaryLanguage(tag) ?? tag) ?? tag
}

/** The shortest code of a tag's language; undefined for an unknown one. */
export function primaryLanguage(tag: string): string | undefined {
  const primary = /^[a-z]{2,3}(?=$|[-_])/i.exec(tag.trim())?.[0].toLowerCase()
  return primary === undefined || noLanguages.has(primary) ? undefined : shortestCode(primary)
}

const shortestCodes = new Map<string, string>()

/** Kept, because making a locale takes longer than telling the language. */
function shortestCode(code: string): string {
  const known = shortestCodes.get(code)
  if (known !== undefined) return known
  const { language } = new Intl.Locale(code)
  // Pages in Norwegian carry any of the three.
  const shortest = language === 'nb' || language === 'nn' ? 'no' : language
  if (shortestCodes.size < codesMost) shortestCodes.set(code, shortest)
  return shortest
}

/** More than languages that pages declare: whoever makes codes up does not fill the memory. */
const codesMost = 500

/** Tags for an unknown language, or for none. */
const noLanguages = new Set(['und', 'mul', 'zxx', 'mis'])

function sampleOf(text: string): string {
  let sample = ''
  for (const [word] of text.matchAll(lowerWord)) {
    sample += `${word} `
    if (sample.length >= sampleMax) return sample
  }
  const others = text.match(caseless) ?? []
  // A sign of such a script often says as much as a syllable.
  return others.length > sample.length
    ? others
        .slice(0, sampleMax / 3)
        .join('')
        .repeat(3)
    : sample
}
