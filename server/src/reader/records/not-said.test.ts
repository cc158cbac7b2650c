import { describe, expect, it } from 'vitest'
import { read, row } from '../../../test/support/web/read-html.ts'

// Tables and lists that look like records of people and events, and pages that would cost too much.

describe('what a table does not say is not read', () => {
  const table = (head: string[], rows: string[][]) =>
    `<table><tr>${head.map((cell) => `<th>${cell}</th>`).join('')}</tr>${rows.map((cells) => row(...cells)).join('')}</table>`

  it('titles of staff are roles', () => {
    const { names, factsOf } = read({
      body: `<h1>Staff</h1>${table(
        ['Name', 'Title', 'Phone'],
        [
          ['Ada Berg', 'Engineer', '12345'],
          ['Karl Holm', 'Head of Sales', '12346'],
          ['Grace Lund', 'Director', '12347'],
        ],
      )}`,
    })
    expect(names).toEqual(['person Ada Berg', 'person Karl Holm', 'person Grace Lund'])
    expect(factsOf('Grace Lund')).toMatchObject({ job_title: 'Director', telephone: '12347' })
  })

  it.each([
    ['are roles', ['Keeper', 'Winger', 'Winger'], { job_title: 'Winger' }],
    ['are no roles where they are ranks', ['1', '2', '3'], {}],
  ])('positions of players %s', (_what, positions, facts) => {
    const people = ['Ada Berg', 'Karl Holm', 'Grace Lund']
    const { factsOf } = read({
      body: `<h1>Players</h1>${table(
        ['Pos', 'Player', 'Goals'],
        people.map((name, at) => [positions[at] ?? '', name, `${7 - at}`]),
      )}`,
    })
    expect(factsOf('Karl Holm')).toEqual(facts)
  })

  it('titles of tasks are no events', () => {
    const { names } = read({
      body: `<h1>Bugs</h1>${table(
        ['ID', 'Title', 'Date'],
        [
          ['1', 'Crash on start', '3 May 2024'],
          ['2', 'Slow search', '4 May 2024'],
          ['3', 'Wrong sums', '5 May 2024'],
        ],
      )}`,
    })
    expect(names).toEqual([])
  })

  it('the company of a speaker does not organize the talk', () => {
    const { relations } = read({
      url: 'http://conf.example/programme',
      body: `<h1>Programme</h1>${table(
        ['Title', 'Speaker', 'Affiliation'],
        [
          ['Type systems', 'Grace Lund', 'Google'],
          ['Deep nets', 'Ada Berg', 'Oslo University'],
          ['Fast code', 'Karl Holm', 'Acme GmbH'],
        ],
      )}`,
    })
    expect(relations).toContain('Grace Lund works_for Google')
    expect(relations.filter((relation) => relation.includes('organizer_of'))).toEqual([])
  })

  it('a column with an unknown heading is related to nothing', () => {
    const { relations } = read({
      body: `<h1>Books</h1>${table(
        ['Author', 'Publisher'],
        [
          ['Jane Austen', 'Penguin Books Ltd'],
          ['Mary Shelley', 'Everyman Ltd'],
          ['Ada Berg', 'Acme GmbH'],
        ],
      )}`,
    })
    expect(relations).toEqual([])
  })

  it('rows below a cell that spans them keep their columns', () => {
    const { names } = read({
      url: 'http://conf.example/schedule',
      body: `<h1>Schedule</h1><table><tr><th>Time</th><th>Speaker</th><th>Title</th></tr>
        <tr><td rowspan="2">10:00</td><td>Ada Berg</td><td>Deep Nets</td></tr><tr><td>Karl Holm</td><td>Fast Code</td></tr>
        <tr><td rowspan="2">11:00</td><td>Grace Lund</td><td>Old Ropes</td></tr><tr><td>Nils Vik</td><td>Graph Theory</td></tr></table>`,
    })
    expect(names).toContain('event Fast Code')
    expect(names).toContain('person Nils Vik')
    expect(names).not.toContain('person Graph Theory')
  })

  it('a value in the place of a missing role is no role', () => {
    const item = (...lines: string[]) => `<li>${lines.map((line) => `<p>${line}</p>`).join('')}</li>`
    const { factsOf } = read({
      url: 'http://club.example/team/',
      body: `<h1>Team</h1><ul>${item('Ada Berg', 'Engineer', 'Berlin')}${item('Karl Holm', 'Director', 'Oslo')}${item('Grace Lund', 'Paris')}</ul>`,
    })
    expect(factsOf('Ada Berg')).toMatchObject({ job_title: 'Engineer' })
    expect(factsOf('Grace Lund')).not.toHaveProperty('job_title')
  })

  it('sentences about a speaker are no role as a whole, and name no employer of somebody else', () => {
    const card = (name: string, about: string) => `<div class="s"><h3>${name}</h3><p>${about}</p></div>`
    const { relations, factsOf } = read({
      url: 'http://conf.example/speakers',
      body: `<h1>Speakers</h1>${card('Ada Berg', 'Ada is a programmer at Google and runs a blog.')}
        ${card('Karl Holm', 'CTO of Acme GmbH. Lives in Hamburg with his wife, a lawyer at Linklaters LLP.')}
        ${card('Grace Lund', 'Grace worked on ropes. Together with Ada Berg she is the author of Ropes.')}`,
    })
    // The sentence itself says what she is.
    expect(factsOf('Ada Berg')).toMatchObject({ job_title: 'programmer' })
    for (const name of ['Karl Holm', 'Grace Lund']) expect(factsOf(name)).not.toHaveProperty('job_title')
    expect(relations).not.toContain('Karl Holm works_for Linklaters LLP')
    expect(relations).toContain('Karl Holm works_for Acme GmbH')
  })

  it('people who praise a company are no customers of it, and work where they say', () => {
    const praise = (...lines: string[]) => `<div>${lines.map((line) => `<p>${line}</p>`).join('')}</div>`
    const { names, relations, factsOf } = read({
      url: 'http://acme.example/customers',
      title: 'Customers | Acme Robotics',
      body: `<p>Acme Robotics</p><h1>Customers</h1>${praise('“It saved us weeks.”', 'Ina Falk, Head of Production, Meyer Werft GmbH')}
        ${praise('“Good robots.”', 'Rolf Adler, CTO, Nordbank AG')}${praise('“Fine.”', 'Eva Brenner, Director, Kaffee Brenner GmbH')}`,
    })
    expect(names).toContain('person Ina Falk')
    expect(names).toContain('object Meyer Werft GmbH')
    expect(names).not.toContain('object Head of Production')
    expect(relations).toContain('Ina Falk works_for Meyer Werft GmbH')
    expect(factsOf('Ina Falk')).toMatchObject({ job_title: 'Head of Production' })
    expect(relations.filter((relation) => relation.includes('customer_of'))).toEqual([])
  })

  it('goods with prices are no people, and people with prices are', () => {
    const listed = (...items: [string, string][]) =>
      read({
        body: `<h1>Shop</h1><ul>${items.map(([name, price]) => `<li><a href="/p/1">${name}</a><span>${price}</span></li>`).join('')}</ul>`,
      }).names
    expect(listed(['Clara Armchair', '€ 249'], ['Victoria Stool', 'ab 89,90 €'], ['Florence Sofa', '999 EUR'])).toEqual(
      [],
    )
    expect(listed(['Anna Miller', '€ 30'], ['Peter Jones', '€ 25'], ['Karl Schmidt', '€ 40'])).toContain(
      'person Anna Miller',
    )
  })

  it('members of a band do not belong to the site that writes about it', () => {
    const { relations } = read({
      url: 'http://wiki.example/wiki/Pink_Floyd',
      title: 'Pink Floyd - Music Wiki',
      body: `<p>Music Wiki</p><h1>Pink Floyd</h1><h2>Members</h2><ul><li>David Gilmour</li><li>Nick Mason</li><li>Richard Wright</li></ul>`,
    })
    expect(relations.filter((relation) => relation.includes('Music Wiki'))).toEqual([])
  })

  it('the agency in the foot of a site is not its owner', () => {
    const people = ['Ada Berg', 'Karl Holm', 'Grace Lund'].map((name) => `<li>${name}</li>`).join('')
    const { relations } = read({
      url: 'http://club.example/team/',
      title: 'Team | Harbour Club',
      body: `<h1>Team</h1><ul>${people}</ul><footer><p>Harbour Club</p><p>Pixelwerk GmbH</p></footer>`,
    })
    expect(relations).toContain('Ada Berg works_for Harbour Club')
    expect(relations.join()).not.toContain('Pixelwerk')
  })

  it('facts below the next heading are of somebody else', () => {
    const { factsOf } = read({
      url: 'http://family.example/people/ada-berg',
      title: 'Ada Berg',
      body: `<h1>Ada Berg</h1><p>Occupation: Botanist</p><h2>Husband</h2><p>Karl Holm</p><p>Born: 3 March 1790</p>`,
    })
    expect(factsOf('Ada Berg')).toMatchObject({ occupation: 'Botanist' })
    expect(factsOf('Ada Berg')).not.toHaveProperty('birth_date')
  })

  it('a picture is not quoted with the rows between', () => {
    const card = (level: string, name: string) =>
      `<div class="s"><p>${level}</p><a href="https://${level}.example"><img alt="${name} logo"></a></div>`
    const { claims } = read({
      url: 'http://conf.example/sponsors',
      title: 'Sponsors - ShipConf 2016',
      body: `<h1>Sponsors</h1>${card('gold', 'Acme Inc')}${card('silver', 'Globex GmbH')}${card('bronze', 'Initech Ltd')}<p>Something else.</p>`,
    })
    const sponsor = claims.find((claim) => claim.type === 'relationship' && claim.from.name === 'Acme Inc')
    expect(sponsor?.quote.text).toBe('Acme Inc')
  })
})

it.each([
  ['a title of dashes', `<li>${'-'.repeat(100_000)}x</li>`],
  ['a label of signs', `<li>${'#'.repeat(100_000)}x<br>b</li>`],
  ['a value of spaces', `<li><pre>Ada Berg${' '.repeat(100_000)}x<br>Role</pre></li>`],
  ['many lines and links', `<li>${'<a href="/p">q</a><br>'.repeat(2_000)}${'y<br>'.repeat(40_000)}</li>`],
])('%s costs no more than its length', (_, item) => {
  const items = Array.from(
    { length: 4 },
    (_, n) => `<li><a href="/talks/t${n}">Some talk about thing ${n}</a><br>b</li>`,
  )
  read({ url: 'http://conf.example/talks/', body: `<h1>Talks</h1><ul>${items.join('')}${item}</ul>` })
})
