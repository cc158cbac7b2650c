import { expect, test } from 'vitest'
import { nameKey } from './name-key.ts'

test.each([
  ['person', 'Dr. José  GARCÍA', 'person', 'Jose Garcia'],
  ['person', 'Herr Prof. Müller', 'person', 'muller'],
  ['person', 'Merkel, Dr. Angela', 'person', 'Merkel Angela'],
  ['person', 'Sen. John Smith, PhD', 'person', 'John Smith'],
  ['object', 'The World Bank', 'object', 'world-bank'],
  ['object', 'Die Zeit', 'object', 'Zeit'],
])('%s %s has the key of %s %s', (kindA, a, kindB, b) => {
  expect(nameKey(kindA, a)).toBe(nameKey(kindB, b))
})

test.each([
  ['person', 'John Smith Jr.', 'John Smith'],
  ['person', 'John Smith Sr.', 'John Smith Jr.'],
  ['person', 'Marine Le Pen', 'Marine Pen'],
  ['person', 'Amartya Sen', 'Amartya'],
  ['object', 'Siemens AG', 'Siemens'],
  ['object', 'SR-2023-052', 'SR-2023-053'],
])('%s %s has another key than %s', (kind, a, b) => {
  expect(nameKey(kind, a)).not.toBe(nameKey(kind, b))
})

test('is never empty for a name that is not', () => {
  for (const name of ['!!', 'Dr.', 'The', '☃', 'の']) expect(nameKey('person', name)).not.toBe('')
  expect(nameKey('object', 'The')).toBe('the')
})
