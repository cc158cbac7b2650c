import { expect, it } from 'vitest'
import { findByName, isId } from '../src/find-by-name.ts'

const things = ['Ports', 'ports', 'Baltic  Ports', 'Portugal', 'Große Häfen'].map((name) => ({ name }))
const found = (words: string, options?: { isWhole?: boolean }) =>
  findByName(words, things, options).map(({ name }) => name)

it('a name is found as it is written, then in any case, then by its beginning, then by a part', () => {
  expect(found('ports')).toEqual(['ports'])
  expect(found('PORTS')).toEqual(['Ports', 'ports'])
  expect(found('baltic ports')).toEqual(['Baltic  Ports'])
  expect(found('port')).toEqual(['Ports', 'ports', 'Portugal'])
  expect(found('ALTIC')).toEqual(['Baltic  Ports'])
  expect(found('gro\u00dfe ha\u0308fen')).toEqual(['Große Häfen'])
})

it('a part is nothing where the whole name is needed, and nothing is part of every name', () => {
  expect(found('portu', { isWhole: true })).toEqual([])
  expect(found('PORTUGAL', { isWhole: true })).toEqual(['Portugal'])
  expect([found(''), found(' ')]).toEqual([[], []])
})

it('an id is known by its shape', () => {
  expect(
    ['0199f3c2-6a54-7d3e-9c1f-2b7a4e5d6f70', '0199F3C2-6A54-7D3E-9C1F-2B7A4E5D6F70', '0199f3c2'].map(isId),
  ).toEqual([true, true, false])
})
