import { allPhrases, anyOf, readWords } from '../language/word-lists.ts'

// Placeholders that forms and templates write for a missing value, in six languages.

const stopValues = allPhrases('stop-values')

export function isStopValue(text: string): boolean {
  const plain = text.toLowerCase().trim()
  return (
    stopValues.has(plain) ||
    stopValues.has(plain.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')) ||
    !/[\p{L}\p{N}]/u.test(text)
  )
}

const code = anyOf(readWords('web', 'currency-codes'))
const amount = new RegExp(
  `^(?:(?:${anyOf(allPhrases('about-amounts'))}|~|≈)\\s*)?(?:([€$£¥₹₽])|(${code}))?\\s*[-+]?\\d[\\d.,'’\\s]*[-–]?` +
    `(?:\\s*(?:${anyOf(allPhrases('large-numbers'))}))?` +
    `\\s*(?:([€$£¥₹₽])|(${code}|${anyOf(allPhrases('money'))}))?(?:\\s*(?:/|${anyOf(allPhrases('per'))}).*)?$`,
  'i',
)

/** A number with a currency: `500 EUR`, `$20 per month`, but not `Euro 2008`. */
export function isAmount(text: string): boolean {
  return (
    amount
      .exec(text.trim())
      ?.slice(1)
      .some((currency) => currency !== undefined) ?? false
  )
}
