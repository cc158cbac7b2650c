import type { Site } from '../../../server/test/support/web/local-site.ts'

// A made-up port and its yearly conference, on one host: people, organizations, places and events with dates and
// coordinates, some of them under two names.

export const people = [
  {
    name: 'Ingrid Sørensen',
    slug: 'ingrid-sorensen',
    role: 'Harbour master',
    born: '1961-04-12',
    org: 'Port of Rostvik',
  },
  {
    name: 'Tomasz Wieczorek',
    slug: 'tomasz-wieczorek',
    role: 'Chief pilot',
    born: '1974-09-30',
    org: 'Baltic Pilots Guild',
  },
  {
    name: 'Aino Virtanen',
    slug: 'aino-virtanen',
    role: 'Marine biologist',
    born: '1983-01-08',
    org: 'Rostvik Institute of the Sea',
  },
  {
    name: 'Jonas Petersen',
    slug: 'jonas-petersen',
    role: 'Shipbuilder',
    born: '1957-11-21',
    org: 'Petersen & Sons Shipyard',
  },
  {
    name: 'Karolina Nowak',
    slug: 'karolina-nowak',
    role: 'Historian',
    born: '1979-06-03',
    org: 'Museum of the Amber Road',
  },
  { name: 'Erik Lindqvist', slug: 'erik-lindqvist', role: 'Engineer', born: '1990-02-17', org: 'Port of Rostvik' },
  { name: 'Erik Lindquist', slug: 'erik-lindquist', role: 'Engineer', born: '', org: 'Port of Rostvik' },
  { name: 'Maarja Tamm', slug: 'maarja-tamm', role: 'Captain', born: '1986-07-25', org: 'Ferry Line Rostvik–Tallinn' },
]

const places = [
  { name: 'Rostock', lat: 54.09, lon: 12.14 },
  { name: 'Gdańsk', lat: 54.35, lon: 18.65 },
  { name: 'Tallinn', lat: 59.44, lon: 24.75 },
  { name: 'Turku', lat: 60.45, lon: 22.27 },
]

const events = [2019, 2021, 2022, 2023, 2024].map((year, at) => ({
  name: `Harbour Days ${year}`,
  slug: `harbour-days-${year}`,
  start: `${year}-05-${10 + at}`,
  end: `${year}-05-${12 + at}`,
  place: places[at % places.length] as (typeof places)[number],
  speakers: people.filter((_, index) => (index + at) % 3 === 0),
}))

const orgs = [...new Set(people.map(({ org }) => org))]
const slugOf = (name: string) => name.toLowerCase().replaceAll(/[^a-z]+/g, '-')

function page(title: string, body: string, data?: object): { body: string } {
  const script = data ? `<script type="application/ld+json">${JSON.stringify(data)}</script>` : ''
  return {
    body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>${script}</head>
<body><nav><a href="/">Start</a> <a href="/people">People</a> <a href="/events">Events</a> <a href="/partners">Partners</a></nav>
<main><h1>${title}</h1>${body}</main></body></html>`,
  }
}

function personPage(person: (typeof people)[number]): { body: string } {
  const { name, role, born, org } = person
  const told = events.filter(({ speakers }) => speakers.includes(person)).map(({ name: event }) => event)
  return page(
    name,
    `<p>${name} works for ${org} as ${role.toLowerCase()}, and knows the coast between Rostock and Tallinn like few others.</p>
<p>${told.length > 0 ? `${name} spoke at ${told.join(' and at ')}.` : 'There is more to tell, which is told elsewhere.'}</p>`,
    {
      '@context': 'https://schema.org',
      '@type': 'Person',
      name,
      jobTitle: role,
      ...(born && { birthDate: born }),
      worksFor: { '@type': 'Organization', name: org },
    },
  )
}

function eventPage({ name, start, end, place, speakers }: (typeof events)[number]): { body: string } {
  return page(
    name,
    `<p>${name} took place in ${place.name} from ${start} to ${end}. Everybody who works on the water was invited to come.</p>
<ul>${speakers.map((one) => `<li><a href="/people/${one.slug}">${one.name}</a>, ${one.org}</li>`).join('')}</ul>`,
    {
      '@context': 'https://schema.org',
      '@type': 'Event',
      name,
      startDate: start,
      endDate: end,
      location: {
        '@type': 'Place',
        name: place.name,
        geo: { '@type': 'GeoCoordinates', latitude: place.lat, longitude: place.lon },
      },
      organizer: { '@type': 'Organization', name: 'Port of Rostvik' },
      performer: speakers.map((one) => ({ '@type': 'Person', name: one.name })),
    },
  )
}

const pages = new Map<string, { body: string }>([
  [
    '/',
    page(
      'Port of Rostvik',
      '<p>The Port of Rostvik is run by its harbour master, Ingrid Sørensen. Every spring it invites to the Harbour Days.</p>',
      {
        '@context': 'https://schema.org',
        '@type': 'Organization',
        name: 'Port of Rostvik',
        foundingDate: '1893',
        address: { '@type': 'PostalAddress', addressLocality: 'Rostock', addressCountry: 'DE' },
      },
    ),
  ],
  [
    '/people',
    page(
      'People',
      `<ul>${people.map(({ name, slug }) => `<li><a href="/people/${slug}">${name}</a></li>`).join('')}</ul>`,
    ),
  ],
  [
    '/events',
    page(
      'Events',
      `<ul>${events.map(({ name, slug }) => `<li><a href="/events/${slug}">${name}</a></li>`).join('')}</ul>`,
    ),
  ],
  [
    '/partners',
    page(
      'Partners',
      `<ul>${orgs.map((name) => `<li><a href="/partners/${slugOf(name)}">${name}</a></li>`).join('')}</ul>`,
    ),
  ],
  ...people.map((one) => [`/people/${one.slug}`, personPage(one)] as [string, { body: string }]),
  ...events.map((one) => [`/events/${one.slug}`, eventPage(one)] as [string, { body: string }]),
  ...orgs.map((name): [string, { body: string }] => [
    `/partners/${slugOf(name)}`,
    page(name, `<p>${name} is a partner of the Port of Rostvik since the first Harbour Days were held.</p>`, {
      '@context': 'https://schema.org',
      '@type': 'Organization',
      name,
    }),
  ]),
])

export const harbourSite: Site = ({ path }) => pages.get(path)
