import { each, type GoldRelation, htmlOf, type OwnSite, ownSite, slugOf } from './own-site.ts'
import { institutions, letters, people, places, surveys } from './register-data.ts'

// An English register: a page for each person, place, institution, survey and letter, in one template of labels and
// values each, with numbers of authority files, coordinates, and names turned around in the lists.

const host = 'chartmakers.register.example'
const siteName = 'Register of Chart Makers'
type Person = (typeof people)[number]

const fullName = ({ given, family }: Person) => `${given} ${family}`
const listName = ({ given, family }: Person) => `${family}, ${given}`
const personPath = (person: Person) => `/person/p${String(101 + people.indexOf(person))}.html`
const placePath = (name: string) => `/place/${slugOf(name)}.html`
const institutionPath = (name: string) => `/institution/${institutions.findIndex((one) => one.name === name) + 1}.html`
const surveyPath = (at: number) => `/survey/${at + 1}.html`
const letterPath = (at: number) => `/letter/L${String(at + 1).padStart(3, '0')}.html`
const personOf = (name: string) => people.find((person) => listName(person) === name) as Person

/** The numbers are nobody's: they are made from the place in the list, with the right last digit. */
const digits = (person: Person) => 137_204_51 + people.indexOf(person) * 733
function gndOf(person: Person): string {
  const body = `1${digits(person)}`
  const sum = [...body].reduce((total, digit, at) => total + Number(digit) * (body.length + 1 - at), 0)
  const check = (11 - (sum % 11)) % 11
  return body + (check === 10 ? 'X' : check)
}
const viafOf = (person: Person) => String(3_049_000_00 + digits(person))
const wikidataOf = (person: Person) => `Q${990_000_000 + digits(person)}`

const link = (href: string, text: string) => `<a href="${href}">${htmlOf(text)}</a>`
const placeLink = (name: string) => (name === '' ? '' : link(placePath(name), name))

function layout(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${htmlOf(title)} – ${siteName}, 1780–1920</title>
<meta name="viewport" content="width=device-width"></head><body>
<header><a href="/">${siteName}</a><nav><a href="/person/">People</a> <a href="/place/">Places</a> <a href="/institution/">Institutions</a>
<a href="/survey/">Surveys</a> <a href="/letter/">Letters</a> <a href="/about.html">About</a></nav><form action="/search"><input name="q"><button>Search</button></form></header>
<main>${body}</main>
<footer><p>Edited by Philippa Wainfleet and Kofi Mensah-Bonsu. Data CC BY 4.0. How to cite this register: <a href="/about.html#cite">see here</a>.</p>
<p>Hosted by the Perthshire Antiquarian Library.</p></footer></body></html>`
}

function personPage(person: Person): string {
  const row = (label: string, value: string) =>
    value === '' ? '' : `<div class="r"><div class="l">${label}</div><div class="v">${value}</div></div>`
  const place = (name: string) => (name === '' ? '' : `, ${placeLink(name)}`)
  const written = letters.flatMap((letter, at) =>
    [letter.from, letter.to].includes(listName(person)) ? [link(letterPath(at), `Letter of ${letter.day}`)] : [],
  )
  return layout(
    listName(person),
    `<div class="crumbs">${link('/person/', 'People')} / ${person.family[0]}</div><h1>${listName(person)}</h1>
${row('Other forms', person.also)}${row('Born', person.born + place(person.bornIn))}${row('Died', person.died + place(person.diedIn))}
${row('Occupation', person.occupation)}
${row('Employer', person.employer === '' ? '' : link(institutionPath(person.employer), person.employer))}
${row('Apprenticed to', person.master === '' ? '' : link(personPath(personOf(person.master)), person.master))}
${row('GND', link(`https://d-nb.info/gnd/${gndOf(person)}`, gndOf(person)))}
${row('VIAF', link(`https://viaf.org/viaf/${viafOf(person)}`, viafOf(person)))}
${people.indexOf(person) % 2 === 0 ? row('Wikidata', link(`https://www.wikidata.org/wiki/${wikidataOf(person)}`, wikidataOf(person))) : ''}
${row('Letters', written.join('; '))}
<p class="cite">Cite as: ‘${listName(person)}’, <i>${siteName}</i>, entry ${101 + people.indexOf(person)}.</p>`,
  )
}

/** Degrees and minutes on every third page. */
function coordinates(lat: string, lon: string, at: number): string {
  if (at % 3 !== 2) return `${lat}, ${lon}`
  const sexagesimal = (value: string, [plus, minus]: [string, string]) => {
    const size = Math.abs(Number(value))
    return `${Math.floor(size)}°${Math.round((size % 1) * 60)}′${Number(value) < 0 ? minus : plus}`
  }
  return `${sexagesimal(lat, ['N', 'S'])} ${sexagesimal(lon, ['E', 'W'])}`
}

function placePage({ name, area, lat, lon, geonames }: (typeof places)[number], at: number): string {
  const born = people.filter((person) => person.bornIn === name)
  const died = people.filter((person) => person.diedIn === name)
  const list = (heading: string, found: Person[]) =>
    found.length === 0
      ? ''
      : `<h2>${heading}</h2><ul>${each(found, (person) => `<li>${link(personPath(person), listName(person))}</li>`)}</ul>`
  return layout(
    name,
    `<div class="crumbs">${link('/place/', 'Places')}</div><h1>${name}</h1><table>
<tr><th>Area</th><td>${area}</td></tr><tr><th>Coordinates</th><td>${coordinates(lat, lon, at)}</td></tr>
<tr><th>GeoNames</th><td>${link(`https://www.geonames.org/${geonames}`, `https://www.geonames.org/${geonames}`)}</td></tr></table>
${list('Born here', born)}${list('Died here', died)}`,
  )
}

function institutionPage({ name, founded, closed, seat, kind }: (typeof institutions)[number]): string {
  const staff = people.filter(({ employer }) => employer === name)
  return layout(
    name,
    `<div class="crumbs">${link('/institution/', 'Institutions')}</div><h1>${htmlOf(name)}</h1>
<dl><dt>Kind</dt><dd>${kind}</dd><dt>Founded</dt><dd>${founded}</dd>${closed === '' ? '' : `<dt>Dissolved</dt><dd>${closed}</dd>`}<dt>Seat</dt><dd>${placeLink(seat)}</dd></dl>
<h2>People</h2><table><tbody>${each(staff, (person) => `<tr><td>${link(personPath(person), listName(person))}</td><td>${person.occupation}</td></tr>`)}</tbody></table>`,
  )
}

function surveyPage({ title, from, to, leader, place, ship }: (typeof surveys)[number]): string {
  const person = personOf(leader)
  return layout(
    title,
    `<h1>${title}</h1><p>${from} – ${to}</p><ul><li>Led by: ${link(personPath(person), fullName(person))}</li><li>Place: ${placeLink(place)}</li>${ship === '' ? '' : `<li>Ship: <i>${ship}</i></li>`}</ul>`,
  )
}

function letterPage({ from, to, day, place, text }: (typeof letters)[number], at: number): string {
  const [sender, recipient] = [personOf(from), personOf(to)]
  return layout(
    `${fullName(sender)} to ${fullName(recipient)}, ${day}`,
    `<h1>${fullName(sender)} to ${fullName(recipient)}</h1><table><tr><td>Sender</td><td>${link(personPath(sender), from)}</td></tr><tr><td>Recipient</td><td>${link(personPath(recipient), to)}</td></tr>
<tr><td>Date</td><td>${day}</td></tr><tr><td>Place</td><td>${placeLink(place)}</td></tr><tr><td>Archive</td><td>MS ${440 + at * 3}, fol. ${at + 2}r</td></tr></table>
<blockquote>${htmlOf(text)}</blockquote><p><a href="/letter/">All letters</a></p>`,
  )
}

function makePages(): Map<string, string> {
  const pages = new Map<string, string>()
  pages.set(
    '/',
    layout(
      'Home',
      `<h1>${siteName}</h1><p>${people.length} people who sounded, drew, engraved and sold sea charts, with the places they worked in and the letters they wrote.</p>
<p>New this month: ${link(personPath(people[18] as Person), fullName(people[18] as Person))}.</p>`,
    ),
  )
  pages.set(
    '/about.html',
    layout(
      'About',
      `<h1>About</h1><p>The register was begun in 1987 by Philippa Wainfleet on index cards, and moved to the web by Kofi Mensah-Bonsu in 2009.</p>
<h2 id="cite">How to cite</h2><p>Please give the number of the entry. Spelling follows the sources.</p>`,
    ),
  )
  pages.set(
    '/person/',
    layout(
      'People',
      `<h1>People</h1><table><thead><tr><th>Name</th><th>Dates</th><th>Occupation</th></tr></thead><tbody>${each(
        people,
        (person) =>
          `<tr><td>${link(personPath(person), listName(person))}</td><td>${person.born.slice(-4)}–${person.died.slice(-4)}</td><td>${person.occupation}</td></tr>`,
      )}</tbody></table>`,
    ),
  )
  for (const person of people) pages.set(personPath(person), personPage(person))
  pages.set(
    '/place/',
    layout(
      'Places',
      `<h1>Places</h1><ul>${each(places, ({ name, area }) => `<li>${placeLink(name)} (${area})</li>`)}</ul>`,
    ),
  )
  for (const [at, place] of places.entries()) pages.set(placePath(place.name), placePage(place, at))
  const institution = ({ name, seat, founded }: (typeof institutions)[number]) =>
    `<div>${link(institutionPath(name), name)}<br>${seat}, founded ${founded}</div>`
  pages.set('/institution/', layout('Institutions', `<h1>Institutions</h1>${each(institutions, institution)}`))
  for (const one of institutions) pages.set(institutionPath(one.name), institutionPage(one))
  const survey = ({ title, from, to }: (typeof surveys)[number], at: number) =>
    `<p>${link(surveyPath(at), title)}, ${from}–${to}</p>`
  pages.set('/survey/', layout('Surveys', `<h1>Surveys and exhibitions</h1>${each(surveys, survey)}`))
  for (const [at, one] of surveys.entries()) pages.set(surveyPath(at), surveyPage(one))
  const letter = ({ from, to, day }: (typeof letters)[number], at: number) =>
    `<tr><td>${link(letterPath(at), day)}</td><td>${from}</td><td>${to}</td></tr>`
  pages.set(
    '/letter/',
    layout(
      'Letters',
      `<h1>Letters</h1><table><tr><th>Date</th><th>From</th><th>To</th></tr>${each(letters, letter)}</table>`,
    ),
  )
  for (const [at, one] of letters.entries()) pages.set(letterPath(at), letterPage(one, at))
  return pages
}

function makeRelations(): GoldRelation[] {
  return [
    ...people.flatMap((person) => {
      const [subject, page] = [fullName(person), personPath(person)]
      const told: [string, string][] = [
        ['born in', person.bornIn],
        ['died in', person.diedIn],
        ['works for', person.employer],
        ['apprenticed to', person.master === '' ? '' : fullName(personOf(person.master))],
      ]
      return told.flatMap(([relation, object]) => (object === '' ? [] : [{ subject, relation, object, page }]))
    }),
    ...institutions.map(({ name, seat }) => ({
      subject: name,
      relation: 'located in',
      object: seat,
      page: institutionPath(name),
    })),
    ...surveys.flatMap(({ title, leader, place }, at) => [
      { subject: fullName(personOf(leader)), relation: 'leads', object: title, page: surveyPath(at) },
      { subject: title, relation: 'takes place in', object: place, page: surveyPath(at) },
    ]),
    ...letters.map(({ from, to }, at) => ({
      subject: fullName(personOf(from)),
      relation: 'wrote to',
      object: fullName(personOf(to)),
      page: letterPath(at),
    })),
  ]
}

export function registerSite(): OwnSite {
  return ownSite(host, makePages(), {
    persons: [
      ...people.map((person) => ({ name: fullName(person), page: personPath(person) })),
      { name: 'Philippa Wainfleet', page: '/about.html' },
      { name: 'Kofi Mensah-Bonsu', page: '/about.html' },
    ],
    organizations: institutions.map(({ name }) => ({ name, page: institutionPath(name) })),
    locations: places.map(({ name, lat, lon }) => ({ name, page: placePath(name), geo: `${lat} ${lon}` })),
    events: surveys.map(({ title }, at) => ({ name: title, page: surveyPath(at) })),
    relations: makeRelations(),
  })
}
