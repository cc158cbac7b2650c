import { findFreePort } from '../../scripts/private-postgres.ts'
import { withDatabase } from './bench-database.ts'
import { Child, service } from './child.ts'
import { type Measurement, median, type Options, type Row } from './measurement.ts'

// A key is revoked on one node; how long does the other still take it?

const revocations = 100
const targetMilliseconds = 50
const key = `svc_${'b'.repeat(40)}`

export const revocation: Measurement = {
  name: 'revocation',
  describe: 'time until a key revoked on one node is refused on another',
  run: (options) => withDatabase((url) => measure(url, options)),
}

async function measure(databaseUrl: string, { progress }: Options): Promise<Row[]> {
  const nodes = [await startNode(databaseUrl), await startNode(databaseUrl)] as const
  try {
    const values: number[] = []
    for (let n = 1; n <= revocations; n++) {
      if (n % 20 === 0) progress(`${n} of ${revocations}`)
      values.push(await millisecondsToRefusal(nodes[0].url, nodes[1].url))
    }
    const worst = Math.max(...values)
    return [
      {
        measure: 'revoked key refused on the other node',
        unit: 'ms',
        ours: worst,
        target: { text: `< ${targetMilliseconds} ms`, met: worst < targetMilliseconds },
        note: `wall time after the answer to DELETE; worst of ${revocations}, median ${median(values).toFixed(1)}`,
      },
    ]
  } finally {
    for (const { child } of nodes) await child.stop()
  }
}

async function startNode(databaseUrl: string): Promise<{ child: Child; url: string }> {
  const port = await findFreePort()
  const limits = { RATE_LIMIT: '0', RATE_LIMIT_ANONYMOUS: '0' }
  const environment = { ...limits, DATABASE_URL: databaseUrl, ROLE: 'api', PORT: String(port), BOOTSTRAP_KEY: key }
  const child = new Child({ ...service, environment }, { channel: false })
  const url = `http://127.0.0.1:${port}`
  await child.answers(`${url}/v1/project`, { authorization: `Bearer ${key}` })
  return { child, url }
}

async function millisecondsToRefusal(here: string, there: string): Promise<number> {
  const created = await call(here, 'POST', '/v1/project/keys', key)
  const { id, key: secret } = (await created.json()) as { id: string; key: string }
  // The other node knows it by heart before it is revoked.
  await (await call(there, 'GET', '/v1/project', secret)).arrayBuffer()
  await (await call(here, 'DELETE', `/v1/project/keys/${id}`, key)).arrayBuffer()
  const revokedAt = performance.now()
  for (;;) {
    const { status } = await call(there, 'GET', '/v1/project', secret)
    if (status === 401) return performance.now() - revokedAt
  }
}

function call(url: string, method: string, path: string, secret: string): Promise<Response> {
  return fetch(url + path, { method, headers: { authorization: `Bearer ${secret}` } })
}
