import { describe, expect, it } from 'vitest'
import { compileTerms } from '../../gate/text/find-terms.ts'
import { traitsOf } from './link-traits.ts'
import { type RankedLink, rankLinks, type SeenPage } from './rank-links.ts'

const site = 'https://example.org'
const nothing: Parameters<typeof rankLinks>[2] = { terms: [], scarce_kinds: [] }
const link = (path: string, text = '') => ({ url: `${site}${path}`, text })
const page = (path: string, people: number, more: Partial<SeenPage> = {}): SeenPage => ({
  ...{ ...link(path), status: 'extracted', entities: people === 0 ? {} : { person: people } },
  ...more,
})
const dead = (path: string) => page(path, 0, { status: 'failed' })
const several = <One>(count: number, make: (at: number) => One) => Array.from({ length: count }, (_, at) => make(at))
const paths = (ranked: RankedLink[]) => ranked.map(({ url }) => url.slice(site.length))
const firstPaths = async (...input: Parameters<typeof rankLinks>) => paths(await rankLinks(...input))
const reasonsOf = async (...input: Parameters<typeof rankLinks>) =>
  Object.fromEntries((await rankLinks(...input)).map(({ url, reason }) => [url.slice(site.length), reason]))

/** Places of a ranking that go to the best, not to what is unknown or was found first. */
const bestPlaces = (ranked: string[]) => ranked.filter((_, at) => at % 2 === 0)

describe('links that wait', () => {
  it('come in the order of what pages of their shape gave', async () => {
    const seen = several(4, (at) => [
      page(`/papers/paper-${at}.html`, 20),
      page(`/sponsors/sponsor-${at}.html`, 1),
    ]).flat()
    const waiting = several(6, (at) => [
      link(`/sponsors/sponsor-${at + 10}.html`),
      link(`/papers/paper-${at + 10}.html`),
    ]).flat()
    const ranked = await rankLinks(seen, waiting, nothing)
    expect(bestPlaces(paths(ranked)).slice(0, 3)).toEqual([
      '/papers/paper-10.html',
      '/papers/paper-12.html',
      '/papers/paper-13.html',
    ])
    const worth = new Map(ranked.map((one) => [one.url, one.worth]))
    expect(worth.get(`${site}/papers/paper-10.html`)).toBeGreaterThan(10)
    expect(worth.get(`${site}/sponsors/sponsor-10.html`)).toBeLessThan(5)
  })

  it('of one folder are told apart by the word that several of them begin with', async () => {
    const seen = several(4, (at) => [page(`/paper_${at}.html`, 20), page(`/sponsor_${at}.html`, 1)]).flat()
    const waiting = [link('/sponsor_8.html'), link('/sponsor_9.html'), link('/paper_8.html'), link('/paper_9.html')]
    expect((await firstPaths(seen, waiting, nothing))[0]).toBe('/paper_8.html')
    expect((await reasonsOf(seen, waiting, nothing))['/paper_8.html']).toBe(
      'pages like it (/paper*.html) named 20 new entities on average',
    )
  })

  it('that differ from a rich page in a number are expected to be rich', async () => {
    const seen = [page('/2013/speakers.html', 30), page('/2013/venue.html', 0), page('/2013/contact.html', 0)]
    const waiting = [link('/2014/contact.html'), link('/2014/venue.html'), link('/2014/speakers.html')]
    expect((await firstPaths(seen, waiting, nothing))[0]).toBe('/2014/speakers.html')
  })

  it('are told apart by their words', async () => {
    const seen = [
      page('/a/17', 12, { text: 'Portrait of a painter' }),
      page('/a/52', 15, { text: 'Portrait of a mayor' }),
      page('/a/33', 0, { text: 'Opening hours' }),
      page('/a/48', 0, { text: 'Opening hours in summer' }),
    ]
    const waiting = [link('/a/70', 'Opening hours in winter'), link('/a/71', 'Portrait of a singer')]
    expect((await firstPaths(seen, waiting, nothing))[0]).toBe('/a/71')
  })

  it('come last when pages like them were dead', async () => {
    const seen = [...several(4, (at) => dead(`/tags/${at}`)), ...several(4, (at) => page(`/posts/${at}`, 0))]
    const waiting = [...several(8, (at) => link(`/tags/${at + 10}`)), ...several(8, (at) => link(`/posts/${at + 10}`))]
    const ranked = await firstPaths(seen, waiting, nothing)
    // Of the first eight, two are those that were found first.
    expect(ranked.slice(0, 8).filter((path) => path.startsWith('/tags/'))).toEqual(['/tags/10', '/tags/11'])
    expect(await reasonsOf(seen, [link('/tags/10')], nothing)).toEqual({
      '/tags/10': 'pages like it (/tags/#) could not be read',
    })
  })

  it('of a shape that nobody has looked at get a place, whatever is known of others', async () => {
    const seen = several(6, (at) => page(`/people/person-${at}`, 20))
    const waiting = [...several(20, (at) => link(`/people/person-${at + 10}`)), link('/archive/1950')]
    expect((await firstPaths(seen, waiting, nothing)).slice(0, 4)).toContain('/archive/1950')
    expect((await reasonsOf(seen, waiting, nothing))['/archive/1950']).toBe('first look at addresses like /archive/#')
  })

  it('of a shape that was seen once do not take all places at once', async () => {
    const seen = [page('/list/a', 40), ...several(4, (at) => page(`/news/${at}`, 5))]
    const waiting = [...several(20, (at) => link(`/list/b${at}`)), ...several(20, (at) => link(`/news/${at + 10}`))]
    const best = (await firstPaths(seen, waiting, nothing)).slice(0, 8)
    expect(best.filter((path) => path.startsWith('/news/')).length).toBeGreaterThan(1)
  })

  it('that were found first have a part of the places', async () => {
    const seen = [...several(6, (at) => page(`/people/${at}`, 20)), ...several(6, (at) => page(`/chapters/${at}`, 0))]
    const waiting = [
      ...several(10, (at) => link(`/chapters/${at + 10}`)),
      ...several(10, (at) => link(`/people/${at + 10}`)),
    ]
    const ranked = await rankLinks(seen, waiting, nothing)
    expect(
      paths(ranked)
        .slice(0, 8)
        .filter((path) => path.startsWith('/chapters/')),
    ).toEqual(['/chapters/10', '/chapters/11'])
    expect(ranked[3]?.reason).toBe('found first: a part of the pages is taken in the order found')
  })

  it('that look like another address of a page that is there come last', async () => {
    const seen = [page('/2013/', 10), page('/members.html', 30), dead('/board.html')]
    const waiting = [link('/2013/index.html'), link('/2013'), link('/members'), link('/board'), link('/imprint')]
    const ranked = await firstPaths(seen, waiting, nothing)
    expect(ranked.slice(0, 2).sort()).toEqual(['/board', '/imprint'])
    expect((await reasonsOf(seen, waiting, nothing))['/members']).toBe(
      'looks like another address of a page that was read or waits',
    )
  })

  it('are expected to be worth more for a word that promises names, until pages tell otherwise', async () => {
    const waiting = [link('/x/1', 'Datenschutz'), link('/x/2', 'Something'), link('/x/3', 'Mitglieder')]
    expect(await firstPaths([], waiting, nothing)).toEqual(['/x/3', '/x/2', '/x/1'])
    const seen = several(6, (at) => [
      page(`/x/${at + 10}`, 0, { text: 'Mitglieder' }),
      page(`/x/${at + 20}`, 9, { text: 'Datenschutz' }),
    ]).flat()
    expect((await firstPaths(seen, waiting, nothing))[0]).toBe('/x/1')
  })

  it('that say a term of the gate come first', async () => {
    const waiting = [link('/1', 'Gardens'), link('/2', 'Old organs of Vienna'), link('/3', 'Rivers')]
    const wanted = { terms: ['organs'], scarce_kinds: [] }
    expect((await firstPaths([], waiting, wanted))[0]).toBe('/2')
    expect((await reasonsOf([], waiting, wanted))['/2']).toBe('first look at addresses like /#; its link says “organs”')
  })

  it('come first when pages like them named kinds that are scarce', async () => {
    const seen = several(3, (at) => [
      page(`/talks/talk-${at}`, 6),
      page(`/meetings/meeting-${at}`, 0, { entities: { event: 4 } }),
    ]).flat()
    const waiting = [link('/talks/talk-9'), link('/meetings/meeting-9')]
    expect((await firstPaths(seen, waiting, nothing))[0]).toBe('/talks/talk-9')
    const wanted = { terms: [], scarce_kinds: ['event'] }
    expect((await firstPaths(seen, waiting, wanted))[0]).toBe('/meetings/meeting-9')
    expect((await reasonsOf(seen, waiting, wanted))['/meetings/meeting-9']).toBe(
      'pages like it (/meetings/meeting*) named 4 new entities on average, also of kinds that are scarce (event)',
    )
  })

  it('are ranked the same way each time, each of them once', async () => {
    const seen = several(40, (at) => page(`/${at % 5}/page-${at}`, at % 7))
    const waiting = several(200, (at) => link(`/${at % 9}/page-${at + 100}`, `number ${at % 11}`))
    const ranked = await rankLinks(seen, waiting, nothing)
    expect(await rankLinks(seen, waiting, nothing)).toEqual(ranked)
    expect(paths(ranked).sort()).toEqual(waiting.map(({ url }) => url.slice(site.length)).sort())
  })

  it('may be none, and may wait where nothing was read', async () => {
    expect(await rankLinks([], [], nothing)).toEqual([])
    expect(await rankLinks([page('/', 3)], [], nothing)).toEqual([])
    expect(await firstPaths([], [link('/a')], nothing)).toEqual(['/a'])
  })
})

describe('links of strangers', () => {
  const long = (at: number) => ({
    url: `${site}/${'a1-'.repeat(300)}/${'%E4%zz'.repeat(160)}${at}?${'p=1&'.repeat(100)}`,
    text: `${'Ä ́'.repeat(600)}${'word '.repeat(40)}`,
  })

  it('are all ranked, however long and many they are', async () => {
    const seen = several(400, (at): SeenPage => ({ ...long(at), status: 'extracted', entities: { person: at } }))
    const waiting = several(5_200, (at) => long(at + 1_000))
    const ranked = await rankLinks(seen, waiting, { terms: ['word'], scarce_kinds: ['person'] })
    expect(new Set(ranked.map(({ url }) => url)).size).toBe(5_200)
    expect(Math.max(...ranked.map(({ reason }) => reason.length))).toBeLessThan(500)
    expect(ranked.at(-1)?.reason).toBe('too many links wait before it')
  })

  it('are looked at for a part of their text only', () => {
    const words = several(400, (at) => `${String.fromCodePoint(97 + (at % 26), 97 + Math.floor(at / 26))}x`)
    const traits = traitsOf(
      { url: `${site}/${words.join('-')}?${words.join('&')}`, text: words.join(' ') },
      compileTerms(['ax']),
    )
    expect(traits.words).toHaveLength(12)
    for (const part of [traits.path, traits.folder, traits.lead, traits.leaf]) expect(part.length).toBeLessThan(250)
  })
})
