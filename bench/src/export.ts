import { exportFormats } from '../../contract/src/graph/export.ts'
import { findFreePort } from '../../scripts/private-postgres.ts'
import { systemClock } from '../../server/src/platform/clock.ts'
import { openPostgres } from '../../server/src/platform/db/postgres.ts'
import { newId } from '../../server/src/platform/ids.ts'
import { createLog } from '../../server/src/platform/log.ts'
import { insertGraph } from '../../server/test/support/graph/graph-rows.ts'
import { makeDomain } from './api.ts'
import { withDatabase } from './bench-database.ts'
import { type Child, readCpu, service, startServer } from './child.ts'
import type { Measurement, Options, Row } from './measurement.ts'

// A graph of 100,000 entities and twice as many relationships, exported in every format: how fast, at what cost, and
// how much more memory than one of 1,000.

const sizes = { small: 1_000, large: 100_000 }
const targetMb = 50
const key = `svc_${'b'.repeat(40)}`

export const exports: Measurement = {
  name: 'export',
  describe: 'bytes, CPU and memory of exporting 100,000 entities in every format',
  run: (options) => withDatabase((url) => measure(url, options)),
}

async function measure(databaseUrl: string, { progress }: Options): Promise<Row[]> {
  const port = await findFreePort()
  const environment = {
    DATABASE_URL: databaseUrl,
    ROLE: 'api',
    PORT: String(port),
    BOOTSTRAP_KEY: key,
    RATE_LIMIT: '0',
  }
  const child = startServer({ ...service, environment })
  try {
    const url = `http://127.0.0.1:${port}`
    await child.answers(`${url}/v1/project`, { authorization: `Bearer ${key}` })
    const [small, large] = [await makeDomain(url, key), await makeDomain(url, key)]
    progress('making the graphs')
    await fill(databaseUrl, { [small]: sizes.small, [large]: sizes.large })
    const pathOf = (domainId: string, query: string) => `${url}/v1/domains/${domainId}/export?${query}`
    for (const format of exportFormats) await download(child, pathOf(small, `format=${format}`))
    const rows: Row[] = []
    for (const format of exportFormats) {
      progress(format)
      rows.push(...rowsOf(format, await download(child, pathOf(large, `format=${format}`))))
    }
    progress('as_of')
    const then = new Date(Date.now() - 1).toISOString()
    rows.push(...rowsOf('ndjson, as_of', await download(child, pathOf(large, `format=ndjson&as_of=${then}`))))
    return rows
  } finally {
    await child.stop()
  }
}

interface Download {
  bytes: number
  seconds: number
  cpu_ms: number
  grown_mb: number
}

async function download(child: Child, url: string): Promise<Download> {
  const before = await readCpu(child)
  const startedAt = performance.now()
  const response = await fetch(url, { headers: { authorization: `Bearer ${key}` } })
  if (!response.ok || !response.body) throw new Error(`${url} answered ${response.status}`)
  let bytes = 0
  for await (const chunk of response.body) bytes += chunk.length
  const seconds = (performance.now() - startedAt) / 1000
  const after = await readCpu(child)
  return {
    bytes,
    seconds,
    cpu_ms: (after.microseconds - before.microseconds) / 1000,
    grown_mb: after.peak_mb - before.peak_mb,
  }
}

function rowsOf(name: string, { bytes, seconds, cpu_ms, grown_mb }: Download): Row[] {
  const rows = sizes.large * 3
  return [
    {
      measure: `export, ${name}`,
      unit: 'MB/s',
      ours: bytes / 1e6 / seconds,
      note: `${(bytes / 1e6).toFixed(0)} MB in ${seconds.toFixed(1)} s; ${((cpu_ms / rows) * 1000).toFixed(1)} ms CPU of the service per 1,000 rows`,
    },
    {
      measure: `export, ${name}: memory beyond earlier exports`,
      unit: 'MB',
      ours: grown_mb,
      target: { text: `< ${targetMb} MB`, met: grown_mb < targetMb },
      note: 'peak of the process',
    },
  ]
}

/** Two pages speak of each entity, one of each relationship. */
async function fill(databaseUrl: string, domains: Record<string, number>): Promise<void> {
  const db = openPostgres({
    connection: { connectionString: databaseUrl },
    clock: systemClock,
    log: createLog({ level: 'warn' }),
  })
  try {
    for (const [domainId, count] of Object.entries(domains)) {
      const entities = Array.from({ length: count }, (_, n) => ({
        ...{ id: newId(), kind: 'person', name: `Person ${n}`, aliases: [`P. ${n}`], when: '1815-12-10' },
        ...{
          summary: 'Somebody of whom a page says a sentence or two, as pages do.',
          urls: [`https://p.example/${n}`],
        },
        attributes: { job_title: 'captain', city: 'Hamburg' },
        where: {
          lat: 53.5,
          lon: 10 + n / 1e6,
          precision: 'city' as const,
          country: 'DE',
          place_id: 'geonames:2911298',
        },
      }))
      const relationships = Array.from({ length: count * 2 }, (_, n) => ({
        id: newId(),
        from: entities[n % count]?.id as string,
        to: entities[(n * 7 + 1 + Math.floor(n / count)) % count]?.id as string,
        type: n < count ? 'knows' : 'works_for',
      }))
      const claims = [
        ...entities.flatMap(({ id: entity }, n) => [
          { entity, url: `https://a.example/${n % 1000}` },
          { entity, url: `https://b.example/${n % 1000}` },
        ]),
        ...relationships.map(({ id: relationship }, n) => ({ relationship, url: `https://a.example/${n % 1000}` })),
      ]
      await insertGraph(db, domainId, { entities, relationships, claims })
    }
    await db.query('analyze')
  } finally {
    await db.close()
  }
}
