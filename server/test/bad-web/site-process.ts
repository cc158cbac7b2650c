import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { loadCases, type Site, startGoodSite, startNeighbour, startSite } from './run-bad-web.ts'

// The sites in a process of their own. `startSites` is for tests; the rest is what the process does.

export interface Sites {
  /** Starts the site of a case and says where it is; the good one without a name. */
  start(name?: string, options?: { is_crawled: boolean }): Promise<string>
  /** Starts a good site of so many pages. */
  startNeighbour(pages: number): Promise<string>
  stop(origin: string): Promise<void>
  close(): Promise<void>
}

interface Order {
  id: number
  start?: string
  is_crawled?: boolean
  good?: true
  neighbour?: number
  stop?: string
}

interface Answer {
  id: number
  origin?: string
  error?: string
}

export function startSites(): Sites {
  const child = fork(fileURLToPath(import.meta.url), { execArgv: ['--disable-warning=ExperimentalWarning'] })
  let last = 0
  const ask = (order: Omit<Order, 'id'>) => sendOrder(child, { ...order, id: ++last })
  return {
    start: (name, options) => ask(name === undefined ? { good: true } : { start: name, ...options }),
    startNeighbour: (pages) => ask({ neighbour: pages }),
    stop: async (origin) => void (await ask({ stop: origin })),
    close: async () => {
      child.disconnect()
      await once(child, 'exit')
    },
  }
}

function sendOrder(child: ChildProcess, order: Order): Promise<string> {
  return new Promise((resolve, reject) => {
    const hear = (answer: Answer) => {
      if (answer.id !== order.id) return
      child.off('message', hear)
      if (answer.error === undefined) resolve(answer.origin ?? '')
      else reject(new Error(answer.error))
    }
    child.on('message', hear)
    child.send(order)
  })
}

async function obey(): Promise<void> {
  const cases = new Map((await loadCases()).map((badWebCase) => [badWebCase.name, badWebCase]))
  const sites = new Map<string, Site>()
  const open = ({ start, is_crawled = false, good, neighbour }: Order): Promise<Site> => {
    if (neighbour !== undefined) return startNeighbour(neighbour)
    if (good) return startGoodSite()
    const badWebCase = cases.get(start ?? '')
    if (!badWebCase) throw new Error(`there is no case ${start}`)
    return startSite(badWebCase, { is_crawled })
  }
  const follow = async (order: Order): Promise<string> => {
    if (order.stop !== undefined) {
      await sites.get(order.stop)?.close()
      sites.delete(order.stop)
      return ''
    }
    const site = await open(order)
    sites.set(site.origin, site)
    return site.origin
  }
  process.on('message', (order: Order) => {
    follow(order).then(
      (origin) => process.send?.({ id: order.id, origin }),
      (error: Error) => process.send?.({ id: order.id, error: error.message }),
    )
  })
  process.on('disconnect', () => process.exit())
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await obey()
