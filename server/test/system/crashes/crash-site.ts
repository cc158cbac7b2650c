import { plainPage, type Site, type SiteAnswer, type SiteRequest } from '../../support/web/local-site.ts'

// A small site with every ending that a page can have: read, moved to another host, gone, forbidden, duplicate, no page
// at all. On request also: busy for a moment, or unreadable.

export type Kind = 'plain' | 'busy' | 'unreadable'

/** The crawl begins at the door, which links to the house. */
export const hostsOf = (number: number) => ({ door: `door-${number}.example`, house: `house-${number}.example` })

/** `before` sees every request, and may keep it from being answered. */
export function makeCrashSite(options: {
  number: number
  kind: Kind
  before(request: SiteRequest): 'by hand' | undefined
}): [host: string, site: Site][] {
  const { door, house } = hostsOf(options.number)
  let wasBusy = false
  const answerOfHouse = (path: string): SiteAnswer | undefined => {
    if (options.kind === 'unreadable' && path === '/') return { body: `<p>${'<p>x'.repeat(500_000)}` }
    if (path === '/robots.txt') return { headers: text, body: 'User-agent: *\nDisallow: /private/' }
    if (path === '/') return plainPage('the start', options.kind === 'busy' ? [...paths, '/busy'] : paths)
    if (path === '/list') return plainPage('the list', items)
    if (items.includes(path)) return plainPage(`what is at ${path}`, ['/', '/list'])
    // The duplicate is found when its original is known.
    if (path === '/known') return plainPage('what is known', ['/known?again=1'])
    if (path === '/known?again=1') {
      const canonical = '<link rel="canonical" href="/known"><title>'
      return { body: plainPage('what is known').body?.replace('<title>', canonical) ?? '' }
    }
    if (path === '/picture') return { headers: { 'content-type': 'image/png' }, body: '\x89PNG\r\n\x1a\n' }
    if (path !== '/busy') return undefined
    if (wasBusy) return plainPage('the busy page')
    wasBusy = true
    return { status: 503 }
  }
  const answerOfDoor = (path: string): SiteAnswer | undefined =>
    path === '/' ? { status: 301, headers: { location: `http://${house}/` } } : undefined
  return [
    [door, (request) => options.before(request) ?? answerOfDoor(request.path)],
    [house, (request) => options.before(request) ?? answerOfHouse(request.path)],
  ]
}

const text = { 'content-type': 'text/plain' }
const items = ['/list/first', '/list/second', '/list/third']
const paths = ['/list', '/gone', '/private/x', '/known', '/picture']

/** The endings of its pages, whatever happens to the worker. */
export function endingsOf(number: number, kind: Kind): string[] {
  const { door, house } = hostsOf(number)
  if (kind === 'unreadable') return [`http://${door}/ failed`]
  const extracted = ['/', ...(kind === 'busy' ? ['/busy'] : []), '/known', '/list', ...items]
  const lines = [...extracted.map((path) => `${path} extracted`), '/gone failed']
  return [...lines, '/known?again=1 skipped', '/picture skipped'].map((line) => `http://${house}${line}`).toSorted()
}
