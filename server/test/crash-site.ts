import { plainPage, type Site, type SiteAnswer, type SiteRequest } from './local-site.ts'

// A small site with something of everything that a page can come to: read, gone, moved to another host, forbidden,
// named twice, no page at all, and busy for a moment.

export const crashHosts = ['crash.example', 'moved.example'] as const
export const crashSources = ['http://crash.example/', 'http://moved.example/']

/** `sections` lists with ten articles each. `before` sees every request, and may keep it from being answered. */
export function makeCrashSite(options: {
  sections: number
  before?(request: SiteRequest): 'by hand' | undefined
}): Map<string, Site> {
  const busy = new Set<string>()
  const names = Array.from({ length: options.sections }, (_, index) => `part-${'abcdefghijklmnopqrstuvwxyz'[index]}`)
  const odd = ['/gone', '/moved', '/private/x', '/known', '/picture', '/busy-a', '/busy-b']
  const answer = ({ path }: SiteRequest): SiteAnswer | undefined => {
    if (path === '/robots.txt') return { headers: text, body: 'User-agent: *\nDisallow: /private/' }
    if (path === '/') return plainPage('the start', [...names.map((name) => `/${name}/`), ...odd])
    if (path === '/moved') return { status: 301, headers: { location: 'http://moved.example/here' } }
    // Found when the page that it names is known.
    if (path === '/known') return plainPage('what is known', ['/known?again=1'])
    if (path === '/known?again=1') {
      return {
        body: plainPage('what is known').body?.replace('<title>', '<link rel="canonical" href="/known"><title>') ?? '',
      }
    }
    if (path === '/picture') return { headers: { 'content-type': 'image/png' }, body: '\x89PNG\r\n\x1a\n' }
    if (path.startsWith('/busy')) {
      if (busy.has(path)) return plainPage(`the busy page ${path}`)
      busy.add(path)
      return { status: 503, headers: { 'retry-after': '1' } }
    }
    const [, name = '', article = ''] = path.split('/')
    if (!names.includes(name)) return undefined
    if (article === '')
      return plainPage(
        `a list of ${name}`,
        Array.from({ length: 10 }, (_, index) => `/${name}/item-${index}-of-it`),
      )
    return plainPage(`${article} in ${name}`, ['/', `/${name}/`])
  }
  const crash: Site = (request) => options.before?.(request) ?? answer(request)
  const moved: Site = (request) =>
    options.before?.(request) ??
    (['/', '/here'].includes(request.path) ? plainPage(`what is at ${request.path} now`) : undefined)
  return new Map([
    [crashHosts[0], crash],
    [crashHosts[1], moved],
  ])
}

const text = { 'content-type': 'text/plain' }
