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

describe('no organization of a list', () => {
  it('is a decision, a report of a year or advice, nor somebody who pays', () => {
    const lines = [
      'University of Oslo',
      'Change the Committee Chair',
      'Harbour Foundation - Annual Report - FY2016',
      'Rope Care Best Practices',
      'Laura Martin',
      'I follow my heart and am a free soul.',
    ]
    const items = lines.map((line) => `<li>${line}</li>`).join('')
    const { names } = read({
      url: 'http://club.example/sponsors/',
      body: `<h1>Sponsors</h1><ul>${items}<li>Acme Steel GmbH</li><li>Bank of Bergen</li><li>Ropeworks Ltd</li></ul>`,
    })
    expect(names.filter((name) => name.startsWith('object')).toSorted()).toEqual([
      'object Acme Steel GmbH',
      'object Bank of Bergen',
      'object Ropeworks Ltd',
      'object University of Oslo',
    ])
  })

  it('is two of them, with a stroke between', () => {
    const { relations } = team(['University of Oslo / Ropeworks GmbH', 'Acme Ltd'])
    expect([...employers(relations)].toSorted()).toEqual(['Acme Ltd', 'Ropeworks GmbH', 'University of Oslo'])
  })
})

describe('nobody in a list of people', () => {
  it('is a heading, an office or a room', () => {
    const rows = [...people, 'Trademark Contacts', 'Committee Agent', 'Hall C', 'Colm O hEigeartaigh']
    const { names } = read({
      url: 'http://club.example/people/',
      body: `<h1>People</h1><ul>${rows.map((row) => `<li>${row}</li>`).join('')}</ul>`,
    })
    expect(names).toEqual([...people, 'Colm O hEigeartaigh'].map((name) => `person ${name}`))
  })
})

describe('no event', () => {
  it('is what leads from a programme to something else, or a pause', () => {
    const rows = ['PDF', '[HD]', 'See Event', 'End of the conference', 'Refrigerio']
    const titles = ['Ropes', 'Water', 'Kites', 'Sails', 'Storms', 'Nets', 'Masts', 'Oars'].flatMap((thing) => [
      `${thing} and how they hold`,
      `The weight of ${thing.toLowerCase()}`,
    ])
    const items = [...titles, ...rows].map((row, at) => `<li><a href="/talks/${at}">${row}</a></li>`)
    const { names } = read({
      url: 'http://conf.example/schedule/',
      body: `<h1>Schedule</h1><ul>${items.join('')}</ul>`,
    })
    expect(names.filter((name) => name.startsWith('event'))).toEqual(titles.map((title) => `event ${title}`))
  })

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

describe('the text of a picture', () => {
  const photos = people.map((name) => {
    const [first, last] = name.split(' ')
    return `<li><img src="/p.jpg" alt="Member photo: ${first} Mary ${last} Moe"><b>${name}</b></li>`
  })

  it('is no role, and nobody else than who stands beside it', () => {
    const { names, factsOf } = read({
      url: 'http://conf.example/speakers/',
      body: `<h1>Speakers</h1><ul>${photos.join('')}</ul>`,
    })
    expect(names).toEqual(people.map((name) => `person ${name}`))
    expect(factsOf('Karl Holm')).not.toHaveProperty('job_title')
  })

  it('is no talk', () => {
    const picture = '<img src="/p.jpg" alt="Knots at sea">'
    const rows = people.map(
      (name, at) =>
        `<div class="row"><p>1${at}:00 - 1${at}:30</p><div class="what">${at < 4 ? `Ropes ${at}` : picture}</div><p class="who">${name}</p></div>`,
    )
    const { names } = read({ url: 'http://conf.example/schedule/', body: `<h1>Schedule</h1>${rows.join('')}` })
    expect(names).toContain('event Ropes 1')
    expect(names).not.toContain('event Knots at sea')
  })
})

it('a symbol before a name is no part of it', () => {
  const rows = ['Oslo', 'Bergen', 'Berlin', 'Hamburg'].map((town) => `<tr><td>📍 ${town}</td><td>harbour</td></tr>`)
  const { names } = read({
    url: 'http://club.example/places/',
    body: `<h1>Places</h1><table><tr><th>City</th><th>What</th></tr>${rows.join('')}</table>`,
  })
  expect(names).toContain('location Bergen')
})

it('makes nobody of a part of what stands behind a name', () => {
  const homes = ['Baltic Pilots Guild', 'Museum of the Amber Road', 'Ferry Line Rostvik–Tallinn']
  const people = ['Tomasz Wieczorek', 'Karolina Nowak', 'Maarja Tamm']
  const items = people.map((name, at) => `<li><a href="/people/${at}">${name}</a>, ${homes[at]}</li>`)
  const { names } = read({ body: `<main><h1>Harbour Days</h1><ul>${items.join('')}</ul></main>` })
  expect(names.filter((name) => name.startsWith('person'))).toEqual(people.map((name) => `person ${name}`))
})

it.each([
  ['kinds of publications in a menu', 'nav', 'Publications', ['Annual reports', 'Studies', 'Leaflets', 'Magazines']],
  ['kinds of events in a menu', 'nav', 'Events', ['Conferences', 'Trips', 'Courses', 'Documentation']],
  [
    'other articles',
    'main',
    'Related articles',
    ['Rents are rising', 'A tower is sold', 'Lenders are out', 'A pier burns'],
  ],
])('takes no events from %s', (_, part, heading, titles) => {
  const path = heading.toLowerCase().replace(' ', '-')
  const picture = (at: number) => (part === 'main' ? `<img src="/${at}.png" alt="${people[at]}">` : '')
  const items = titles.map((title, at) => `<li><a href="/${path}/${at}">${picture(at)}<h4>${title}</h4></a></li>`)
  const list = `<${part}><h2>${heading}</h2><ul>${items.join('')}</ul></${part}>`
  const story = '<h1>A story</h1><p>Ada Berg of Oslo has bought the old pier, as the harbour office said on Monday.</p>'
  const { names } = read({ url: 'http://news.example/story', body: part === 'nav' ? list + story : story + list })
  expect(names.filter((name) => name.startsWith('event'))).toEqual([])
})
