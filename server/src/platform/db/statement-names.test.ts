import { expect, it } from 'vitest'
import { plannedAnew, StatementNames } from './statement-names.ts'

it('names a statement from its third use on, always the same', () => {
  const names = new StatementNames()
  const ask = (text: string) => names.nameOf(text, [1])
  expect([ask('a'), ask('a'), ask('a'), ask('b'), ask('a')]).toEqual([undefined, undefined, 's1', undefined, 's1'])
  expect([ask('b'), ask('b')]).toEqual([undefined, 's2'])
})

it('names neither what may be several statements nor lists of rows', () => {
  const names = new StatementNames()
  for (const values of [undefined, [], Array.from({ length: 17 }, () => 1)]) {
    for (let time = 0; time < 5; time++) expect(names.nameOf('a', values)).toBeUndefined()
  }
})

it('names so many and no more', () => {
  const names = new StatementNames()
  const named = new Set<string | undefined>()
  for (let text = 0; text < 1_000; text++) for (let time = 0; time < 3; time++) named.add(names.nameOf(`${text}`, [1]))
  expect(named.size).toBe(201)
  expect(names.nameOf('0', [1])).toBe('s1')
})

it('names nothing that is to be planned anew', () => {
  const names = new StatementNames()
  const text = `select * from claims where ${plannedAnew} observed_at <= $1`
  for (let use = 0; use < 5; use++) expect(names.nameOf(text, [1])).toBeUndefined()
})
