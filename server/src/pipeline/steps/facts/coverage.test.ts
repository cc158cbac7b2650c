import { expect, it } from 'vitest'
import { type Claim, entityClaim } from '../../../facts/claim.ts'
import { isCovered } from './coverage.ts'

const quote = { text: 'Ada Berg', start: 0, end: 8 }
const ada = { ref: 'person:ada berg', kind: 'person', name: 'Ada Berg' }
const acme = { ref: 'object:acme', kind: 'object', name: 'Acme' }
const claims: Claim[] = [
  entityClaim({ ...ada, quote }),
  entityClaim({ ...ada, attributes: { job_title: 'Treasurer' }, quote }),
  { type: 'relationship', from: ada, to: acme, relation: 'works_for', since: null, until: null, quote },
]
const card = 'Ada Berg\nTreasurer\nAcme\nPhone and mail on request'
const prose = `Ada Berg joined the company after years abroad. ${'She led the board through difficult negotiations with partners. '.repeat(6)}`

it.for<[string, Claim[], string, string | null, boolean]>([
  ['a card that is all data', claims, card, 'Ada Berg', true],
  ['a card and running text', claims, `${card}\n${prose}`, 'Ada Berg', false],
  ['too few facts', claims.slice(0, 2), card, 'Ada Berg', false],
  ['data about something else', claims, card.replace('Ada Berg', 'Our team of experts'), 'Contact', false],
  ['no data', [], card, 'Ada Berg', false],
])('%s', ([, claims, text, title, expected]) => {
  expect(isCovered(claims, text, title)).toBe(expected)
})
