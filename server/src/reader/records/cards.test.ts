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
