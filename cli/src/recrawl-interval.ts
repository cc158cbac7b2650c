import { wrongUsage } from './failure.ts'
import { counted } from './output/cells.ts'

// How often a domain or a source is crawled again, as people write it and read it.

const units = [
  ['w', 'week', 604_800],
  ['d', 'day', 86_400],
  ['h', 'hour', 3_600],
  ['m', 'minute', 60],
] as const

/** `6h`, `1d`, `2w`, or one of the words. The service says whether it is too short or too long. */
export function readInterval<Word>(text: string, words: Record<string, Word>): number | Word {
  if (Object.hasOwn(words, text)) return words[text] as Word
  const [, count, unit] = /^(\d{1,9})([wdhm])$/.exec(text) ?? []
  const seconds = units.find(([letter]) => letter === unit)?.[2]
  if (count !== undefined && seconds !== undefined) return Number(count) * seconds
  throw wrongUsage(`--recrawl-every is a time such as 6h, 1d or 2w, or ${Object.keys(words).join(' or ')}; not ${text}`)
}

/** `1 day`, `36 hours` */
export function intervalWords(seconds: number): string {
  const [, name, length] = units.find(([, , each]) => seconds % each === 0) ?? ['s', 'second', 1]
  return counted(seconds / length, name)
}
