import { readWords } from '../../language/word-lists.ts'

// Words around a name that are not part of it. Junior and senior are left out on purpose: they tell people apart.

/** Never names. */
const plainTitles = readWords('titles', 'no-names')
/** Titles in front of a name that are names elsewhere: Sen. Smith, Amartya Sen. */
const leadingTitles = readWords('titles', 'in-front')
/** Ranks that are also names, even in front. They are not removed. */
const ranks = readWords('titles', 'ranks')
const articles = readWords('name-particles', 'articles')

/** Removes `Dr`, `Sir` and the like from a person's name while something is left. */
export function withoutTitles(tokens: string[]): string[] {
  const left = tokens.filter((token) => !plainTitles.has(token))
  while (left.length > 1 && leadingTitles.has(left[0] as string)) left.shift()
  return left.length > 0 ? left : tokens
}

/** Titles and ranks, which weigh little where only one of two names has them. */
export function isHonorific(token: string): boolean {
  return plainTitles.has(token) || leadingTitles.has(token) || ranks.has(token)
}

export function isArticle(token: string): boolean {
  return articles.has(token)
}
