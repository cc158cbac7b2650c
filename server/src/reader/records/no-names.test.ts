import { describe, expect, it } from 'vitest'
import { read } from '../../../test/support/web/read-html.ts'

// What stands where names stand, in lists and headings, and is none.

const people = ['Ada Berg', 'Karl Holm', 'Grace Lund', 'Nils Vik', 'Rosa Strand', 'Otto Falk']

function team(lines: string[], title = 'Harbour Club') {
  const cards = people.map((name, at) => `<li><h3>${name}</h3><p class="company">${lines[at % lines.length]}</p></li>`)
  return read({ url: 'http://club.example/team/', title, body: `<h1>Team</h1><ul>${cards.join('')}</ul>` })
}

const employers = (relations: string[]) => new Set(relations.flatMap((one) => one.split(' works_for ')[1] ?? []))

describe('no organization', () => {
  it('is a sentence, a word over a list, a role or a text with a day', () => {
    const { names, relations } = team([
      'University of Oslo',
      'Ropes is a member of Kites United',
      'Speakers',
      'Professor of the University of Oslo',
      'Ropeworks · 04 Apr 2024',
      'Institute of ...',
    ])
    expect([...employers(relations)]).toEqual(['University of Oslo'])
    // The sentence may name somebody all the same.
    const objects = names.filter((name) => name.startsWith('object') && name !== 'object Kites United')
    expect(objects).toEqual(['object University of Oslo'])
  })

  it('is the heading of a team page, whose people work elsewhere', () => {
    const cards = people.map((name) => `<li><a href="/p/${name}">${name}</a></li>`).join('')
    const { relations } = read({
      url: 'http://club.example/equipe/',
      title: 'Accueil | Équipe',
      body: `<h1>Équipe</h1><p>Équipe</p><ul>${cards}</ul>`,
    })
    expect([...employers(relations)]).toEqual([])
  })

  it('is a list of tasks', () => {
    const tasks = [
      'Venue',
      'Sponsors, Diversity Committee',
      'Graphics',
      'Social Media, Diversity Committee',
      'Web',
      'Food',
    ]
    const cards = people.map((name, at) => `<li><h3>${name}</h3><p class="line">${tasks[at]}</p></li>`)
    const { relations } = read({ url: 'http://club.example/team/', body: `<h1>Team</h1><ul>${cards.join('')}</ul>` })
    expect([...employers(relations)]).toEqual([])
  })
})

describe('no event', () => {
  it('is a day with a time, or a row of rooms', () => {
    const rows = ['Wednesday, April 10 | 3:30', 'Friday 27th', 'Assembly Room | Lower Hall', 'Ropes and how they hold']
    const { names } = read({
      url: 'http://conf.example/schedule/',
      body: `<h1>Schedule</h1><ul>${rows.map((row, at) => `<li><a href="/talks/${at}">${row}</a></li>`).join('')}
        <li><a href="/talks/8">The weight of water</a></li><li><a href="/talks/9">Kites in a storm</a></li>
        <li><a href="/talks/10">Sails of paper</a></li></ul>`,
    })
    expect(names.filter((name) => name.startsWith('event'))).toEqual([
      'event Ropes and how they hold',
      'event The weight of water',
      'event Kites in a storm',
      'event Sails of paper',
    ])
  })
})

describe('two countries', () => {
  it('with a stroke between them are two', () => {
    const lands = ['Norway / Brazil', 'Spain', 'Bolivia', 'Canada', 'Mexico', 'Argentina']
    const rows = people.map((name, at) => `<li><h3>${name}</h3><p>${lands[at]}</p></li>`)
    const { names } = read({ url: 'http://club.example/team/', body: `<h1>Team</h1><ul>${rows.join('')}</ul>` })
    expect(names).toEqual(expect.arrayContaining(['location Norway', 'location Brazil', 'location Spain']))
    expect(names).not.toContain('location Norway / Brazil')
  })
})
