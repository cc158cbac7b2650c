import { expect, it } from 'vitest'
import { read } from '../../../../test/support/web/read-html.ts'
import type { Claim } from '../../../facts/claim.ts'
import { statedNames } from './stated-names.ts'

const data = (thing: object) => `<script type="application/ld+json">${JSON.stringify(thing)}</script>`

it('takes a name that structured data states as one in sentences too', () => {
  const sentence =
    '<main><h1>Maarja Tamm</h1><p>Maarja Tamm works for Ferry Line Rostvik–Tallinn as captain.</p></main>'
  const worksFor = { '@type': 'Organization', name: 'Ferry Line Rostvik–Tallinn' }
  const stated = { '@context': 'https://schema.org', '@type': 'Person', name: 'Maarja Tamm', worksFor }
  const { names, relations } = read({ body: `${data(stated)}${sentence}` })
  expect(names).toContain('object Ferry Line Rostvik–Tallinn')
  expect(names).not.toContain('person Line Rostvik')
  expect(relations).toContain('Maarja Tamm works_for Ferry Line Rostvik–Tallinn')
  expect(read({ body: sentence }).names).not.toContain('object Ferry Line Rostvik–Tallinn')
})

it('leaves out single words, which may mean something else, events and what has no such kind', () => {
  const claim = (kind: string, name: string, aliases: string[] = []) =>
    ({ type: 'entity', ref: name, kind, name, aliases }) as unknown as Claim
  const claims = [
    claim('object', 'Target'),
    claim('object', 'Acme Tools', ['Acme', 'Acme Ltd']),
    claim('event', 'May Fair'),
  ]
  expect(statedNames([...claims, claim('product', 'Tea Pot')]).map(({ name }) => name)).toEqual([
    'Acme Tools',
    'Acme Ltd',
  ])
})
