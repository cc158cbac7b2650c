import { describe, expect, it } from 'vitest'
import { read, row } from '../../../test/support/web/read-html.ts'

// Pages with records, read as the service reads them: what becomes of their rows, items and cards.

describe('a table', () => {
  const members = ['Ada Berg', 'Karl Holm', 'Grace Lund', 'Wqzyr Tlhingan', 'Nils Vik']

  it('of which most are surely people has people in all its rows', () => {
    const { names } = read({
      body: `<h1>List</h1><table>${members.map((name, n) => row(`m${n}`, name)).join('')}</table>`,
    })
    expect(names).toEqual(members.map((name) => `person ${name}`))
  })

  it('of which some are surely people has people in all its rows, where all are written like people', () => {
    const rare = ['Wqzyr Tlhingan', 'Xothu Mbqala', 'Zfryn Kvaldr', 'Qwuno Ptelk', 'Vlodz Grthm']
    const all = ['Ada Berg', ...rare, 'Karl Holm', 'Grace Lund', 'Nils Vik']
    const { names } = read({
      body: `<h1>List</h1><table>${all.map((name, n) => row(`m${n}`, name)).join('')}</table>`,
    })
    expect(names).toEqual(all.map((name) => `person ${name}`))
  })

  it('of members makes them members of whoever has the site', () => {
    const rows = members.map((name) => row(name, 'Acme GmbH')).join('')
    const { relations } = read({
      url: 'http://club.example/members/',
      title: 'Members | Harbour Club',
      body: `<h1>Members</h1><table><tr><th>Name</th><th>Company</th></tr>${rows}</table><footer>© 2024 Harbour Club</footer>`,
    })
    expect(relations).toContain('Karl Holm member_of Harbour Club')
    expect(relations).toContain('Wqzyr Tlhingan works_for Acme GmbH')
  })

  it('with a time beside a title beside a speaker is a programme', () => {
    const rows = [
      row('9:00', 'Breakfast', ''),
      row('10:00', '<a href="/talks/1">Ships that turn by themselves</a>', 'Ada Berg'),
      row('11:00', '<a href="/talks/2">The weight of water</a>', 'Karl Holm, Grace Lund'),
      row('12:00', '<a href="/talks/3">Ropes</a>', 'Nils Vik'),
    ]
    const { names, relations, factsOf } = read({
      url: 'http://conf.example/schedule/',
      title: 'Schedule - ShipConf 2016',
      body: `<h1>Schedule</h1><h2>Thursday, May 5, 2016</h2><table>${rows.join('')}</table>`,
    })
    expect(relations).toEqual(
      expect.arrayContaining([
        'Ada Berg speaker_at Ships that turn by themselves',
        'Grace Lund speaker_at The weight of water',
        'Ropes part_of ShipConf 2016',
      ]),
    )
    expect(names).not.toContain('event Breakfast')
    expect(factsOf('Ropes')).toMatchObject({ when: '2016-05-05', time: '12:00' })
  })

  it('with a column for each room joins nobody to the talks of other rooms', () => {
    const talk = (n: number, speaker: string) => `<a href="/talks/${n}">Lecture number ${n}</a><br>${speaker}`
    const rows = [
      row('10:00', talk(1, 'Ada Berg'), talk(2, 'Karl Holm')),
      row('11:00', talk(3, 'Grace Lund'), talk(4, 'Nils Vik')),
      row('12:00', talk(5, 'Rosa Strand'), talk(6, 'Otto Falk')),
    ]
    const { relations } = read({
      url: 'http://conf.example/schedule/',
      body: `<h1>Schedule</h1><table><tr><th>Time</th><th>Room A</th><th>Room B</th></tr>${rows.join('')}</table>`,
    })
    expect(relations.toSorted()).toEqual([
      'Ada Berg speaker_at Lecture number 1',
      'Grace Lund speaker_at Lecture number 3',
      'Karl Holm speaker_at Lecture number 2',
      'Nils Vik speaker_at Lecture number 4',
      'Otto Falk speaker_at Lecture number 6',
      'Rosa Strand speaker_at Lecture number 5',
    ])
  })

  it('with years and people is none', () => {
    const rows = [
      row('Andrew Mouat', '1858–1871', 'Transferred to the north'),
      row('John Clouston', '1871–1890', 'Kept a diary'),
      row('Magnus Isbister', '1890–1914', 'Rescued a crew'),
    ]
    const { names } = read({ body: `<h1>Keepers</h1><table>${rows.join('')}</table>` })
    expect(names.filter((name) => name.startsWith('event'))).toEqual([])
    expect(names).toContain('person John Clouston')
  })

  it('of letters names senders, recipients, places and days', () => {
    const letter = (from: string, to: string, place: string, day: string) =>
      row(`<a href="/l/${from}">${from} an ${to}, ${place}, ${day}</a>`, place)
    const { relations, factsOf } = read({
      language: 'de',
      body: `<h1>Verzeichnis</h1><table>${[
        letter('Johann Dittrich', 'Leo Thun', 'Pilsen', '5. September 1849'),
        letter('Franz Harrach', 'Leo Thun', 'Prag', '7. September 1853'),
        letter('Karl Koch', 'Franz Harrach', 'Wien', '9. Mai 1854'),
      ].join('')}</table>`,
    })
    const first = 'Johann Dittrich an Leo Thun, Pilsen, 5. September 1849'
    expect(relations).toEqual(
      expect.arrayContaining([
        `Johann Dittrich sender_of ${first}`,
        `Leo Thun recipient_of ${first}`,
        `${first} located_in Pilsen`,
      ]),
    )
    expect(factsOf(first)).toMatchObject({ when: '1849-09-05' })
  })

  it('of places takes coordinates and ids from its rows', () => {
    const place = (name: string, at: string, id: string) =>
      row(
        `<a href="/p/${id}">${name}</a>`,
        at,
        `<a href="https://www.geonames.org/${id}">https://www.geonames.org/${id}</a>`,
      )
    const { factsOf, names } = read({
      language: 'de',
      body: `<h1>Ortsregister</h1><table><tr><th>Ortsname</th><th>Lat/Lng</th><th>Normdaten</th></tr>${[
        place('Callao', '-12.05659 -77.11814', '3946083'),
        place('Bochnia', '49.96905 20.43028', '775758'),
        place('Szepetnek', '46.43373 16.90296', '3044529'),
      ].join('')}</table>`,
    })
    expect(names).toContain('location Szepetnek')
    expect(factsOf('Callao')).toMatchObject({ geonames: '3946083', where: { lat: -12.05659, lon: -77.11814 } })
  })

  it('of a register puts family names last', () => {
    const { names } = read({
      url: 'http://register.example/person/',
      body: `<h1>People</h1><table><tr><th>Name</th><th>Dates</th></tr>${[
        row('Abercairn, Robert', '1791–1858'),
        row('Thun-Hohenstein, Leo von', '1811–1888'),
        row('Quarrendon, Septimus', '1802–1877'),
      ].join('')}</table>`,
    })
    expect(names).toEqual(
      expect.arrayContaining([
        'person Robert Abercairn',
        'person Leo von Thun-Hohenstein',
        'person Septimus Quarrendon',
      ]),
    )
  })
})

it.each([
  'BBC News, Sarah Smith',
  'Stanford University, Andrew Ng',
  'Sincerely, Peter Jones',
  'Thanks, John',
  'Monday, April',
])('a row of a register is not turned where it is none: %s', (line) => {
  const rows = ['Helfert, Joseph Alexander', 'Exner, Franz', 'Littrow, Karl', 'Koch, Anna', line].map((name) =>
    row(name),
  )
  const { names } = read({
    url: 'http://register.example/person/',
    body: `<h1>People</h1><ul>${rows.map((one) => `<li>${one.replace(/<[^>]+>/g, '')}</li>`).join('')}</ul>`,
  })
  const [before, after] = line.split(', ')
  expect(names).toContain('person Karl Littrow')
  expect(names).not.toContain(`person ${after} ${before}`)
})

it('two people in one field are two', () => {
  const rows = ['John Smith, Mary Jones', 'Ada Berg and Karl Holm', 'Grace Lund'].map((people, n) =>
    row(`${n + 9}:00`, `<a href="/talks/${n}">Title number ${n}</a>`, people),
  )
  const { names } = read({
    url: 'http://conf.example/schedule',
    body: `<h1>Schedule</h1><table>${rows.join('')}</table>`,
  })
  for (const name of ['John Smith', 'Mary Jones', 'Ada Berg', 'Karl Holm']) expect(names).toContain(`person ${name}`)
})

it('reads who organizes the events of a table, people or organizations', () => {
  const { relations } = read({
    url: 'http://wiki.example/expeditions',
    body: `<h1>Expeditions</h1><table><tr><th>Event</th><th>Date</th><th>Organizer</th></tr>${[
      row('First Polar Winter', '1902', 'Ada Berg'),
      row('Second Polar Winter', '1906', 'Karl Holm'),
      row('Third Polar Winter', '1910', 'Grace Lund'),
    ].join('')}</table>`,
  })
  expect(relations).toContain('Karl Holm organizer_of Second Polar Winter')
})

describe('cards', () => {
  const card = (name: string, role: string, more = '') =>
    `<div class="card"><h5>${name}</h5><p>${role}</p>${more && `<p>${more}</p>`}</div>`

  it('give people their roles and organizations', () => {
    const { relations, factsOf } = read({
      url: 'http://conf.example/organizers',
      title: 'Organizers – ShipConf 2016',
      body: `<h1>Organizers</h1>${[
        card('Ada Berg', 'General Chair', 'Stanford University'),
        card('Karl Holm', 'Program Chair', 'University of Michigan'),
        card('Grace Lund', 'Local Chair', 'University of Oslo'),
      ].join('')}`,
    })
    expect(factsOf('Karl Holm')).toMatchObject({ job_title: 'Program Chair' })
    expect(relations).toContain('Grace Lund works_for University of Oslo')
    expect(relations).toContain('Ada Berg organizer_of ShipConf 2016')
  })

  it('split a role from the organization behind it', () => {
    const { relations, factsOf } = read({
      url: 'http://conf.example/speakers/',
      body: `<h1>Speakers</h1>${[
        card('Ada Berg', 'Software Engineer at Acme'),
        card('Karl Holm', 'Director at Nordic Rope Works'),
        card('Grace Lund', 'Professor at the University of Oslo'),
      ].join('')}`,
    })
    expect(factsOf('Ada Berg')).toMatchObject({ job_title: 'Software Engineer' })
    expect(relations).toEqual(
      expect.arrayContaining(['Ada Berg works_for Acme', 'Karl Holm works_for Nordic Rope Works']),
    )
  })

  it('of a layout are no records', () => {
    const { names } = read({
      url: 'http://club.example/sponsors.html',
      body: `<div><a href="/">Home</a> <a href="/club">The Club</a></div><div><h1>Sponsors</h1><p>We thank all of them.</p></div><div><p>Imprint</p></div>`,
    })
    expect(names).toEqual([])
  })
})

describe('logos', () => {
  const logo = (name: string) =>
    `<div class="l"><a href="https://${name.toLowerCase().replaceAll(' ', '-')}.example/"><img src="/x.png" alt="${name} logo"></a></div>`

  it('are sponsors where the heading says so, and quoted by the text that nobody sees', () => {
    const { relations, claims } = read({
      url: 'http://conf.example/sponsors.html',
      title: 'Sponsors - ShipConf 2016',
      body: `<h1>Our sponsors</h1><h2>Gold</h2>${['Apple', 'Megagon Labs', 'IBM'].map(logo).join('')}`,
    })
    expect(relations).toEqual(
      expect.arrayContaining(['Apple sponsor_of ShipConf 2016', 'Megagon Labs sponsor_of ShipConf 2016']),
    )
    const apple = claims.find((claim) => claim.type === 'entity' && claim.name === 'Apple')
    expect(apple?.quote.text).toBe('Apple')
  })

  it('of buttons name nothing', () => {
    const icons = ['slack icon', 'github icon', 'arrow'].map(
      (alt) => `<a href="https://${alt.replace(' ', '-')}.example/"><img src="/x.png" alt="${alt}"></a>`,
    )
    expect(read({ body: `<h1>Sponsors</h1><p>${icons.join('')}</p>` }).names).toEqual([])
  })
})

describe('the page itself', () => {
  it('is about its heading, and labels beside values are its facts', () => {
    const pair = (label: string, value: string) =>
      `<div class="r"><div class="l">${label}</div><div class="v">${value}</div></div>`
    const { relations, factsOf, claims } = read({
      url: 'http://register.example/person/p101.html',
      title: 'Abercairn, Robert – Register of Chart Makers',
      body: `<h1>Abercairn, Robert</h1>${[
        pair('Born', '3 March 1791, <a href="/place/perth.html">Perth</a>'),
        pair('Died', '19 November 1858, <a href="/place/falmouth.html">Falmouth</a>'),
        pair('Occupation', 'marine surveyor'),
        pair('Employer', '<a href="/institution/1.html">Northern Lights Chart Office</a>'),
        pair('Apprenticed to', '<a href="/person/p103.html">Ballantrae, Hugh</a>'),
        pair('GND', '<a href="https://d-nb.info/gnd/1137204516">1137204516</a>'),
      ].join('')}`,
    })
    expect(factsOf('Robert Abercairn')).toMatchObject({
      birth_date: '1791-03-03',
      death_date: '1858-11-19',
      occupation: 'marine surveyor',
      gnd: '1137204516',
    })
    expect(relations).toEqual(
      expect.arrayContaining([
        'Robert Abercairn born_in Perth',
        'Robert Abercairn died_in Falmouth',
        'Robert Abercairn works_for Northern Lights Chart Office',
        'Robert Abercairn apprenticed_to Hugh Ballantrae',
      ]),
    )
    const born = claims.find((claim) => claim.type === 'relationship' && claim.relation === 'born_in')
    expect(born?.quote.text).toBe('Born\n3 March 1791, Perth')
  })

  it('joins a speaker to the talks that the page links to', () => {
    const { relations } = read({
      url: 'http://conf.example/speakers/ada-berg/',
      title: 'Ada Berg - ShipConf 2016',
      body: `<main><h1>Ada Berg</h1><p>She builds ships that turn by themselves, and has done so for many years in many countries.</p>
        <p>Ada speaks about <a href="/talks/ropes/">Why ropes are not strings</a> this year, in the largest room of all.</p></main>`,
    })
    expect(relations).toContain('Ada Berg speaker_at Why ropes are not strings')
    expect(relations).toContain('Ada Berg speaker_at ShipConf 2016')
  })

  it('has its authors below the title of a paper', () => {
    const { relations } = read({
      url: 'http://conf.example/paper_demo.100.html',
      title: 'ShipConf 2016: What floats?',
      body: `<main><h2>What floats?</h2><h3>Ada Berg, Qiongxia Zhou, Karl Holm</h3><p>We describe what floats, and why it does so.</p></main>`,
    })
    expect(relations).toEqual(
      expect.arrayContaining(['Qiongxia Zhou author_of What floats?', 'What floats? part_of ShipConf 2016']),
    )
  })

  it('puts an organization where its address is', () => {
    const { relations } = read({
      language: 'de',
      url: 'http://verband.example/mitglieder/turmuhren.html',
      title: 'Turmuhren Öchsle | Turmuhrenverband',
      body: `<h1>Turmuhren Öchsle</h1><dl><dt>Anschrift</dt><dd>Wassertorstraße 3<br>88316 Isny im Allgäu</dd><dt>Gegründet</dt><dd>1919</dd></dl>
        <p>Verband der Turmuhrenbauer e. V. · Kaiserstraße 1</p>`,
    })
    expect(relations).toContain('Turmuhren Öchsle located_in Isny im Allgäu')
    expect(relations).toContain('Turmuhren Öchsle member_of Verband der Turmuhrenbauer e. V.')
  })
})

it('things in one list are not related by standing there', () => {
  const items = ['Ada Berg of Acme Inc.', 'Karl Holm of Nordic Ltd.', 'Grace Lund of Hobart plc'].map(
    (text) => `<li>${text}</li>`,
  )
  const { relations } = read({ body: `<h1>Guests</h1><ul>${items.join('')}</ul>` })
  expect(relations.filter((relation) => relation.includes('mentioned_with'))).toEqual([])
})
