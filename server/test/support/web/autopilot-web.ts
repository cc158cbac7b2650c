import { setTimeout as sleep } from 'node:timers/promises'
import type { Autopilot } from '../../../src/autopilot/state/record.ts'
import type { Answer, CallOptions } from '../harness.ts'
import type { Site, SiteAnswer } from './local-site.ts'

// Sites about harbours, and a SearXNG that finds them.

const people = ['Ada Berg', 'Grace Lund', 'Karl Holm', 'Maria Dahl', 'Nils Vik', 'Rosa Strand', 'Otto Falk', 'Ida Moen']

/** A page about a harbour, with the facts also as structured data. */
function harbourPage(harbour: string, town: string, person: string, links: string[]): SiteAnswer {
  const graph = [
    { '@type': 'Organization', '@id': '#o', name: `${harbour} Authority`, foundingDate: '1901' },
    { '@type': 'Person', name: person, jobTitle: 'harbour master', worksFor: { '@id': '#o' } },
    { '@type': 'Place', name: town },
  ]
  const items = links.map((href) => `<li><a href="${href}">The harbour at ${href}</a></li>`).join('')
  return {
    body: `<!doctype html><html lang="en"><head><title>The harbour of ${town}</title>
<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', '@graph': graph })}</script></head>
<body><main><h1>The harbour of ${town}</h1><p>${person} works for the ${harbour} Authority since 1998. The harbour of ${town}
is one of the harbours of the Baltic Sea, and its quays are long. Ships of many kinds call there every day of the year.</p>
</main><ul>${items}</ul></body></html>`,
  }
}

export interface HarbourSiteOptions {
  pages?: number
  robots?: string
  /** Put into every page. */
  more?: string
}

/** A door with links to so many pages, each about a harbour of its own. */
export function harbourSite(name: string, { pages = 6, robots = '', more = '' }: HarbourSiteOptions = {}): Site {
  const paths = Array.from({ length: pages }, (_, n) => `/harbour/${name.toLowerCase()}-${n}`)
  return ({ path }) => {
    if (path === '/robots.txt') return { body: robots }
    const n = path === '/' ? pages : paths.indexOf(path)
    if (n === -1) return undefined
    const person = `${people[n % people.length]} ${name}`
    const page = harbourPage(`${name} ${n}`, `${name}ville ${n}`, person, path === '/' ? paths : ['/'])
    return { ...page, body: page.body?.replace('</main>', `${more}</main>`) ?? '' }
  }
}

/** A SearXNG that finds these addresses, whatever is searched for. */
export const finds =
  (...urls: string[]): Site =>
  () => ({
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      query: 'x',
      results: urls.map((url) => ({ url, title: 'Harbours of the Baltic Sea', content: 'harbours', engine: 'mojeek' })),
      unresponsive_engines: [],
    }),
  })

type Call = (method: string, path: string, options?: CallOptions) => Promise<Answer>

export const harbourPrompt = 'Build me a graph of the harbours of the Baltic Sea and who runs them'

/** An autopilot that a test has started. */
export async function startAutopilot(call: Call, key: string, settings: object = {}) {
  const body = { prompt: harbourPrompt, ...settings }
  const create = () => call('POST', '/v1/domains/autopilot', { key, body })
  let answer = await create()
  // In the first moment after a start nothing can be enqueued.
  for (; answer.status === 503; answer = await create()) await sleep(50)
  if (answer.status !== 202) throw new Error(`no autopilot: ${JSON.stringify(answer.body)}`)
  const id: string = answer.body.id
  const path = `/v1/domains/${id}`
  const get = async (): Promise<Autopilot> => (await call('GET', `${path}/autopilot`, { key })).body.autopilot
  return {
    id,
    path,
    get,
    /** Waits until the autopilot is as wanted, or over. */
    until: async (isWanted: (autopilot: Autopilot) => boolean): Promise<Autopilot> => {
      for (;;) {
        const autopilot = await get()
        if (isWanted(autopilot) || autopilot.stage === 'steady' || autopilot.stage === 'failed') return autopilot
        await sleep(50)
      }
    },
    end: async (): Promise<Autopilot> => {
      for (;;) {
        const autopilot = await get()
        if (autopilot.stage === 'steady' || autopilot.stage === 'failed') return autopilot
        await sleep(50)
      }
    },
    retry: () => call('POST', `${path}/autopilot/retry`, { key }),
    list: async (what: string) => (await call('GET', `${path}/${what}`, { key })).body,
  }
}

export const stagesOf = ({ history }: Autopilot) => history.map(({ stage, cycle }) => `${stage} ${cycle}`)
