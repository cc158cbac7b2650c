import { expect, it } from 'vitest'
import { parseDate } from '../../../dates/parse-date.ts'
import { entityClaim } from '../../../facts/claim.ts'
import { entityDocument } from './document-of.ts'
import { entityValues, type FactRow } from './fact-values.ts'

function factsOf(date: string, hosts: string[]): FactRow[] {
  const { type, quote, ...fact } = entityClaim({
    ...{ ref: 'a', kind: 'event', name: 'Rope Conference', when: parseDate(date, { language: 'en' }) },
    quote: { text: 'Rope Conference', start: 0, end: 15 },
  })
  const at = '2026-01-01T00:00:00.000Z'
  const row = { owner_id: 'a', origin: 'text', n: 1, first_at: at, last_at: at } as const
  return hosts.flatMap((host) => entityValues(fact).map((value) => ({ ...row, ...value, host })))
}

const shown = (...facts: FactRow[][]) => entityDocument([{ kind: 'event', facts: facts.flat() }]).when?.edtf

it('shows the days of an event, however many hosts name only its year', () => {
  const days = factsOf('24–26 September 2026', ['a'])
  expect(shown(days, factsOf('2026', ['b', 'c']))).toBe('2026-09-24/2026-09-26')
  expect(shown(days, factsOf('2025', ['b', 'c']))).toBe('2025')
})

it('does not show one day of an event instead of all that most hosts name', () => {
  expect(shown(factsOf('24–26 September 2026', ['a', 'b']), factsOf('24 September 2026', ['c']))).toBe(
    '2026-09-24/2026-09-26',
  )
})

it('shows no date where a person has taken it away, whatever pages say', () => {
  const days = factsOf('24–26 September 2026', ['a'])
  const [stated] = days.filter(({ field }) => field === 'when') as [FactRow]
  expect(shown(days, [{ ...stated, value: null, value_key: 'none', origin: 'person' }])).toBeUndefined()
})
