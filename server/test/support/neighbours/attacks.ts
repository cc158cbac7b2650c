import { setTimeout as sleep } from 'node:timers/promises'

// What an enemy with a key, or only with a web site, may do to others. Each attack goes on until it is told to end.

export interface Enemy {
  url: string
  key: string
  /** A domain with a large graph. */
  domain_id: string
  entity_ids: string[]
  /** When the graph began and ended to grow. */
  from: Date
  until: Date
  ended: AbortSignal
}

export interface Attack {
  name: string
  run(enemy: Enemy): Promise<void>
}

/** The end of an attack by pages: what is queued is given up. */
export async function giveUp({ url, key, domain_id }: Enemy): Promise<void> {
  const headers = { authorization: `Bearer ${key}` }
  const response = await fetch(`${url}/v1/domains/${domain_id}/runs/cancel`, { method: 'POST', headers })
  await response.arrayBuffer()
}

type Send = (
  method: string,
  path: string,
  options?: { body?: object; leaves_after_ms?: number },
) => Promise<Record<string, unknown> | undefined>

/** Undefined when the answer was not awaited. */
function sender({ url, key, domain_id, ended }: Enemy): Send {
  return async (method, path, { body, leaves_after_ms } = {}) => {
    const leaving =
      leaves_after_ms === undefined ? ended : AbortSignal.any([ended, AbortSignal.timeout(leaves_after_ms)])
    try {
      const response = await fetch(`${url}/v1/domains/${domain_id}${path}`, {
        method,
        headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
        signal: leaving,
      })
      return (await response.json()) as Record<string, unknown>
    } catch {
      return undefined
    }
  }
}

/** Many at once, each again and again. */
async function storm(enemy: Enemy, atOnce: number, one: (n: number) => Promise<unknown>): Promise<void> {
  let n = 0
  const work = async () => {
    while (!enemy.ended.aborted) {
      await one(n++)
      // A refusal comes at once: an enemy that asks in a closed loop would only measure itself.
      await sleep(5)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}

async function untilEnded({ ended }: Enemy): Promise<void> {
  while (!ended.aborted) await sleep(50)
}

async function crawl(enemy: Enemy, urls: string[]): Promise<void> {
  const send = sender(enemy)
  await send('POST', '/sources/bulk', { body: { urls } })
  await untilEnded(enemy)
}

const asOf = (enemy: Enemy, share: number) =>
  new Date(enemy.from.getTime() + share * (enemy.until.getTime() - enemy.from.getTime())).toISOString()

const hostileGlob = (n: number) => `/**/a*a*a*a*a${n}*/**/*b*c*/**`

export const attacks: Attack[] = [
  {
    name: 'robots.txt of 100 hosts',
    run: (enemy) =>
      crawl(
        enemy,
        Array.from({ length: 100 }, (_, n) => `http://robots${n}.test/`),
      ),
  },
  {
    name: 'as_of with min_confidence, left',
    run: (enemy) =>
      storm(enemy, 8, (n) =>
        sender(enemy)('GET', `/entities?min_confidence=0.${(n % 8) + 1}&as_of=${asOf(enemy, 0.5)}`, {
          leaves_after_ms: 150,
        }),
      ),
  },
  {
    name: 'as_of of every millisecond',
    run: (enemy) =>
      storm(enemy, 8, (n) => sender(enemy)('GET', `/graph?limit=50&as_of=${asOf(enemy, (n % 997) / 997)}`)),
  },
  {
    name: 'lists and facets of everything',
    run: (enemy) =>
      storm(enemy, 20, (n) =>
        sender(enemy)('GET', `/entities?facets=type,host,attr.x&limit=500&min_confidence=0.${n % 9}`),
      ),
  },
  {
    name: 'globs against 1,000 links',
    run: async (enemy) => {
      const send = sender(enemy)
      const block_paths = Array.from({ length: 500 }, (_, n) => hostileGlob(n))
      const draft = await send('POST', '/gate/versions', { body: { rules: { block_paths }, note: 'slow' } })
      await send('POST', `/gate/versions/${draft?.version}/publish`, { body: {} })
      await crawl(enemy, ['http://links.test/'])
    },
  },
  {
    name: 'gate previews, left',
    run: async (enemy) => {
      const send = sender(enemy)
      const exclude_terms = Array.from({ length: 500 }, (_, n) => `term ${n} of many`)
      await send('POST', '/gate/versions', { body: { rules: { exclude_terms, min_words: 3 }, note: 'large' } })
      await storm(enemy, 10, (n) =>
        send('POST', `/gate/versions/${2 + (n % 2)}/preview`, { body: {}, leaves_after_ms: 300 }),
      )
    },
  },
  {
    name: 'lists of large gates',
    run: async (enemy) => {
      const send = sender(enemy)
      const include_terms = Array.from({ length: 500 }, (_, n) => `${'x'.repeat(180)} ${n}`)
      for (let n = 0; n < 100 && !enemy.ended.aborted; n++)
        await send('POST', '/gate/versions', {
          body: { rules: { include_terms, exclude_terms: include_terms }, note: `${n}` },
        })
      await storm(enemy, 10, () => send('GET', '/gate/versions?limit=500'))
    },
  },
  {
    name: 'explain of what 500 pages say',
    run: (enemy) => storm(enemy, 6, () => sender(enemy)('GET', `/entities/${enemy.entity_ids[0]}/explain`)),
  },
  { name: 'namesakes', run: (enemy) => crawl(enemy, ['http://namesakes.test/', 'http://namesakes.test/again']) },
  {
    name: 'hosts that hang',
    run: (enemy) =>
      crawl(
        enemy,
        Array.from({ length: 100 }, (_, n) => `http://hang${n}.test/`),
      ),
  },
  {
    name: 'sitemaps',
    run: (enemy) =>
      storm(enemy, 4, () =>
        sender(enemy)('POST', '/sources/sitemap', { body: { url: 'http://sitemaps.test/sitemap.xml' } }),
      ),
  },
  {
    name: 'names of many words',
    run: (enemy) =>
      storm(enemy, 10, (n) =>
        sender(enemy)(
          'GET',
          `/entities?q=${encodeURIComponent(`committee comission comittee of way ${n % 7} mean department`)}`,
        ),
      ),
  },
  {
    name: 'exports that nobody reads',
    run: async (enemy) => {
      const open = Array.from({ length: 30 }, () =>
        fetch(`${enemy.url}/v1/domains/${enemy.domain_id}/export?format=jsonl&provenance=1`, {
          headers: { authorization: `Bearer ${enemy.key}` },
          signal: enemy.ended,
        }).catch(() => undefined),
      )
      await Promise.all(open)
      await untilEnded(enemy)
    },
  },
  {
    name: 'streams',
    run: async (enemy) => {
      const open = Array.from({ length: 500 }, () =>
        fetch(`${enemy.url}/v1/domains/${enemy.domain_id}/events`, {
          headers: { authorization: `Bearer ${enemy.key}` },
          signal: enemy.ended,
        }).catch(() => undefined),
      )
      await Promise.all(open)
      await untilEnded(enemy)
    },
  },
  {
    name: 'large pages',
    run: (enemy) =>
      crawl(
        enemy,
        Array.from({ length: 60 }, (_, n) => `http://large.test/${n}`),
      ),
  },
  {
    name: 'forty pages of 9 MB at once',
    run: (enemy) =>
      crawl(
        enemy,
        Array.from({ length: 40 }, (_, n) => `http://huge${n}.test/`),
      ),
  },
  {
    name: 'an entity that grows, and its history',
    run: async (enemy) => {
      const send = sender(enemy)
      const made = await send('POST', '/entities', { body: { kind: 'person', name: 'Grows Without End' } })
      const grow = (n: number) => {
        const attributes = Object.fromEntries(
          Array.from({ length: 20 }, (_, at) => [`key_${(n * 20 + at) % 5_000}`, `${n} `.repeat(400)]),
        )
        return send('PATCH', `/entities/${made?.id}`, { body: { attributes } })
      }
      for (let n = 0; n < 60 && !enemy.ended.aborted; n++) await grow(n)
      const reads = [`/entities/${made?.id}/history?limit=500`, '/changes?since=0&limit=500', '/audit?limit=500']
      await storm(enemy, 8, (n) => (n % 4 === 0 ? grow(n) : send('GET', reads[n % 3] as string)))
    },
  },
  {
    name: 'large merges, reverted and left',
    run: async (enemy) => {
      const send = sender(enemy)
      // Every third is of another kind, with which none of these can be one.
      const ids = enemy.entity_ids.filter((_, n) => n % 3 !== 0).slice(0, 600)
      const half = Math.floor(ids.length / 2)
      const merge = async (target: string, sources: string[]) => {
        for (let at = 0; at < sources.length; at += 50)
          await send('POST', '/entities/merge', { body: { target, sources: sources.slice(at, at + 50) } })
      }
      await merge(ids[0] as string, ids.slice(1, half))
      await merge(ids[half] as string, ids.slice(half + 1))
      await storm(enemy, 2, async () => {
        const made = await send('POST', '/entities/merge', { body: { target: ids[0], sources: [ids[half]] } })
        await send('POST', `/merges/${made?.merge_id}/revert`, { body: {}, leaves_after_ms: 500 })
      })
    },
  },
  {
    name: 'bodies of brackets',
    run: (enemy) => {
      const body = '['.repeat(900_000)
      const headers = { authorization: `Bearer ${enemy.key}`, 'content-type': 'application/json' }
      return storm(enemy, 20, () =>
        fetch(`${enemy.url}/v1/domains`, { method: 'POST', headers, body, signal: enemy.ended })
          .then((answer) => answer.arrayBuffer())
          .catch(() => undefined),
      )
    },
  },
  {
    name: 'many writes',
    run: (enemy) => {
      const send = sender(enemy)
      const exclude_terms = Array.from({ length: 500 }, (_, n) => `term ${n} of many`)
      const writes = [
        (n: number) =>
          send('POST', '/sources/bulk', {
            body: { urls: Array.from({ length: 100 }, (_, at) => `http://hang${at}.test/written/${n}`) },
          }),
        (n: number) => send('PATCH', '', { body: { description: `${n} `.repeat(500) } }),
        (n: number) => send('POST', '/gate/versions', { body: { rules: { exclude_terms }, note: `${n}` } }),
        () => send('POST', '/recrawl', { body: {} }),
      ]
      return storm(enemy, 20, (n) => (writes[n % writes.length] as (n: number) => Promise<unknown>)(n))
    },
  },
]
