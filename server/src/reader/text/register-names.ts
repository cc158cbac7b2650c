import { isCapitalised, type Mention, type Sentence } from './mention.ts'
import { isGiven, type WordTable } from './word-table.ts'

// `Helfert, Joseph Alexander`, `Thun-Hohenstein, Leo von`: how registers and tables write a person. It is all that its
// cell, its item or its line says, so the comma does not set two things apart.

const particle = /^(?:von|van|de|di|da|du|del|della|der|den|zu|zur|af|av|le|la|d['’])$/i
const wordsMax = 4
const score = 0.9

export function registerName(sentence: Sentence, words: WordTable): Mention | undefined {
  if (!sentence.isAlone) return undefined
  const tokens = upToBracket(sentence.tokens)
  const comma = tokens.findIndex(({ text }) => text === ',')
  const family = tokens.slice(0, comma)
  const given = tokens.slice(comma + 1)
  if (comma < 1 || given.length === 0 || family.length > wordsMax || given.length > wordsMax) return undefined
  if (!isName(family) || !isName(given)) return undefined
  const [first] = given as [Sentence['tokens'][number]]
  if (!(words.flagsOf(first.text) & isGiven)) return undefined
  const texts = (part: Sentence['tokens']) => part.map(({ text }) => text)
  // `Italy, Florence`
  if (words.isPlaceName(texts(family)) && words.isPlaceName(texts(given))) return undefined
  return {
    kind: 'person',
    name: [...texts(given), ...texts(family)].join(' '),
    score,
    start: (tokens[0] as Sentence['tokens'][number]).start,
    end: (tokens.at(-1) as Sentence['tokens'][number]).end,
    from: 0,
    to: tokens.length,
    sentence,
    isSure: true,
  }
}

/** Behind it stand the years of a life, or how often somebody is named. */
function upToBracket(tokens: Sentence['tokens']): Sentence['tokens'] {
  const at = tokens.findIndex(({ text }) => text === '(' || text === '[')
  return at < 0 ? tokens : tokens.slice(0, at)
}

const letters = /^[\p{L}\p{M}][\p{L}\p{M}.'’-]*$/u

function isName(tokens: Sentence['tokens']): boolean {
  const isWord = ({ text }: { text: string }) => letters.test(text) && (isCapitalised(text) || particle.test(text))
  return tokens.every(isWord) && tokens.some(({ text }) => isCapitalised(text) && text.length > 1)
}
