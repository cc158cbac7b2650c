import { expect, it } from 'vitest'
import type { BaseKind } from '../../facts/claim.ts'
import { confidenceOfSigns, signsOf, signsOfField } from './name-confidence.ts'
import type { Mention, Sentence } from './rules/mention.ts'
import { Tagger } from './tagger/tagger.ts'

const sentence: Sentence = { tokens: [], block: 0, isAlone: false, isShouted: false, isTitled: false }

function likely(name: string, { kind = 'person' as BaseKind, score = 0.95, ...more }: Partial<Mention> = {}): number {
  const mention: Mention = { kind, name, score, start: 0, end: 1, from: 0, to: 1, sentence, isSure: false, ...more }
  return confidenceOfSigns(signsOf({ kind, name, score, mentions: [mention] }, Tagger.shared().words))
}

it('grows with the score, in steps, and is never certain', () => {
  const shares = [0, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1, 1.2].map((score) => likely('Ada Berg', { score }))
  expect(shares).toEqual(shares.toSorted((a, b) => a - b))
  expect(shares.map((share) => share * 20).every((step) => Math.abs(step - Math.round(step)) < 1e-9)).toBe(true)
  expect(shares[0]).toBeLessThan(0.4)
  expect(shares.at(-1)).toBeLessThan(1)
})

it('is higher in a sentence than in headings, menus and links', () => {
  expect(likely('Ada Berg', { sentence: { ...sentence, isAlone: true } })).toBeLessThan(likely('Ada Berg'))
  expect(likely('Ada Berg', { sentence: { ...sentence, isTitled: true } })).toBeLessThan(likely('Ada Berg'))
})

it('is lower for organizations, for a person of one word, and for a place that is called like a person', () => {
  expect(likely('Presto', { kind: 'object' })).toBeLessThan(likely('Presto', { kind: 'location' }))
  expect(likely('Vladimir', { kind: 'location' })).toBeLessThan(likely('Hamburg', { kind: 'location' }))
  expect(likely('Caltrain')).toBeLessThan(likely('Ada Berg'))
  expect(likely('Acme Ltd', { kind: 'object', isSure: true })).toBeGreaterThan(likely('Acme Ltd', { kind: 'object' }))
})

it('is that of its column in a record, whatever the score', () => {
  const inField = { isField: true, isSure: true, score: 0.95 } as const
  expect(likely('Ada', inField)).toBe(confidenceOfSigns(signsOfField('person')))
  for (const kind of ['person', 'object', 'location', 'event'] as const) {
    expect(confidenceOfSigns(signsOfField(kind))).toBeGreaterThanOrEqual(0.8)
  }
})
