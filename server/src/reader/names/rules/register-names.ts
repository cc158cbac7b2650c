import { isCapitalised } from '../../../language/capitals.ts'
import { isGiven, type WordTable } from '../tagger/word-table.ts'
import type { Mention, Sentence } from './mention.ts'
import { isNoName } from './shape-mention.ts'

// Names as registers and tables write them: `Helfert, Joseph Alexander`, `Thun-Hohenstein, Leo von`. The name fills its
// cell, item or line, so the comma does not separate two things. A single such line may be anything unless it has two
// given names; a register has several.

type Tokens = Sentence['tokens']

const particle = /^(?:von|van|de|di|da|du|del|della|der|den|zu|zur|af|av|le|la|d['’])$/i
const initial = /^\p{Lu}\.?$/u
const wordsMax = 4
const entriesMin = 3
/** Words up to this frequency rank are mostly greetings, roles and headings. */
const commonRank = 3
const score = 0.9

export function registerNames(sentences: Sentence[], words: WordTable): Map<Sentence, Mention> {
  const found = new Map<Sentence, Mention>()
  for (const sentence of sentences) {
    const mention = registerName(sentence, words)
    if (mention) found.set(sentence, mention)
  }
  const people = new Set([...found.values()].map(({ name }) => name))
  if (people.size >= entriesMin) return found
  return new Map([...found].filter(([{ tokens }]) => hasTwoGiven(tokens)))
}

function registerName(sentence: Sentence, words: WordTable): Mention | undefined {
  if (!sentence.isAlone) return undefined
  const tokens = upToBracket(sentence.tokens)
  const comma = tokens.findIndex(({ text }) => text === ',')
  const family = tokens.slice(0, comma).map(({ text }) => text)
  const given = tokens.slice(comma + 1).map(({ text }) => text)
  if (comma < 1 || given.length === 0 || family.length > wordsMax || given.length > wordsMax) return undefined
  if (!isFamily(family, words) || !isGivenName(given, words)) return undefined
  // `Peter, Paul`
  if (given.length === 1 && words.flagsOf(family[0] as string) & isGiven) return undefined
  return {
    kind: 'person',
    name: [...given, ...family].join(' '),
    score,
    start: (tokens[0] as Tokens[number]).start,
    end: (tokens.at(-1) as Tokens[number]).end,
    from: 0,
    to: tokens.length,
    sentence,
    isSure: true,
  }
}

function hasTwoGiven(tokens: Tokens): boolean {
  const comma = tokens.findIndex(({ text }) => text === ',')
  return (
    upToBracket(tokens)
      .slice(comma + 1)
      .filter(({ text }) => !particle.test(text) && !initial.test(text)).length > 1
  )
}

/** The tokens before a bracket, which holds life dates or a number of mentions. */
function upToBracket(tokens: Tokens): Tokens {
  const at = tokens.findIndex(({ text }) => text === '(' || text === '[')
  return at < 0 ? tokens : tokens.slice(0, at)
}

const letters = /^[\p{L}\p{M}][\p{L}\p{M}.'’-]*$/u

/** Whether this is one family name with its particles: `Stanford University` and `John Smith` are not. */
function isFamily(texts: string[], words: WordTable): boolean {
  const names = texts.filter((text) => !particle.test(text))
  const [name = ''] = names
  if (names.length !== 1 || name.length < 2 || !isCapitalised(name) || !letters.test(name) || isNoName(name))
    return false
  const rank = words.rankOf(name)
  return rank === 0 || rank > commonRank
}

/** Whether all words are given names or initials. A single name of a place, such as `Virginia`, does not count. */
function isGivenName(texts: string[], words: WordTable): boolean {
  const names = texts.filter((text) => !particle.test(text))
  const isName = (text: string) => initial.test(text) || (letters.test(text) && (words.flagsOf(text) & isGiven) !== 0)
  if (names.length === 0 || initial.test(names[0] as string) || !names.every(isName)) return false
  return names.length < texts.length || !words.isPlaceName(names)
}
