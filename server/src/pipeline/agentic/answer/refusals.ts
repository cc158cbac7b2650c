import { countOf } from '../../../language/count-of.ts'

// What is refused of a model's answer, and how a page tells it.

const words = {
  entity: 'an entity without its name or quote on the page',
  alias: 'an alias that its quote does not give',
  attribute: 'a value that is not said of it',
  date: 'a date that is not said of it',
  place: 'a place that is not said of it',
  summary: 'a summary in other words than those of the page',
  relationship: 'a relationship without its ends or quote',
  ends: 'a relationship whose quote does not name both ends',
  type: 'a relationship whose type the quote does not bear',
  role: 'a role that its quote does not give',
  unreadable: 'something without a name, kind, end or quote',
  rest: 'the rest of an answer that was cut off',
  too_many: 'more than one page may hold',
} as const

export type Refusal = keyof typeof words

/** For the page's `mode_reason`; empty when nothing was refused. */
export function noteOfRefusals(refusals: Refusal[]): string {
  if (refusals.length === 0) return ''
  const byReason = Map.groupBy(refusals, (reason) => reason)
  const reasons = [...byReason].map(([reason, all]) => `${all.length} × ${words[reason]}`)
  return `; ${countOf(refusals.length, 'statement')} of the model refused: ${reasons.join(', ')}`
}
