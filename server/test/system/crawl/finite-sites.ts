import { randomOf, Writer } from '../../support/random-text.ts'

// Honest sites that look like traps to a hasty crawler: their pages are alike, or lead from one to the next. They end,
// so they are read whole.

export interface FiniteSite {
  name: string
  /** The HTML of every page by its path; all of them can be reached from `/`. */
  pages: Map<string, string>
  /** The room for pages, where it is not twice its pages. */
  max_pages?: number
}

const range = (count: number) => Array.from({ length: count }, (_, index) => index)
const anchors = (hrefs: string[]) => hrefs.map((href) => `<li><a href="${href}">${href.slice(1)}</a></li>`).join('')
const page = (title: string, text: string, hrefs: string[]) =>
  `<!doctype html><title>${title}</title><main><h1>${title}</h1><p>${text}</p><ul>${anchors(hrefs)}</ul></main>`

function siteOf(name: string, entries: [path: string, html: string][]): FiniteSite {
  return { name, pages: new Map(entries) }
}

/** Records that differ in their numbers, all on one list. */
function records(count: number): FiniteSite {
  const paths = range(count).map((n) => `/record/${n}`)
  return siteOf(`${count} records on one list`, [
    ['/', page('Records', 'All records of the register of measurements.', paths)],
    ...paths.map((path, n): [string, string] => [
      path,
      page(`Record ${n}`, `This record has the number ${n} and the value ${(n * 7919) % 1000}.`, ['/']),
    ]),
  ])
}

/** Records on lists of twenty; a list leads to the next one, and a record to those before and after it. */
function paged(count: number): FiniteSite {
  const lists = Math.ceil(count / 20)
  const at = (list: number) => (list === 0 ? '/' : `/records?page=${list + 1}`)
  return siteOf(`${count} records on ${lists} lists`, [
    ...range(lists).map((list): [string, string] => {
      const shown = range(Math.min(20, count - 20 * list)).map((n) => `/records/measured-${20 * list + n}`)
      const next = list + 1 < lists ? [at(list + 1)] : []
      return [at(list), page('Records', `List ${list + 1} of the register.`, [...shown, ...next])]
    }),
    ...range(count).map((n): [string, string] => {
      const beside = [n - 1, n + 1].filter((other) => other >= 0 && other < count)
      const text = `This record has the number ${n} and the value ${(n * 7919) % 1000}.`
      const links = ['/', ...beside.map((other) => `/records/measured-${other}`)]
      return [`/records/measured-${n}`, page(`Record ${n}`, text, links)]
    }),
  ])
}

/** Reports of which each leads to the next. */
function chain(count: number): FiniteSite {
  return siteOf(`${count} reports, one after the other`, [
    ['/', page('Reports', 'The reports of the office, in order.', ['/report/1'])],
    ...range(count).map((index): [string, string] => {
      const n = index + 1
      const links = ['/', ...(n < count ? [`/report/${n + 1}`] : [])]
      return [`/report/${n}`, page(`Report ${n}`, `In week ${n} the office counted ${n * 37} visitors.`, links)]
    }),
  ])
}

const months = 'January February March April May June July August September October November December'.split(' ')

/** Months that lead to the ones before and after them, and each to its days. */
function calendar(count: number, days: number): FiniteSite {
  const path = (month: number) =>
    `/calendar/${2024 + Math.floor(month / 12)}/${String((month % 12) + 1).padStart(2, '0')}/`
  const name = (month: number) => `${months[month % 12]} ${2024 + Math.floor(month / 12)}`
  return siteOf(`a calendar of ${count} months with ${days} days`, [
    ['/', page('Club', 'The club meets on the first floor.', [path(Math.floor(count / 2))])],
    ...range(count).flatMap((month): [string, string][] => {
      const own = range(days).map((day) => `${path(month)}${String(day + 1).padStart(2, '0')}`)
      const beside = [month - 1, month + 1].filter((other) => other >= 0 && other < count).map(path)
      return [
        [path(month), page(name(month), `No events in ${name(month)}.`, ['/', ...beside, ...own])],
        ...own.map((at, day): [string, string] => [
          at,
          page(`${day + 1} ${name(month)}`, `There are no events on ${day + 1} ${name(month)}.`, [path(month)]),
        ]),
      ]
    }),
  ])
}

/** Countries and their parliaments, each page of one template; a country leads to its neighbours. */
function countries(count: number): FiniteSite {
  const writer = new Writer(randomOf(count))
  const names = range(count).map((n) => `${writer.word()}${n}`)
  const nth = (n: number) => names[(n + count) % count] as string
  return siteOf(`${count} countries and their parliaments`, [
    ['/', page('World', writer.paragraph(), [`/country/${names[0]}`, '/about'])],
    ['/about', page('About', writer.paragraph(), ['/', '/parliaments'])],
    [
      '/parliaments',
      page(
        'All parliaments',
        writer.paragraph(),
        names.map((name) => `/parliament/${name}`),
      ),
    ],
    ...names.flatMap((name, n): [string, string][] => [
      [
        `/country/${name}`,
        page(
          name,
          `${name} is a country with a capital, an area of ${n * 311} km² and a population of ${n * 70_001}. Its head of state is elected for ${(n % 4) + 3} years.`,
          ['/', `/country/${nth(n - 1)}`, `/country/${nth(n + 1)}`, `/country/${nth(7 * n)}`, `/parliament/${name}`],
        ),
      ],
      [
        `/parliament/${name}`,
        page(
          `Parliament of ${name}`,
          `The parliament of ${name} has ${40 + n} seats. It meets in the capital, and it is elected for ${(n % 4) + 3} years.`,
          ['/', `/country/${name}`],
        ),
      ],
    ]),
  ])
}

/** Articles on lists, and one page of one template for each author. */
function authors(articleCount: number, authorCount: number): FiniteSite {
  const writer = new Writer(randomOf(articleCount))
  const lists = Math.ceil(articleCount / 15)
  const article = (n: number) => `/articles/2024/${String((n % 12) + 1).padStart(2, '0')}/story-${n}`
  const author = (n: number) => `/author/${n % authorCount}-${nameOf(n % authorCount)}`
  const nameOf = (n: number) => `w${n.toString(36)}ter`
  return siteOf(`${articleCount} articles by ${authorCount} authors`, [
    ['/', page('Paper', writer.paragraph(), ['/articles/'])],
    ...range(lists).map((list): [string, string] => {
      const shown = range(Math.min(15, articleCount - 15 * list)).map((n) => article(15 * list + n))
      const next = list + 1 < lists ? [`/articles/page/${list + 2}`] : []
      return [list === 0 ? '/articles/' : `/articles/page/${list + 1}`, page('Articles', '', [...shown, ...next])]
    }),
    ...range(articleCount).map((n): [string, string] => [
      article(n),
      page(writer.title(), `${writer.paragraph()} ${writer.paragraph()}`, ['/', author(n)]),
    ]),
    ...range(authorCount).map((n): [string, string] => {
      const own = range(articleCount).filter((other) => other % authorCount === n)
      const text = `${nameOf(n)} writes for the paper. Contact the author by mail, or read the latest articles below.`
      return [author(n), page(nameOf(n), text, own.slice(0, 8).map(article))]
    }),
  ])
}

/** As an evaluation reads them. */
export const finiteSites = (): FiniteSite[] => [
  ...[records(2_000), paged(2_000), chain(25), calendar(24, 0), calendar(24, 28), countries(66)],
  ...[authors(300, 60)],
]

/** Small enough for a test. */
export const smallFiniteSites = (): FiniteSite[] => [
  ...[paged(150), chain(25), calendar(24, 0), calendar(24, 3), countries(30), authors(60, 20)],
]
