import { randomOf, seedOf, Writer } from '../../support/random-text.ts'
import type { HonestSite } from './honest-site.ts'

// Crawler traps. A trap adds links to the pages of an honest site, and answers endlessly many addresses.

export interface Trap {
  name: string
  /** HTML that the honest page at this path has in addition. */
  entry(path: string): string
  /** A main part, or a whole document that is used as it is; undefined when the address is not the trap's. */
  answer(url: URL): { title?: string; main: string; after?: string } | undefined
}

const link = (href: string, text = href, attributes = '') => `<a href="${href}"${attributes}>${text}</a>`
const links = (hrefs: string[]) => `<ul>${hrefs.map((href) => `<li>${link(href)}</li>`).join('')}</ul>`
const onHome = (html: string) => (path: string) => (path === '/' ? html : '')
const everywhere = (html: (path: string) => string) => html
const months = 'January February March April May June July August September October November December'.split(' ')
const weekdays = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')
const range = (count: number) => Array.from({ length: count }, (_, index) => index)

type MakeTrap = (site: HonestSite) => Trap

/** `/calendar/2026/05/` and `/calendar/2026/05/17`. */
const calendarInPath: MakeTrap = () => {
  const at = (year: number, month: number) => {
    const date = new Date(Date.UTC(year, month - 1, 1))
    return `/calendar/${date.getUTCFullYear()}/${String(date.getUTCMonth() + 1).padStart(2, '0')}/`
  }
  return {
    name: 'calendar in the path',
    entry: everywhere(() => `<p>${link('/calendar/2026/05/', 'Calendar')}</p>`),
    answer: ({ pathname }) => {
      const match = /^\/calendar\/(\d+)\/(\d+)\/(\d*)$/.exec(pathname)
      if (!match) return undefined
      const [year, month, day] = [Number(match[1]), Number(match[2]), match[3]]
      const name = `${months[month - 1]} ${year}`
      if (day) {
        const weekday = weekdays[new Date(Date.UTC(year, month - 1, Number(day))).getUTCDay()]
        return {
          main: `<h1>${weekday}, ${day} ${name}</h1><p>There are no events on ${weekday}, ${day} ${name}. Choose another day, or go back to the month.</p>${link(at(year, month), name)}`,
        }
      }
      const days = range(28).map(
        (index) => `<td>${link(`${pathname}${String(index + 1).padStart(2, '0')}`, String(index + 1))}</td>`,
      )
      return {
        main: `<h1>${name}</h1><p>${link(at(year, month - 1), 'previous month')} ${link(at(year, month + 1), 'next month')}</p>
<table><tr>${weekdays.map((weekday) => `<th>${weekday}</th>`).join('')}</tr><tr>${days.join('')}</tr></table><p>No events in ${name}.</p>`,
      }
    },
  }
}

const calendarInQuery: MakeTrap = () => {
  const at = (year: number, month: number) => {
    const date = new Date(Date.UTC(year, month - 1, 1))
    return `/events?year=${date.getUTCFullYear()}&month=${date.getUTCMonth() + 1}`
  }
  return {
    name: 'calendar in the query',
    entry: onHome(link('/events?year=2026&month=5', 'Events')),
    answer: ({ pathname, searchParams }) => {
      if (pathname !== '/events') return undefined
      const [year, month] = [Number(searchParams.get('year')), Number(searchParams.get('month'))]
      const name = `${months[month - 1]} ${year}`
      const day = searchParams.get('day')
      if (day)
        return {
          main: `<h1>${day} ${name}</h1><p>Nothing happens on the ${day}th of ${name}, as far as we know today.</p>`,
        }
      const days = range(28).map((index) => link(`${at(year, month)}&day=${index + 1}`, String(index + 1)))
      return {
        main: `<h1>Events in ${name}</h1><p>${link(at(year, month - 1), months[(month + 10) % 12])} ${link(at(year, month + 1), months[month % 12])} ${link(at(year + 1, month), String(year + 1))}</p>
<p>${days.join(' ')}</p><p>We have no events in ${months[month - 1]}. Please come back later for more about our programme.</p>`,
      }
    },
  }
}

/** Recommended articles of a page: always the same ones for all its addresses. */
function related(site: HonestSite, path: string): string[] {
  const random = randomOf(seedOf(path))
  const paths = site.articles.filter((one) => !one.includes('?'))
  return range(4).map(() => random.pick(paths))
}

const titled = (site: HonestSite, hrefs: { href: string; path: string }[]) =>
  `<ul>${hrefs.map(({ href, path }) => `<li>${link(href, site.pages.get(path)?.title)}</li>`).join('')}</ul>`

/** Every answer links to the site's own pages, each time with another token before their paths. */
const sessionInPath: MakeTrap = (site) => {
  const token = (seed: string) => `s${seedOf(seed).toString(36)}${seedOf(`${seed}!`).toString(36)}`
  const recommend = (address: string, path: string) =>
    titled(
      site,
      related(site, path).map((one) => ({ href: `/${token(address)}${one}`, path: one })),
    )
  return {
    name: 'session in the path',
    entry: (path) => recommend(path, path),
    answer: ({ pathname }) => {
      const rest = /^\/s[0-9a-z]{8,16}(\/.*)$/.exec(pathname)?.[1] ?? ''
      const page = site.pages.get(rest)
      return page && { title: page.title, main: page.main, after: recommend(pathname, rest) }
    },
  }
}

const sessionInQuery: MakeTrap = (site) => {
  const recommend = (address: string, path: string) =>
    titled(
      site,
      related(site, path).map((one) => ({ href: `${one}?visit=${seedOf(address + one).toString(36)}`, path: one })),
    )
  return {
    name: 'session in the query',
    entry: (path) => recommend(path, path),
    answer: ({ pathname, search, searchParams }) => {
      const page = site.pages.get(pathname)
      if (!page || !searchParams.has('visit')) return undefined
      return { title: page.title, main: page.main, after: recommend(pathname + search, pathname) }
    },
  }
}

/** A server that answers anything below a folder with the folder's page, whose links are relative. */
const relativeLoop: MakeTrap = ({ writer }) => {
  const text = `<h1>Handbook</h1><p>${writer.paragraph()}</p>`
  return {
    name: 'relative links',
    entry: onHome(link('/handbook/', 'Handbook')),
    answer: ({ pathname }) =>
      pathname.startsWith('/handbook/')
        ? { main: `${text}${links(['terms/', 'rules/', 'forms/terms/', './rules/notes/'])}` }
        : undefined,
  }
}

const endlessPages =
  (name: string, items: (page: number, site: HonestSite) => string): MakeTrap =>
  (site) => ({
    name,
    entry: onHome(link('/board?page=1', 'Board')),
    answer: ({ pathname, searchParams }) => {
      if (pathname !== '/board') return undefined
      const page = Number(searchParams.get('page'))
      const around = range(5).map((index) => `/board?page=${page + index + 1}`)
      return { title: `Board, page ${page}`, main: `<h1>Board</h1>${items(page, site)}${links(around)}` }
    },
  })

const emptyPagination = endlessPages(
  'pagination of nothing',
  (page) => `<p>There is nothing on page ${page}. Try the next one.</p>`,
)
const cyclicPagination = endlessPages('pagination that begins again', (page, { articles, pages }) => {
  const shown = range(10).map((index) => articles[(page * 10 + index) % 50] ?? '/')
  return `<ul>${shown.map((href) => `<li>${link(href, pages.get(href)?.title)}</li>`).join('')}</ul>`
})

/** Three filters and an order; every page links to each of them changed. */
const filters: MakeTrap = ({ random, writer }) => {
  const options: Record<string, string[]> = {
    color: range(6).map(() => writer.word()),
    size: ['s', 'm', 'l', 'xl', 'xxl'],
    brand: range(9).map(() => writer.word()),
    sort: ['price', 'name', 'date', 'rating'],
  }
  const goods = range(40).map(() => ({
    name: writer.title(),
    text: writer.sentence(),
    ...{
      color: random.pick(options.color ?? []),
      size: random.pick(options.size ?? []),
      brand: random.pick(options.brand ?? []),
    },
  }))
  return {
    name: 'filters',
    entry: onHome(link('/catalogue', 'Catalogue')),
    answer: ({ pathname, searchParams }) => {
      if (pathname !== '/catalogue') return undefined
      const chosen = Object.fromEntries(searchParams)
      const shown = goods
        .filter((item) =>
          (['color', 'size', 'brand'] as const).every((key) => !chosen[key] || chosen[key] === item[key]),
        )
        .toSorted((a, b) => (chosen.sort ? seedOf(chosen.sort + a.name) - seedOf(chosen.sort + b.name) : 0))
        .slice(0, 12)
      const changed = Object.entries(options).flatMap(([key, values]) =>
        values.map(
          (value) =>
            `/catalogue?${new URLSearchParams(random.chance(0.5) ? { ...chosen, [key]: value } : { [key]: value, ...chosen })}`,
        ),
      )
      const cards = shown.map(({ name, text }) => `<li><b>${name}</b> ${text}</li>`)
      return { main: `<h1>Catalogue</h1><p>${shown.length} results</p><ul>${cards.join('')}</ul>${links(changed)}` }
    },
  }
}

/** Random texts, on pages that only link to more of them. */
const maze =
  (name: string, root: string, address: (writer: Writer, seed: number) => string, attributes = ''): MakeTrap =>
  () => {
    const at = (path: string) => {
      const seed = seedOf(path)
      const writer = new Writer(randomOf(seed), 400)
      const hrefs = range(20).map((index) => `${root}${address(writer, seedOf(path + index))}`)
      return { seed, writer, hrefs }
    }
    return {
      name,
      entry: onHome(link(`${root}${address(new Writer(randomOf(1), 50), 1)}`, 'More', attributes)),
      answer: ({ pathname }) => {
        if (!pathname.startsWith(root) || pathname === root) return undefined
        const { writer, hrefs } = at(pathname)
        const anchors = hrefs.map((href) => link(href, writer.title(), attributes)).join(', ')
        return {
          title: writer.title(),
          main: `<h1>${writer.title()}</h1><p>${writer.paragraph()}</p><p>${writer.paragraph()}</p><p>${anchors}</p>`,
        }
      },
    }
  }

const numberMaze = maze('maze of numbers', '/lore/', (_writer, seed) => `${seed}`)
const wordMaze = maze('maze of words', '/tales/', (writer) => `${writer.word()}/${writer.slug()}`)
const nofollowMaze = maze('maze behind nofollow', '/trove/', (writer) => writer.slug(), ' rel="nofollow"')
const hiddenMaze = maze('maze behind hidden links', '/vault/', (writer) => writer.slug(), ' style="display:none"')

/** It also links back: to its entrance, to the page before, and to the site. */
const politeMaze: MakeTrap = (site) => {
  const inner = wordMaze(site)
  return {
    ...inner,
    name: 'maze that leads back',
    answer: (url) => {
      const page = inner.answer(url)
      const entrance = /href="([^"]+)/.exec(inner.entry('/'))?.[1] ?? '/'
      const parent = url.pathname.replace(/[^/]+$/, '')
      return (
        page && {
          ...page,
          main: page.main + links([entrance, parent === '/tales/' ? entrance : entrance, '/', '/about']),
        }
      )
    },
  }
}

/** Every missing page answers 200, and links to more missing pages. */
const softNotFound =
  (name: string, text: (path: string) => string): MakeTrap =>
  (site) => ({
    name,
    entry: (path) => links([`/${new Writer(randomOf(seedOf(path)), 9).slug()}`]),
    answer: ({ pathname, search }) => {
      if (site.pages.has(pathname + search) || pathname === '/robots.txt') return undefined
      const writer = new Writer(randomOf(seedOf(pathname)), 50)
      const more = range(10).map((index) => (index % 2 ? `/${writer.slug()}` : `/${writer.word()}/${writer.slug()}`))
      return {
        title: text(pathname).slice(0, 40),
        main: `<h1>${text(pathname)}</h1><p>Perhaps you were looking for one of these:</p>${links(more)}`,
      }
    },
  })

const saidNotFound = softNotFound('soft 404', () => 'Page not found')
const unsaidNotFound = softNotFound(
  'soft 404 that does not say so',
  (path) => `Welcome to our site! We have a lot to offer about ${path}`,
)

const subpaths: MakeTrap = () => ({
  name: 'subpaths',
  entry: onHome(link('/tree/1/', 'Tree')),
  answer: ({ pathname }) => {
    if (!pathname.startsWith('/tree/')) return undefined
    return {
      main: `<h1>Node ${pathname}</h1><p>This node of the tree has the following nodes below it.</p>${links(range(4).map((index) => `${pathname}${index}/`))}`,
    }
  },
})

/** Every page says the same few sentences, and leads to five that nobody knows. */
const nothingNew: MakeTrap = ({ writer }) => {
  const text = `${writer.paragraph()} ${writer.paragraph()}`
  return {
    name: 'pages that say nothing new',
    entry: onHome(link('/more/start', 'More')),
    answer: ({ pathname }) => {
      if (!pathname.startsWith('/more/')) return undefined
      const inner = new Writer(randomOf(seedOf(pathname)), 400)
      return {
        main: `<h1>More</h1><p>${text}</p>${links(range(5).map(() => `/more/${inner.slug()}-${inner.word()}`))}`,
      }
    },
  }
}

/** Months that lead to the next and the one before, and say that there is nothing. */
const emptyMonths: MakeTrap = () => ({
  name: 'calendar of months',
  entry: onHome(link('/calendar/2026/5', 'Calendar')),
  answer: ({ pathname }) => {
    const [, year, month] = /^\/calendar\/(\d+)\/(\d+)$/.exec(pathname)?.map(Number) ?? []
    if (year === undefined || month === undefined) return undefined
    const at = (step: number) => {
      const date = new Date(Date.UTC(year, month - 1 + step, 1))
      return `/calendar/${date.getUTCFullYear()}/${date.getUTCMonth() + 1}`
    }
    const name = `${months[month - 1]} ${year}`
    return {
      title: name,
      main: `<h1>${name}</h1><p>No events.</p><p>${link(at(-1), 'Previous')} ${link(at(1), 'Next')}</p>`,
    }
  },
})

const tagCloud: MakeTrap = (site) => ({
  name: 'tag cloud',
  entry: everywhere((path) => links([`/tag/${new Writer(randomOf(seedOf(path)), 9).word()}`])),
  answer: ({ pathname }) => {
    if (!pathname.startsWith('/tag/')) return undefined
    const random = randomOf(seedOf(pathname))
    const writer = new Writer(random, 40)
    const shown = range(6).map(() => random.pick(site.articles))
    const list = shown.map((href) => `<li>${link(href, site.pages.get(href)?.title)}</li>`).join('')
    return {
      title: `Tagged ${pathname.slice(5)}`,
      main: `<h1>Tagged ${pathname.slice(5)}</h1><ul>${list}</ul>${links(range(15).map(() => `/tag/${writer.word()}`))}`,
    }
  },
})

/** The same article for printing, for sharing, and once for every comment that could be answered. */
const variants: MakeTrap = (site) => ({
  name: 'variants of articles',
  entry: (path) => {
    if (!site.articles.includes(path) || path.includes('?')) return ''
    return links([
      `${path}?print=1`,
      `${path}?share=mail`,
      `${path}?share=friend`,
      ...range(6).map((index) => `${path}?replytocom=${seedOf(path + index) % 100_000}`),
    ])
  },
  answer: ({ pathname, searchParams }) => {
    const page = site.pages.get(pathname)
    if (!page || !['print', 'share', 'replytocom'].some((name) => searchParams.has(name))) return undefined
    const head = searchParams.has('share')
      ? '<p>Tell a friend about this page.</p>'
      : searchParams.has('print')
        ? '<p>Print view</p>'
        : ''
    const more = searchParams.has('replytocom')
      ? links(range(6).map((index) => `${pathname}?replytocom=${seedOf(pathname + searchParams + index) % 100_000}`))
      : ''
    return { title: page.title, main: head + page.main + more }
  },
})

export const makeTraps: MakeTrap[] = [
  ...[calendarInPath, calendarInQuery, sessionInPath, sessionInQuery, relativeLoop, emptyPagination, cyclicPagination],
  ...[filters, numberMaze, wordMaze, politeMaze, nofollowMaze, hiddenMaze, saidNotFound, unsaidNotFound, subpaths],
  ...[tagCloud, variants, nothingNew, emptyMonths],
]

/** One of each kind. */
export const makeTrapOfEachKind: MakeTrap[] = [
  ...[calendarInPath, sessionInQuery, relativeLoop, emptyPagination, filters, wordMaze, unsaidNotFound],
]

/** On a site with little else, nothing hides how endless they are. */
export const makeTrapsOfSmallSites: MakeTrap[] = [
  calendarInPath,
  emptyMonths,
  calendarInQuery,
  emptyPagination,
  nothingNew,
]

/** Some of the remaining ones. */
export const makeOtherTraps: MakeTrap[] = [sessionInPath, politeMaze, tagCloud]
