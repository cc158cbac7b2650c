import { foldName } from '../../language/fold-name.ts'
import { isArticle, withoutTitles } from './titles.ts'

/**
 * Names of one kind with the same key differ only in case, accents, punctuation, titles and a leading article. Legal
 * forms stay: two companies may differ in nothing else.
 */
export function nameKey(kind: string, name: string): string {
  const folded = foldName(name)
  if (folded === '') return name.trim() || name
  let tokens = folded.split(' ')
  if (kind === 'person') tokens = withoutTitles(tokens)
  const [first, ...rest] = tokens
  // In people's names articles are part of the name: Le Pen, La Rue.
  if (kind !== 'person' && rest.length > 0 && isArticle(first as string)) tokens = rest
  return tokens.join(' ')
}
