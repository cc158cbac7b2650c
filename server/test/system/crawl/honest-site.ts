import { type Random, randomOf, Writer } from '../../support/random-text.ts'

// A typical site, made from a seed: sections with paged lists, articles under dates, names and numbers, a shop whose
// categories are parameters, and an old part with nothing but parameters.

export interface HonestPage {
  title: string
  /** HTML of its main part. */
  main: string
}

export interface HonestSite {
  pages: Map<string, HonestPage>
  /** Paths of articles, for traps that vary them. */
  articles: string[]
  writer: Writer
  random: Random
  /** A whole document, with the frame that all pages of the site share. */
  render(page: HonestPage, extra?: string): string
}

/** A site of a few pages. */
export function makeSmallSite(seed: number): HonestSite {
  const site = makeHonestSite(seed)
  const kept = [
    '/',
    '/about',
    '/contact',
    '/history',
    '/archive',
    ...site.articles.filter((path) => path.includes('?')),
  ]
  const pages = new Map([...site.pages].filter(([path]) => kept.includes(path)))
  const render = (page: HonestPage, extra?: string) =>
    site.render(page, extra).replaceAll(/<li><a href="\/(?:news|guides|people|places|shop)[^<]*<\/a><\/li>/g, '')
  return { ...site, pages, articles: site.articles.filter((path) => pages.has(path)), render }
}

export function makeHonestSite(seed: number): HonestSite {
  const random = randomOf(seed)
  const writer = new Writer(random)
  const pages = new Map<string, HonestPage>()
  const articles: string[] = []
  const sections: string[] = []

  const article = (path: string, related: string[] = []) => {
    const title = writer.title()
    const paragraphs = Array.from({ length: random.between(2, 6) }, () => `<p>${writer.paragraph()}</p>`).join('\n')
    pages.set(path, { title, main: `<h1>${title}</h1>\n${paragraphs}${list(related, (href) => href)}` })
    articles.push(path)
    return path
  }
  /** Lists of ten items, as many pages as needed. */
  const listing = (path: string, next: (page: number) => string, items: string[]) => {
    const count = Math.max(1, Math.ceil(items.length / 10))
    for (let page = 1; page <= count; page++) {
      const shown = items.slice((page - 1) * 10, page * 10)
      const teasers = shown.map(
        (href) => `<li><a href="${href}">${pages.get(href)?.title}</a> ${writer.sentence()}</li>`,
      )
      const more = page < count ? `<p><a href="${next(page + 1)}">Next page</a></p>` : ''
      const title = `${path.replaceAll('/', ' ')} ${page === 1 ? '' : `page ${page}`}`
      pages.set(page === 1 ? path : next(page), { title, main: `<h1>${title}</h1><ul>${teasers.join('')}</ul>${more}` })
    }
  }
  const section = (name: string, count: number, address: (slug: string) => string, style: 'query' | 'path') => {
    const own: string[] = []
    for (let index = 0; index < count; index++) {
      const related = index > 2 && random.chance(0.4) ? [random.pick(own), random.pick(own)] : []
      own.push(article(address(`${writer.slug()}-${writer.word()}`), related))
    }
    const root = `/${name}/`
    sections.push(root)
    listing(root, (page) => (style === 'query' ? `${root}?page=${page}` : `${root}page/${page}`), own)
  }

  section(
    'news',
    random.between(25, 40),
    (slug) => `/news/${random.between(2019, 2025)}/0${random.between(1, 9)}/${slug}`,
    'query',
  )
  section('guides', random.between(15, 25), (slug) => `/guides/${slug}`, 'path')
  section('people', random.between(15, 25), (slug) => `/people/${slug}.html`, 'query')
  section('places', random.between(15, 25), (slug) => `/places/${writer.word()}/${slug}`, 'path')

  let product = random.between(100, 900)
  const categories = Array.from({ length: 6 }, () => writer.slug())
  for (const category of categories) {
    const own = Array.from({ length: random.between(4, 7) }, () => article(`/product/${product++}`))
    listing(`/shop?category=${category}`, (page) => `/shop?category=${category}&page=${page}`, own)
  }
  pages.set('/shop', {
    title: 'Shop',
    main: `<h1>Shop</h1>${list(
      categories.map((name) => `/shop?category=${name}`),
      (href) => href,
    )}`,
  })
  sections.push('/shop')

  const old = Array.from({ length: 18 }, (_, index) => `/index.php?id=${7 + 3 * index}`)
  for (const path of old) article(path)
  pages.set('/archive', {
    title: 'Archive',
    main: `<h1>Archive</h1>${list(old, (href) => pages.get(href)?.title ?? '')}`,
  })
  sections.push('/archive')

  for (const name of ['about', 'contact', 'history']) {
    article(`/${name}`)
    sections.push(`/${name}`)
  }
  pages.set('/', { title: 'Home', main: `<h1>${writer.title()}</h1><p>${writer.paragraph()}</p>` })

  const isSemantic = random.chance(0.5)
  const slogan = writer.sentence()
  const render = ({ title, main }: HonestPage, extra = '') => `<!doctype html>
<html lang="en"><head><title>${title}</title></head><body>
<div class="header"><p>${slogan}</p><ul class="menu">${sections.map((href) => `<li><a href="${href}">${href.replaceAll('/', '')}</a></li>`).join('')}</ul></div>
${isSemantic ? `<main>${main}</main>` : `<div id="content"><div>${main}</div></div>`}
${extra}
<div class="footer"><a href="/">Home</a> <p>All rights reserved by the people of ${slogan}</p></div>
</body></html>`
  return { pages, articles, writer, random, render }
}

function list(hrefs: string[], text: (href: string) => string): string {
  return `<ul>${hrefs.map((href) => `<li><a href="${href}">${text(href)}</a></li>`).join('')}</ul>`
}
