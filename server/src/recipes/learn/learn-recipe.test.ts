import { describe, expect, it } from 'vitest'
import { parseDate } from '../../dates/parse-date.ts'
import { type Claim, type EntityRef, entityClaim } from '../../facts/claim.ts'
import { refOf } from '../../facts/refs.ts'
import { packBlocks } from '../../reader/blocks/stored-blocks.ts'
import { parsePage } from '../../reader/read-page/parse-page.ts'
import { compareFacts, factsOf, isAgreed } from '../compare-facts.ts'
import type { RecipePage, RecipeRules } from '../recipe.ts'
import { RecipeMisfit } from '../recipe-misfit.ts'
import { recipePageOf } from '../recipe-page.ts'
import { runRecipe } from '../run-recipe.ts'
import { learnRecipe } from './learn-recipe.ts'
import type { Sample } from './sample-page.ts'

interface Member {
  name: string
  role: string
}
interface Club {
  name: string
  founded: string
  town: string
  members: Member[]
}

const intro =
  'This club has been a part of the life of its town for many years, and everybody who likes music is welcome to join it.'

const page = ({ name, founded, town, members }: Club) => `<html><body><nav><a href="/">Home</a></nav><main>
  <h1 class="club-name">${name}</h1><p>${intro}</p>
  <table class="facts"><tr><th>Founded</th><td>${founded}</td></tr><tr><th>Town</th><td>${town}</td></tr></table>
  <h2>Members</h2><ul class="members">${members.map((one) => `<li>${one.name}, ${one.role}</li>`).join('')}</ul>
  </main></body></html>`

const redesigned = ({
  name,
  members,
}: Club) => `<html><body><main><div class="hero"><h2>${name}</h2></div><p>${intro}</p>
  ${members.map((one) => `<div class="card"><p>${one.role}</p><p>${one.name}</p></div>`).join('')}</main></body></html>`

function layoutOf(html: string): RecipePage {
  const { blocks, records, text } = parsePage(html, { url: 'https://example.org/' })
  return recipePageOf(blocks, packBlocks(blocks, records).lists, text)
}

const entity = (kind: string, name: string): EntityRef => ({ ref: refOf(kind, name), kind, name })
const quote = { text: 'x', start: 0, end: 1 }

/** The claims that a model reads from such a page. */
function readBy({ name, founded, town, members }: Club): Claim[] {
  const club = entity('object', name)
  const when = parseDate(founded) ?? null
  return [
    entityClaim({ ...club, when, attributes: { town }, quote }),
    ...members.flatMap(({ name, role }): Claim[] => {
      const person = entity('person', name)
      return [
        entityClaim({ ...person, attributes: { role }, quote }),
        { type: 'relationship', from: person, to: club, relation: 'member_of', since: null, until: null, quote },
      ]
    }),
  ]
}

const clubs: Club[] = [
  {
    name: 'Choir of the Harbour',
    founded: '5 May 1950',
    town: 'Lisbon',
    members: [
      { name: 'Ada Berg', role: 'treasurer' },
      { name: 'Jonas Müller', role: 'chair' },
    ],
  },
  {
    name: 'Brass of the Hill',
    founded: '1987',
    town: 'Porto',
    members: [
      { name: 'Eva Lind', role: 'chair' },
      { name: 'Ole Dahl', role: 'conductor' },
      { name: 'Ida Noll', role: 'treasurer' },
    ],
  },
  {
    name: 'Strings of the Valley',
    founded: '1 June 2001',
    town: 'Faro',
    members: [{ name: 'Max Roth', role: 'chair' }],
  },
]
const unseen: Club = {
  name: 'Drums of the Plain',
  founded: '1999',
  town: 'Braga',
  members: [
    { name: 'Nina Falk', role: 'chair' },
    { name: 'Tom Beck', role: 'archivist' },
  ],
}

const sample = (club: Club): Sample => ({ ...layoutOf(page(club)), claims: readBy(club) })
const learned = learnRecipe(clubs.map(sample)) as RecipeRules

describe('a recipe', () => {
  it('says of a page it has not seen what the model says', () => {
    const { claims } = runRecipe(learned, layoutOf(page(unseen)))
    expect([...factsOf(claims)].sort()).toEqual([...factsOf(readBy(unseen))].sort())
  })

  it('quotes the page', () => {
    const html = page(unseen)
    const { text } = parsePage(html, { url: 'https://example.org/' })
    for (const { quote } of runRecipe(learned, layoutOf(html)).claims) {
      expect(text.slice(quote.start, quote.end)).toBe(quote.text)
    }
  })

  it('does not fit a page that is laid out in another way', () => {
    expect(() => runRecipe(learned, layoutOf(redesigned(unseen)))).toThrow(RecipeMisfit)
    expect(() => runRecipe(learned, layoutOf('<p>Nothing of the kind is here, only a sentence.</p>'))).toThrow(
      RecipeMisfit,
    )
    expect(() => runRecipe(learned, layoutOf(''))).toThrow(RecipeMisfit)
  })

  it('is learned from two pages, and not from one', () => {
    expect(learnRecipe(clubs.slice(0, 2).map(sample))).toBeDefined()
    expect(learnRecipe(clubs.slice(0, 1).map(sample))).toBeUndefined()
  })

  it('is not made where facts stand in running text', () => {
    const sampleOf = (club: Club): Sample => ({
      ...layoutOf(
        `<main><h1>News</h1><p>${club.members.map(({ name }) => name).join(' met ')} at ${club.name} in ${club.town}.</p></main>`,
      ),
      claims: readBy(club),
    })
    expect(learnRecipe(clubs.map(sampleOf))).toBeUndefined()
  })

  it('is not made where the pages have nothing in common', () => {
    const [first, second] = clubs as [Club, Club]
    expect(learnRecipe([sample(first), { ...layoutOf(redesigned(second)), claims: readBy(second) }])).toBeUndefined()
  })
})

it.for([
  [10, 10, 10, true],
  [10, 8, 8, true],
  [10, 7, 7, false],
  [10, 9, 10, false],
])('of %i facts, %i right of %i read', ([all, right, read, agreed]) => {
  const wanted = new Set(Array.from({ length: all as number }, (_, at) => `fact ${at}`))
  const given = new Set(
    Array.from({ length: read as number }, (_, at) => (at < (right as number) ? `fact ${at}` : `other ${at}`)),
  )
  expect(isAgreed(compareFacts(given, wanted))).toBe(agreed)
})
