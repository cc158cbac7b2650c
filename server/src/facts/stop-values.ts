import { readPhrases } from '../language/word-lists.ts'

// Placeholders that forms and templates write for a missing value, in six languages.

const stopValues = readPhrases('stop-values')

export function isStopValue(text: string): boolean {
  const plain = text.toLowerCase().trim()
  return (
    stopValues.has(plain) ||
    stopValues.has(plain.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')) ||
    !/[\p{L}\p{N}]/u.test(text)
  )
}

const codes = 'eur|usd|gbp|chf|sek|nok|dkk|isk|pln|czk|huf|rub|inr|jpy|cny|aud|cad|nzd|brl|mxn'
const amount = new RegExp(
  `^(?:(?:from|ab|dès|desde|da|vanaf|ca\\.?|c\\.|~|≈)\\s*)?(?:([€$£¥₹₽])|(${codes}))?\\s*[-+]?\\d[\\d.,'’\\s]*[-–]?` +
    `(?:\\s*(?:k|m|bn|million|millions|billion|mio\\.?|mrd\\.?|millionen|milliarden))?` +
    `\\s*(?:([€$£¥₹₽])|(${codes}|kr\\.?|euros?|dollars?|pounds?|francs?|franken|zł|kč))?(?:\\s*(?:/|per|pro|par|por|al|p\\.).*)?$`,
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
