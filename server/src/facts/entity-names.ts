import { allWords, anyOf, readWords } from '../language/word-lists.ts'
import type { BaseKind } from './claim.ts'
import { isAmount, isStopValue } from './stop-values.ts'

// Tells names from other texts in the position of a name.

const nameMax = 200

const noNames: ReadonlySet<string> = new Set([
  'admin',
  'administrator',
  'root',
  'user',
  'username',
  'guest',
  'test',
  'home',
  'homepage',
  'anonymous',
  'myself',
  'self-employed',
  'freelance',
  'selbständig',
  'selbstständig',
  'freiberuflich',
  'retired',
  'unemployed',
  'author',
  'editor',
  'staff',
  'default',
  'untitled',
  'name',
  'website',
  'webmaster',
  'true',
  'false',
  '[object object]',
])

/** Addresses, unfilled templates, markup. */
const unreadable = /^(?:[a-z][a-z+.-]*:\/\/|\/\/|\/|www\.|mailto:|#|_:|@)|\{\{|\}\}|<[%a-z/!]|\$\{/iu
const mail = /[\p{L}\p{N}._-]+@[\p{L}\p{N}-]+\.\p{L}/u

export function isName(text: string): boolean {
  if (text === '' || text.length > nameMax || noNames.has(text.toLowerCase())) return false
  return !isStopValue(text) && !isAmount(text) && !unreadable.test(text) && !(text.includes('@') && mail.test(text))
}

/** Words that do not occur in names of people. */
const organizationWord = new RegExp(
  `(?:^|[\\s.,(])(?:${anyOf([...allWords('organizations-in-bylines'), ...readWords('legal-forms', 'in-bylines')])})\\.?(?:$|[\\s,)])`,
  'i',
)
const otherWords = new RegExp(`,.*,|(?<!\\p{L})(?:${anyOf(allWords('and-or-by'))})(?!\\p{L})|&`, 'iu')

/** Whether a plain text may be a person's name: bylines hold all kinds of things. */
export function isPersonName(text: string): boolean {
  const words = text.split(' ')
  return (
    words.length <= 6 &&
    text.length <= 80 &&
    /\p{L}\p{L}/u.test(text) &&
    !/[\d|/;:!?"()]/.test(text) &&
    !organizationWord.test(text) &&
    !otherWords.test(text)
  )
}

/** Whether a text alone may name an entity of this kind. */
export function isNameOf(kind: BaseKind, text: string): boolean {
  if (!isName(text)) return false
  if (kind === 'person') return isPersonName(text)
  // Sentences, and addresses with street and number, are not names of places.
  return text.length <= 100 && !(kind === 'location' && /\d.*,|,.*\d|,.*,/.test(text))
}

export function foldEntityName(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s.,'’"“”-]+/gu, ' ')
    .trim()
}
