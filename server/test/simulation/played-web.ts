import { plainPage, type Site, type SiteAnswer } from '../support/web/local-site.ts'
import { gone, hosts, type PageSpec, type WebVersion } from './draw-play.ts'

// The web of a play: a start page on each host that leads to all pages, and the pages themselves.

/** `onRequest` says what goes wrong with a request, and sees each but those for robots.txt. */
export function makeWeb(options: {
  version: () => WebVersion
  onRequest: () => 'hangs' | 'is busy' | 'breaks off' | 'lies' | undefined
}): Map<string, Site> {
  const siteOf =
    (host: string): Site =>
    ({ path }, response) => {
      if (path === '/robots.txt') return undefined
      const wrong = options.onRequest()
      if (wrong === 'hangs') return 'by hand'
      if (wrong === 'is busy') return { status: 503 }
      if (wrong === 'breaks off') {
        response.socket?.destroy()
        return 'by hand'
      }
      if (wrong === 'lies') return plainPage('something else altogether')
      return answer(options.version(), host, path)
    }
  return new Map(hosts.map((host) => [host, siteOf(host)]))
}

const addressOf = ({ host, path }: { host: string; path: string }) => `http://${host}${path}`

function answer({ pages }: WebVersion, host: string, path: string): SiteAnswer | undefined {
  if (path === '/') return plainPage(`the start of ${host}`, [...pages, gone].map(addressOf))
  const page = pages.find((one) => one.host === host && one.path === path)
  return page && { body: render(page) }
}

function render({ title, people, isStructured }: PageSpec): string {
  const sentences = people.map(
    ({ name, org, role, since }) => `<p>${name} works for the ${org} as ${role} since ${since}.</p>
<p>What ${name} does there has been described by many, and each of them had something else to tell about it.</p>`,
  )
  const data = people.map(({ name, org, role }) => ({
    ...{ '@context': 'https://schema.org', '@type': 'Person', name, jobTitle: role },
    worksFor: { '@type': 'Organization', name: org },
  }))
  const script = isStructured ? `<script type="application/ld+json">${JSON.stringify(data)}</script>` : ''
  return `<!doctype html><html lang="en"><head><title>${title}</title>${script}</head><body><main><h1>${title}</h1>
${sentences.join('\n')}</main></body></html>`
}

/** Addresses that are asked for in vain, rightly. */
export function missingOf(now: WebVersion, ever: WebVersion[]): Set<string> {
  const there = new Set(now.pages.map(addressOf))
  const known = ever.flatMap(({ pages }) => pages.map(addressOf))
  return new Set([addressOf(gone), ...known.filter((url) => !there.has(url))])
}
