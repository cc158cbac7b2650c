import { type Random, randomOf, Writer } from '../../support/random-text.ts'
import type { FiniteSite } from './finite-sites.ts'

// Honest sites that end, made from a seed: another seed gives other words, numbers, addresses and ways to link.

const range = (count: number) => Array.from({ length: count }, (_, index) => index)

interface Style {
  random: Random
  writer: Writer
  page(title: string, text: string, hrefs: string[]): string
}

/** What all pages of a site have in common. */
function styleOf(seed: number): Style {
  const random = randomOf(seed)
  const writer = new Writer(random)
  const name = writer.title()
  const hasFrame = random.chance(0.5)
  const holder = random.pick(['main', 'div', 'article'])
  const label = (href: string) => href.slice(1) || 'start'
  const frame = hasFrame ? `<header><a href="/">${name}</a><p>${writer.sentence()}</p></header>` : ''
  const end = hasFrame ? `<footer><p>${writer.sentence()}</p></footer>` : ''
  return {
    random,
    writer,
    page: (title, text, hrefs) => {
      const items = hrefs.map((href) => `<li><a href="${href}">${label(href)}</a></li>`).join('')
      return `<!doctype html><html><head><title>${title}</title></head><body>${frame}<${holder}><h1>${title}</h1><p>${text}</p><ul>${items}</ul></${holder}>${end}</body></html>`
    },
  }
}

/** Addresses of numbered pages, of one of several shapes. */
function addressing(random: Random, name: string): (n: number) => string {
  return random.pick<(n: number) => string>([
    (n) => `/${name}/${n}`,
    (n) => `/${name}/${name}-${n}`,
    (n) => `/${name}?id=${n}`,
    (n) => `/${name}/${n}.html`,
    (n) => `/${name}-${n}`,
  ])
}

/** Records on lists; a list leads to those before and after it, and so may a record. */
export function pagedBothWays(seed: number, count: number, perList: number): FiniteSite {
  const { random, writer, page } = styleOf(seed)
  const [things, places] = [writer.word(), range(40).map(() => writer.word())]
  const lists = Math.ceil(count / perList)
  const laterList = random.pick<(n: number) => string>([
    (n) => `/?page=${n}`,
    (n) => `/page/${n}`,
    (n) => `/${things}/page/${n}`,
    (n) => `/${things}-list?p=${n}`,
  ])
  const listAt = (list: number) => (list === 0 ? '/' : laterList(list + 1))
  const first = random.between(1, 5_000)
  const address = addressing(random, things)
  const recordAt = (n: number) => address(first + n)
  const isLinked = random.chance(0.5)
  const leadsToList = random.chance(0.5)
  const value = random.between(100, 20_000)
  const [unit, kept] = [writer.word(), writer.sentence()]
  const beside = (n: number, end: number) => [n - 1, n + 1].filter((other) => other >= 0 && other < end)
  const pages = new Map<string, string>()
  for (const list of range(lists)) {
    const shown = range(Math.min(perList, count - perList * list)).map((n) => recordAt(perList * list + n))
    const hrefs = [...shown, ...beside(list, lists).map(listAt)]
    pages.set(listAt(list), page(`${things}, part ${list + 1}`, `Part ${list + 1} of the ${things}.`, hrefs))
  }
  for (const n of range(count)) {
    const text = `The ${things} ${first + n} has ${random.between(1, value)} ${unit} and lies in ${random.pick(places)}. ${kept}`
    const neighbours = isLinked ? beside(n, count).map(recordAt) : []
    const list = leadsToList ? [listAt(Math.floor(n / perList))] : []
    pages.set(recordAt(n), page(`${things} ${first + n}`, text, [...list, ...neighbours]))
  }
  return { name: `${count} records on ${lists} lists that lead both ways`, pages }
}

/** Pages of one shape, each leading to as many more below it, down to a depth. */
export function tree(seed: number, branches: number, depth: number): FiniteSite {
  const { random, writer, page } = styleOf(seed)
  const things = writer.word()
  const isNested = random.chance(0.4)
  const address = addressing(random, things)
  const numbers = new Map<string, number>()
  const at = (path: number[]) => {
    if (path.length === 0) return '/'
    const name = path.join('/')
    const number = numbers.get(name) ?? numbers.size + 1
    numbers.set(name, number)
    return isNested ? `/${things}/${name}` : address(number)
  }
  const leadsUp = random.chance(0.5)
  const [below, none] = [writer.sentence(), writer.sentence()]
  const hasNames = random.chance(0.5)
  const pages = new Map<string, string>()
  const add = (path: number[]) => {
    const children = path.length < depth ? range(branches).map((n) => [...path, n]) : []
    const name = hasNames ? `${writer.word()} ${writer.word()}` : at(path)
    const up = leadsUp && path.length > 0 ? [at(path.slice(0, -1))] : []
    const text = `This is ${things} ${name}. ${children.length > 0 ? below : none}`
    pages.set(at(path), page(`${things} ${name}`, text, [...up, ...children.map(at)]))
    for (const child of children) add(child)
  }
  add([])
  return { name: `a tree of ${pages.size} pages, ${depth} deep`, pages }
}

const months = 'January February March April May June July August September October November December'.split(' ')

/** Months in a parameter, each leading to the ones before and after it. */
export function monthsInQuery(seed: number, count: number): FiniteSite {
  const { random, writer, page } = styleOf(seed)
  const from = 12 * random.between(1990, 2024) + random.between(0, 11)
  const [root, parameter] = [random.pick(['/', '/calendar', `/${writer.word()}/`]), random.pick(['month', 'm', 'when'])]
  const address = random.pick<(month: number) => string>([
    (month) => `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`,
    (month) => `${Math.floor(month / 12)}${String((month % 12) + 1).padStart(2, '0')}`,
    (month) => String(month - from + 1),
  ])
  const at = (n: number) => `${root}?${parameter}=${address(from + n)}`
  const name = (n: number) => `${months[(from + n) % 12]} ${Math.floor((from + n) / 12)}`
  const entrance = random.pick([0, count - 1, Math.floor(count / 2)])
  const nothing = writer.sentence()
  const pages = new Map([['/', page(writer.title(), writer.paragraph(), [at(entrance)])]])
  for (const n of range(count)) {
    const beside = [n - 1, n + 1].filter((other) => other >= 0 && other < count).map(at)
    pages.set(at(n), page(name(n), `No events in ${name(n)}. ${nothing}`, ['/', ...beside]))
  }
  return { name: `${count} months in a parameter`, pages }
}

/** The seed of all of them. */
const siteSeed = Number(process.env.SITE_SEED ?? 1)

/** As an evaluation reads them. */
export const seededSites = (seed = siteSeed): FiniteSite[] => [
  pagedBothWays(seed, 2_000, 20),
  pagedBothWays(seed + 1, 600, 10),
  { ...tree(seed, 6, 4), max_pages: 5_000 },
  tree(seed + 1, 2, 9),
  { ...monthsInQuery(seed, 36), max_pages: 100 },
  monthsInQuery(seed + 1, 60),
]

/** Small enough for a test. */
export const smallSeededSites = (seed = siteSeed): FiniteSite[] => [
  ...[pagedBothWays(seed, 280, 7), tree(seed, 3, 4), monthsInQuery(seed, 36)],
  // Its records lead from one to the next, farther than a crawl may go: the lists must not wait for the end of them.
  pagedBothWays(seed + 47, 220, 11),
]
