import { describe, expect, it } from 'vitest'
import { parseDate } from '../../dates/parse-date.ts'
import { type Claim, entityClaim } from '../../facts/claim.ts'
import { refOf } from '../../facts/refs.ts'
import { packBlocks } from '../../reader/blocks/stored-blocks.ts'
import { parsePage } from '../../reader/read-page/parse-page.ts'
import { factsOf } from '../compare-facts.ts'
import { recipePageOf } from '../recipe-page.ts'
import { runRecipe } from '../run-recipe.ts'
import { learnRecipe } from './learn-recipe.ts'

// Values that share their block with a label.

interface Person {
  name: string
  born: string
  role: string
  town: string
}

const people: Person[] = [
  { name: 'Ada Berg', born: '5 May 1950', role: 'treasurer', town: 'Lisbon' },
  { name: 'Jonas Holm', born: '7 June 1960', role: 'chair', town: 'Porto' },
  { name: 'Eva Lind', born: '1 March 1971', role: 'vice chair', town: 'Faro' },
]
const unseen: Person = { name: 'Ole Dahl', born: '30 April 1982', role: 'archivist and librarian', town: 'Braga' }

const layoutOf = (body: string, { name }: Person) => {
  const html = `<html><head><title>${name}</title></head><body><main><h1>${name}</h1>
    <p>One of many who have been with the society for years, and who may be met at the house by the harbour.</p>${body}</main></body></html>`
  const { blocks, records, text } = parsePage(html, { url: 'https://example.org/' })
  return recipePageOf(blocks, packBlocks(blocks, records).lists, text)
}

function readBy({ name, born, role, town }: Person): Claim[] {
  const quote = { text: name, start: 0, end: name.length }
  const when = parseDate(born) ?? null
  return [
    entityClaim({
      ...{ ref: refOf('person', name), kind: 'person', name, quote },
      ...{ when, where: { name: town }, attributes: { role } },
    }),
  ]
}

const layouts: [string, (person: Person) => string][] = [
  ['bold labels', (one) => `<p><b>Born:</b> ${one.born} <b>Role:</b> ${one.role} <b>Town:</b> ${one.town}</p>`],
  [
    'labels without colons',
    (one) => `<div><span>Born</span> ${one.born} <span>Role</span> ${one.role} <span>Town</span> ${one.town}</div>`,
  ],
  [
    'a block for each',
    (one) =>
      `<div class="f"><span>Born</span> ${one.born}</div><div class="f"><span>Role</span> ${one.role}</div><div class="f"><span>Town</span> ${one.town}</div>`,
  ],
  ['one line', (one) => `<p>Born: ${one.born} · Role: ${one.role} · Town: ${one.town}</p>`],
  ['lines', (one) => `<p>Born: ${one.born}<br>Role: ${one.role}<br>Town: ${one.town}</p>`],
  [
    'labels nobody asked for',
    (one) => `<p>Born: ${one.born}; Hobby: chess; Role: ${one.role}; Town: ${one.town}; Shoe size: 44</p>`,
  ],
  [
    'German',
    (one) =>
      `<p><strong>Geboren</strong> ${one.born} <strong>Amt</strong> ${one.role} <strong>Ort</strong> ${one.town}</p>`,
  ],
]

const sample = (layout: (person: Person) => string) => (one: Person) => ({
  ...layoutOf(layout(one), one),
  claims: readBy(one),
})
const facts = (claims: Claim[]) => [...factsOf(claims)].toSorted()

describe('a value beside its label', () => {
  it.for(layouts)('is read from %s', ([, layout]) => {
    const rules = learnRecipe(people.map(sample(layout)))
    expect(rules).toBeDefined()
    if (!rules) return
    const page = layoutOf(layout(unseen), unseen)
    const { claims } = runRecipe(rules, page)
    expect(facts(claims)).toEqual(facts(readBy(unseen)))
    for (const { quote } of claims) expect(page.text.slice(quote.start, quote.end)).toBe(quote.text)
  })

  it('is left out where its end is not sure', () => {
    const [, layout] = layouts[3] as (typeof layouts)[number]
    const rules = learnRecipe(people.map(sample(layout)))
    if (!rules) throw new Error('nothing was learned')
    const body = `<p>Born: ${unseen.born} · Role: ${unseen.role} Died: 1990 · Town: ${unseen.town}</p>`
    const { claims } = runRecipe(rules, layoutOf(body, unseen))
    expect(claims.flatMap((claim) => (claim.type === 'entity' ? Object.values(claim.attributes) : []))).toEqual([])
  })

  it('is not learned from sentences', () => {
    const layout = ({ born, role, town }: Person) =>
      `<p>After years as ${role} the family went to live in ${town}, where all began on ${born} in the rain.</p>`
    expect(learnRecipe(people.map(sample(layout)))).toBeUndefined()
  })
})
