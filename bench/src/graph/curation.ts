import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findFreePort } from '../../../scripts/private-postgres.ts'
import { makeDomain, send } from '../api.ts'
import { type Child, service, startServer } from '../child.ts'
import { type Measurement, median, type Row } from '../measurement.ts'
import { readTree } from '../process-tree.ts'
import { withScratchFolder } from '../scratch-folder.ts'
import { order } from './graph.ts'
import type { BenchGraph, GraphSize } from './graph-rows.ts'

// Measures what changes of people cost in a large graph: CPU of the service and of the database server, and statements. The peer of
// each is the same change in a graph a tenth as large: a change must not cost more because the graph is larger.

const hub = 5_000
const large: GraphSize = { entities: 100_000, relationships: 500_000, hub }
const small: GraphSize = { entities: 10_000, relationships: 50_000, hub }
/** More than this, and the size of the graph shows. */
const mostGrowth = 1.5
const runs = { edit: 30, delete: 30, merge: 3 }

const key = `svc_${'c'.repeat(40)}`
const script = fileURLToPath(new URL('./graph-service.ts', import.meta.url))

interface Cost {
  cpu_ms: number
  statements: number
}

type Costs = Record<'edit' | 'delete' | 'merge' | 'revert', Cost>

export const curation: Measurement = {
  name: 'curation',
  describe: 'an edit, a delete, a merge of two hubs and its revert in a graph of 100,000 entities',
  run: async (options) => {
    const measure = (size: GraphSize) => {
      options.progress(`${size.entities} entities`)
      return withScratchFolder((folder) => measureOn({ DATA_DIR: join(folder, 'data') }, size))
    }
    return rowsOf({ small: await measure(small), large: await measure(large) })
  },
}

function rowsOf(costs: { large: Costs; small: Costs }): Row[] {
  const what: Record<keyof Costs, string> = {
    ...{ edit: 'edit an entity', delete: 'delete an entity' },
    ...{ merge: `merge two hubs of ${hub} relationships`, revert: 'revert that merge' },
  }
  return (Object.keys(what) as (keyof Costs)[]).map((name) => {
    const [ours, peer] = [costs.large[name], costs.small[name]]
    return {
      measure: what[name],
      unit: 'ms CPU',
      ours: ours.cpu_ms,
      peer: peer.cpu_ms,
      target: { text: `<= ${mostGrowth} times`, met: ours.cpu_ms <= mostGrowth * peer.cpu_ms },
      note: `${ours.statements} statements, in the small graph ${peer.statements}`,
    }
  })
}

async function measureOn(environment: Record<string, string>, size: GraphSize): Promise<Costs> {
  const port = await findFreePort()
  const settings = { BOOTSTRAP_KEY: key, RATE_LIMIT: '0', PORT: String(port), GRAPH_MEMORY_MB: '4096' }
  const server = startServer({ ...service, script, environment: { ...settings, ...environment } })
  try {
    const url = `http://127.0.0.1:${port}`
    await server.answers(`${url}/v1/project`, { authorization: `Bearer ${key}` })
    const domainId = await makeDomain(url, key)
    const { ids } = await order<BenchGraph>(server, { verb: 'fill', domain_id: domainId, size })
    const [first, second] = ids as [string, string]
    await order(server, { verb: 'state', domain_id: domainId, hub: second, relationships: hub })
    const base = `${url}/v1/domains/${domainId}`
    const meter = new Meter(server)
    let at = 1_000
    const anyone = () => ids[at++] as string
    const edit = () => send('PATCH', `${base}/entities/${anyone()}`, key, { summary: 'Edited.' })
    const remove = () => send('DELETE', `${base}/entities/${anyone()}`, key)
    for (let n = 0; n < 10; n++) await edit()
    for (let n = 0; n < 10; n++) await remove()
    const edits = await meter.several(runs.edit, edit)
    const deletions = await meter.several(runs.delete, remove)
    const [merges, reverts]: [Cost[], Cost[]] = [[], []]
    for (let n = 0; n < runs.merge; n++) {
      let id = ''
      merges.push(
        await meter.one(async () => {
          const body = { target: first, sources: [second] }
          id = (await send<{ merge_id: string }>('POST', `${base}/entities/merge`, key, body)).merge_id
        }),
      )
      reverts.push(await meter.one(() => send('POST', `${base}/merges/${id}/revert`, key, {})))
    }
    return { edit: edits, delete: deletions, merge: middle(merges), revert: middle(reverts) }
  } finally {
    await server.stop()
  }
}

const middle = (costs: Cost[]): Cost => ({
  cpu_ms: median(costs.map(({ cpu_ms }) => cpu_ms)),
  statements: median(costs.map(({ statements }) => statements)),
})

/** Reads what the service and the database server have used. */
class Meter {
  readonly #server: Child

  constructor(server: Child) {
    this.#server = server
  }

  async one(work: () => Promise<unknown>): Promise<Cost> {
    const before = await this.#read()
    await work()
    const after = await this.#read()
    return { cpu_ms: after.cpu_ms - before.cpu_ms, statements: after.statements - before.statements }
  }

  /** The mean: CPU is counted in hundredths of a second. */
  async several(count: number, work: () => Promise<unknown>): Promise<Cost> {
    const { cpu_ms, statements } = await this.one(async () => {
      for (let n = 0; n < count; n++) await work()
    })
    return { cpu_ms: cpu_ms / count, statements: Math.round(statements / count) }
  }

  async #read(): Promise<Cost> {
    const { statements } = await order<{ statements: number }>(this.#server, { verb: 'statements' })
    return { cpu_ms: readTree(this.#server.process.pid).milliseconds, statements }
  }
}
