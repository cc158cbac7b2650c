import { describe, expect, it } from 'vitest'
import { read, row } from '../../../test/support/web/read-html.ts'

// How the things of a page belong to each other and to whoever has the site.

describe('a text about one person', () => {
  const profile = (text: string) =>
    read({
      url: 'http://conf.example/speakers/ada-berg.html',
      title: 'Ada Berg',
      body: `<h1>Ada Berg</h1>${text
        .split('\n')
        .map((line) => `<p>${line}</p>`)
        .join('')}`,
    })

  it('may say `she`, or leave the name out', () => {
    const { relations } = profile(
      'She is a senior engineer at Remington Rand Corporation. In her free time she sails.\nProfessor at Monash University since 2011, and a sailor.',
    )
    expect(relations).toContain('Ada Berg works_for Remington Rand Corporation')
    expect(relations).toContain('Ada Berg works_for Monash University')
  })

  it('joins to her whoever is named in it and nowhere else', () => {
    const { relations } = profile('She likes to sail in the north. Her book was printed by Karl Holm in an old house.')
    expect(relations).toContain('Karl Holm mentioned_with Ada Berg')
  })

  it('says nothing of others that it names with their own company', () => {
    const { relations } = profile('Karl Holm works for the Remington Rand Corporation. He taught her all she knows.')
    expect(relations).toContain('Karl Holm works_for Remington Rand Corporation')
    expect(relations).not.toContain('Ada Berg works_for Remington Rand Corporation')
  })
})

describe('whoever is listed', () => {
  const people = ['Ada Berg', 'Karl Holm', 'Grace Lund', 'Nils Vik']
  const list = (heading: string) =>
    read({
      url: 'http://club.example/page.html',
      title: 'Harbour Club',
      body: `<h1>Harbour Club</h1><h2>${heading}</h2><ul>${people.map((name) => `<li>${name}</li>`).join('')}</ul><footer>© 2024 Harbour Club</footer>`,
    }).relations

  it.each(['Backers', 'Kickstarter Contributors', 'Spenderinnen', 'Donateurs', 'Sostenitori'])(
    'under %s supports the club',
    (heading) => expect(list(heading)).toContain('Grace Lund supporter_of Harbour Club'),
  )

  it('among board members is a member', () => {
    expect(list('Board members')).toContain('Nils Vik member_of Harbour Club')
  })
})

describe('an organization', () => {
  const projects = ['Quarry', 'Lantern', 'Osprey', 'Thicket']
  const people = ['Ada Berg', 'Karl Holm', 'Grace Lund', 'Nils Vik']

  it('is whatever links to a site of its own name, with its officers', () => {
    const rows = projects.map((name, n) =>
      row(`V.P., <a href="https://${name.toLowerCase()}.works.example/">Works ${name}</a>`, people[n] as string),
    )
    const { names, relations, factsOf } = read({
      body: `<h1>Chairs</h1><table><tr><th>Office</th><th>Individual</th></tr>${rows.join('')}</table>`,
    })
    expect(names).toContain('object Works Osprey')
    expect(relations).toContain('Grace Lund works_for Works Osprey')
    expect(factsOf('Grace Lund')).toEqual({ job_title: 'V.P.' })
  })

  it('is no person whose site has the name of the person', () => {
    const rows = people.map((name) =>
      row(`<a href="https://${name.toLowerCase().replace(' ', '')}.example/">${name}</a>`, 'sails'),
    )
    const { names } = read({ body: `<h1>List</h1><table>${rows.join('')}</table>` })
    expect(names).toEqual(people.map((name) => `person ${name}`))
  })

  it('that is called like its site with a town is a part of it, in that town', () => {
    const { relations } = read({
      url: 'http://pyladies.example/locations/toronto/',
      title: 'PyLadies Toronto',
      body: '<h1>PyLadies Toronto</h1><p>We meet every month. PyLadies is for all.</p><footer>© 2024 PyLadies</footer>',
    })
    expect(relations).toEqual(
      expect.arrayContaining(['PyLadies Toronto part_of PyLadies', 'PyLadies Toronto located_in Toronto']),
    )
  })
})

it.each([
  ['1786–1861', '1786', '1861'],
  ['Zavar 1786–1861', '1786', '1861'],
  ['Zavar 1786 – Wien 1861', '1786', '1861'],
  ['7. April 1811 – 17. Dezember 1888', '1811-04-07', '1888-12-17'],
])('the dates of a life, with places or without: %s', (lived, birth_date, death_date) => {
  const { factsOf } = read({
    language: 'de',
    title: 'Georg Mailath',
    body: `<h1>Georg Mailath</h1><p>Nachname: Mailath</p><p>Lebensdaten: ${lived}</p>`,
  })
  expect(factsOf('Georg Mailath')).toMatchObject({ birth_date, death_date })
})

it('papers that are listed beside a paper are parts of the conference', () => {
  const titles = ['Ropes in deep water', 'Knots that hold', 'The weight of sails']
  const { relations } = read({
    url: 'http://conf.example/papers/1.html',
    title: 'Anchors',
    body: `<p>ShipConf 2016</p><h1>Anchors</h1><p>Rosa Strand, Otto Falk</p><h3>Similar Papers</h3><ul>${titles
      .map((title, n) => `<li><a href="/papers/${n + 2}.html">${title}</a><br>Ada Berg, Karl Holm</li>`)
      .join('')}</ul>`,
  })
  expect(relations).toContain('Knots that hold part_of ShipConf 2016')
  expect(relations).not.toContain('Knots that hold part_of Anchors')
})

it('a remark behind a name in a cell is not part of it', () => {
  const people = ['Ada Berg', 'Karl Holm', 'Grace Lund', 'Nils Vik']
  const rows = people.map((name, n) => row(name, n % 2 === 0 ? `Knot ${n}` : '')).join('')
  const { names } = read({
    url: 'http://conf.example/speakers/',
    body: `<h1>Speakers</h1><table>${rows}${row('Rosa Strand second track', 'Ropes')}</table>`,
  })
  expect(names).toContain('person Rosa Strand')
  expect(names.filter((name) => name.includes('track'))).toEqual([])
})

it('the talks below a line with a day are on that day', () => {
  const day = (date: string, titles: string[]) =>
    `<p>Day: ${date}</p><table>${titles
      .map((title, n) => row(`${10 + n}:00 AM`, `<a href="/talks/${title.length}">${title}</a>`, 'Ada Berg'))
      .join('')}</table>`
  const { factsOf } = read({
    url: 'http://conf.example/schedule/',
    title: 'Schedule - ShipConf 2016',
    body: `<h1>Schedule</h1>${day('Wednesday May 4, 2016', ['Ropes for all', 'Knots that hold', 'Deep sea'])}${day('Thursday May 5, 2016', ['The weight of sails', 'Anchors', 'Old harbours'])}`,
  })
  expect(factsOf('Knots that hold')).toMatchObject({ when: '2016-05-04', time: '11:00 AM' })
  expect(factsOf('Anchors')).toMatchObject({ when: '2016-05-05' })
})
