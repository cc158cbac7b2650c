import { setTimeout as sleep } from 'node:timers/promises'

// Somebody who only wants to work: reads, searches, one crawl and one stream.

export interface Victim {
  url: string
  key: string
  domain_id: string
  entity_ids: string[]
}

export interface Suffered {
  /** Milliseconds of each call that the database or the graph answers. */
  calls: number[]
  /** Milliseconds of calls that need neither. */
  health: number[]
  failures: string[]
}

/** Calls until it is told to end. */
export async function callUntil(victim: Victim, ended: AbortSignal): Promise<Suffered> {
  const suffered: Suffered = { calls: [], health: [], failures: [] }
  const base = `/v1/domains/${victim.domain_id}`
  const anyone = (n: number) => victim.entity_ids[(n * 7919) % victim.entity_ids.length] as string
  const paths = [
    (n: number) => `${base}/entities?limit=20&kind=person${n % 2 ? '&facets=kind' : ''}`,
    (n: number) => `${base}/entities/${anyone(n)}`,
    (n: number) => `${base}/entities/${anyone(n)}/neighbors?depth=2`,
    (n: number) => `${base}/search?q=person%20${n % 1000}`,
    (n: number) => `${base}/entities/${anyone(n)}/evidence`,
  ]
  const ask = async (path: string): Promise<number> => {
    const began = performance.now()
    try {
      const response = await fetch(victim.url + path, { headers: { authorization: `Bearer ${victim.key}` } })
      await response.arrayBuffer()
      if (!response.ok) suffered.failures.push(`${response.status} ${path}`)
    } catch (error) {
      suffered.failures.push(`${(error as Error).message} ${path}`)
      await sleep(100)
    }
    return performance.now() - began
  }
  const work = async (delay: number) => {
    for (let n = delay; !ended.aborted; n++) {
      const path = paths[n % paths.length] as (n: number) => string
      suffered.calls.push(await ask(path(n)))
      await sleep(20)
    }
  }
  const watch = async () => {
    while (!ended.aborted) {
      suffered.health.push(await ask('/healthz'))
      await sleep(10)
    }
  }
  await Promise.all([work(0), work(3), watch()])
  return suffered
}

/** Milliseconds until a page of an honest site is crawled and a stream has told it; undefined when that took too long. */
export async function crawlOnePage(
  { url, key, domain_id }: Victim,
  path: string,
  withinMs: number,
): Promise<number | undefined> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const base = `${url}/v1/domains/${domain_id}`
  const began = performance.now()
  const late = AbortSignal.timeout(withinMs)
  try {
    const stream = await fetch(`${base}/events`, { headers, signal: late })
    const told = toldOf(stream, 'page.')
    const body = JSON.stringify({ urls: [`http://honest.test${path}`] })
    await fetch(`${base}/sources/bulk`, { method: 'POST', headers, body, signal: late })
    await told
    return performance.now() - began
  } catch {
    return undefined
  }
}

async function toldOf(stream: Response, type: string): Promise<void> {
  let text = ''
  for await (const chunk of stream.body ?? []) {
    text += Buffer.from(chunk as Uint8Array).toString()
    if (text.includes(`event: ${type}`)) return
  }
  throw new Error('the stream has ended')
}
