import { describe, expect, it } from 'vitest'
import { read } from '../../../test/support/web/read-html.ts'

// Cards of people and talks: their lines are inline elements that only a style sheet sets apart.

const people = [
  ['Ada Berg', 'University of Oslo'],
  ['Karl Holm', 'Rapid Kites'],
  ['Grace Lund', 'Institute of Ropes'],
  ['Nils Vik', 'Kite Foundation'],
] as const

describe('a card', () => {
  it('in a link has its name, role and employer in elements of different classes', () => {
    const cards = people.map(
      ([name, employer], at) =>
        `<div class="card"><a href="/members/${at}.html"><span class="card-name">${name}</span>
           <span class="card-role">Lab Manager</span> <span class="card-place">${employer}</span></a></div>`,
    )
    const { names, relations, factsOf } = read({
      url: 'http://lab.example/about/',
      body: `<h1>Team</h1>${cards.join('')}`,
    })
    expect(names).toEqual(expect.arrayContaining(['person Ada Berg', 'object University of Oslo']))
    expect(relations).toContain('Grace Lund works_for Institute of Ropes')
    expect(factsOf('Karl Holm')).toMatchObject({ job_title: 'Lab Manager' })
  })

  it('below one heading and another belongs to one list', () => {
    const card = ([name, employer]: readonly [string, string]) =>
      `<div class="card"><p>${name}</p><p>${employer}</p></div>`
    const section = (heading: string, cards: (readonly [string, string])[]) =>
      `<section class="part"><h2>${heading}</h2>${cards.map(card).join('')}</section>`
    const [ada, karl, grace] = people
    const others = ['Rosa Strand', 'Otto Falk', 'Inga Moe', 'Lars Dahl'].map(
      (name) => [name, 'Kite Foundation'] as const,
    )
    const { relations } = read({
      url: 'http://lab.example/about/',
      body: `<h1>About</h1>${section('Head', [ada])}${section('Deputies', [karl, grace])}
        ${section('Staff', others)}${section('Board', others)}${section('Guests', others)}`,
    })
    expect(relations).toEqual(
      expect.arrayContaining([
        'Ada Berg works_for University of Oslo',
        'Grace Lund works_for Institute of Ropes',
        'Lars Dahl works_for Kite Foundation',
      ]),
    )
  })

  it('that stands alone has its person', () => {
    const { relations, factsOf } = read({
      url: 'http://lab.example/projects/ropes.html',
      body: `<h1>Ropes and how they hold</h1><p>A long text about ropes, and about how they hold when it rains.</p>
        <div><a href="/x"><span class="name">Ada Berg</span> <span class="role">Lab Manager</span> <span class="home">University of Oslo</span></a></div>`,
    })
    expect(relations).toContain('Ada Berg works_for University of Oslo')
    expect(factsOf('Ada Berg')).toMatchObject({ job_title: 'Lab Manager' })
  })

  it('keeps the parts of one name together', () => {
    const cards = people.map(([name]) => {
      const [first, last] = name.split(' ')
      return `<li><span class="given-name">${first}</span> <span class="family-name">${last}</span></li>`
    })
    const { names } = read({ url: 'http://lab.example/team/', body: `<h1>Team</h1><ul>${cards.join('')}</ul>` })
    expect(names).toEqual(people.map(([name]) => `person ${name}`))
  })
})

describe('a list of people', () => {
  const employers = ['University of Oslo', 'Rapid', 'X4N', 'Institute of Ropes', 'Kitewerk', 'Moss & Sons']
  const names = ['Ada Berg', 'Karl Holm', 'Grace Lund', 'Nils Vik', 'Rosa Strand', 'Otto Falk']

  it('has their employers in a column of which some are surely organizations', () => {
    const cards = names.map(
      (name, at) =>
        `<div class="person"><p class="land">Norway</p><h4>${name}</h4><p class="line">${employers[at]}</p></div>`,
    )
    const { relations, names: found } = read({
      url: 'http://conf.example/speakers/',
      body: `<h1>Speakers</h1>${cards.join('')}`,
    })
    expect(relations).toEqual(
      expect.arrayContaining([
        'Karl Holm works_for Rapid',
        'Grace Lund works_for X4N',
        'Otto Falk works_for Moss & Sons',
      ]),
    )
    expect(found).toContain('object Kitewerk')
  })

  it('has employers where the class of an element says so', () => {
    const cards = names.map((name, at) => `<li><b>${name}</b><div class="speaker-company">Kite${at}</div></li>`)
    const { relations } = read({
      url: 'http://conf.example/speakers/',
      body: `<h1>Speakers</h1><ul>${cards.join('')}</ul>`,
    })
    expect(relations).toContain('Rosa Strand works_for Kite4')
  })

  it('has no employers in the titles of what they teach', () => {
    const titles = [
      'Python for Beginners',
      'Let’s Learn Ropes',
      'Search: an Introduction',
      'Kites at School',
      'Knots',
      'Sails',
    ]
    const cards = names.map((name, at) => `<li><b>${name}</b><div class="what">${titles[at]}</div></li>`)
    const { relations } = read({
      url: 'http://conf.example/blog/people/',
      body: `<h1>Who</h1><ul>${cards.join('')}</ul>`,
    })
    expect(relations.filter((one) => one.includes('works_for'))).toEqual([])
  })
})

describe('the pages of a programme', () => {
  it.each([
    ['palestras', 'pt'],
    ['seminari', 'it'],
    ['seminaire', 'fr'],
    ['tentoonstelling', 'nl'],
    ['anlaesse', 'de'],
    ['charla', 'es'],
  ])('below /%s/ are about events', (folder, language) => {
    const { names } = read({
      url: `http://conf.example/${folder}/ropes.html`,
      title: 'Ropes and how they hold | Conf',
      body: `<main lang="${language}"><h1>Ropes and how they hold</h1><p>A long text about ropes, and about how they hold.</p></main>`,
    })
    expect(names).toContain('event Ropes and how they hold')
  })
})
