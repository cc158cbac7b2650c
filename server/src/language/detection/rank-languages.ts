import { data } from 'franc-min/data.js'
import { expressions } from 'franc-min/expressions.js'

// Ranks the languages that a text may be in, by the frequent trigrams of each that `franc-min` knows. The scores are those of
// its own `francAll`, which takes three times as long: it counts the letters of every script, and looks for each trigram in
// each language.

interface Script {
  languages: string[]
  /** For each trigram, the languages that have it and its rank there, in turn. */
  ranks: Map<string, number[]>
}

/** What a trigram adds to the distance of a language that does not have it. */
const missing = 300
const charsMax = 2_048
/** Nothing but letters of the Latin script, as most texts: the others need not be counted. */
const onlyLatin = /^[a-zÀ-ÖØ-öø-ɏ ’'-]*[a-z][a-zÀ-ÖØ-öø-ɏ ’'-]*$/i
const scripts = new Map<string, Script>()

/** Codes of ISO 639-3 with scores, the best first, which is 1. Empty where no letter is of a known script. */
export function rankLanguages(whole: string): [language: string, score: number][] {
  const text = whole.slice(0, charsMax)
  const name = onlyLatin.test(text) ? 'Latin' : mostFrequentScript(text)
  if (name === undefined) return []
  // The name of a script of one language is the code of that language.
  if (!(name in data)) return [[name, 1]]
  const { languages, ranks } = scriptOf(name)
  const counts = countTrigrams(text)
  const distances = new Int32Array(languages.length).fill(missing * counts.size)
  for (const [trigram, count] of counts) {
    const known = ranks.get(trigram) ?? []
    for (let at = 0; at < known.length; at += 2) {
      const language = known[at] as number
      const difference = Math.abs(count - (known[at + 1] as number) - 1)
      distances[language] = (distances[language] as number) + difference - missing
    }
  }
  const least = Math.min(...distances)
  const most = text.length * missing - least
  return languages
    .map((language, at): [string, number] => [language, 1 - ((distances[at] as number) - least) / most || 0])
    .sort(([, a], [, b]) => b - a)
}

function mostFrequentScript(text: string): string | undefined {
  let most = 0
  let found: string | undefined
  for (const [name, expression] of Object.entries(expressions)) {
    const count = text.match(expression)?.length ?? 0
    if (count <= most) continue
    most = count
    found = name
  }
  return found
}

function scriptOf(name: string): Script {
  const known = scripts.get(name)
  if (known) return known
  const models = Object.entries(data[name] as Record<string, string>)
  const ranks = new Map<string, number[]>()
  for (const [language, [, model]] of models.entries()) {
    const trigrams = new Map<string, number>()
    for (const [rank, trigram] of model.split('|').entries()) if (!trigrams.has(trigram)) trigrams.set(trigram, rank)
    for (const [trigram, rank] of trigrams) {
      const others = ranks.get(trigram)
      if (others) others.push(language, rank)
      else ranks.set(trigram, [language, rank])
    }
  }
  const script = { languages: models.map(([language]) => language), ranks }
  scripts.set(name, script)
  return script
}

function countTrigrams(text: string): Map<string, number> {
  // Signs and digits, which are the same in all languages.
  const words = text
    .replace(/[!-@\s]+/g, ' ')
    .trim()
    .toLowerCase()
  const padded = ` ${words} `
  const counts = new Map<string, number>()
  for (let at = 0; at + 3 <= padded.length; at++) {
    const trigram = padded.slice(at, at + 3)
    counts.set(trigram, (counts.get(trigram) ?? 0) + 1)
  }
  return counts
}
