import { readWords } from '../language/word-lists.ts'

// Words around a name that are not part of it. Junior and senior are missing on purpose: they tell people apart.

/** Nobody is called this. */
const plainTitles = readWords('titles', 'no-names')
/** Titles in front of a name, and names elsewhere: Sen. Smith, Amartya Sen. */
const leadingTitles = readWords('titles', 'in-front')
/** Ranks that are names as well, in front too. They stay where they stand. */
const ranks = readWords('titles', 'ranks')
const articles = readWords('name-particles', 'articles')

/** Takes `Dr`, `Sir` and the like off a person's name, as long as something is left. */
export function withoutTitles(tokens: string[]): string[] {
  const left = tokens.filter((token) => !plainTitles.has(token))
  while (left.length > 1 && leadingTitles.has(left[0] as string)) left.shift()
  return left.length > 0 ? left : tokens
}

/** Titles and ranks that weigh little where only one of two names has them. */
export function isHonorific(token: string): boolean {
  return plainTitles.has(token) || leadingTitles.has(token) || ranks.has(token)
}

export function isArticle(token: string): boolean {
  return articles.has(token)
}
