import { constants } from 'node:os'
import { parseArgs } from 'node:util'
import { backups } from './backup.ts'
import { consoleInBrowser } from './console/console.ts'
import { crawl } from './crawl/crawl.ts'
import { neighbours } from './crawl/neighbours.ts'
import { soak } from './crawl/soak.ts'
import { corpusFolder } from './eval/evaluation.ts'
import { sse } from './events/sse.ts'
import { watched } from './events/watchers.ts'
import { webhookDeliveries } from './events/webhooks.ts'
import { exports } from './export.ts'
import { curation } from './graph/curation.ts'
import { graph } from './graph/graph.ts'
import { http } from './http.ts'
import type { Measurement, Row } from './measurement.ts'
import { away } from './nodes/away.ts'
import { cluster } from './nodes/cluster.ts'
import { processes } from './nodes/processes.ts'
import { pdf } from './pdf.ts'
import { renderJson, renderTable } from './report.ts'
import { revocation } from './revocation.ts'
import { start } from './start.ts'

// npm run bench -- [names...] [--corpus DIR] [--json]. It reports: a target that is missed is no failure, a crash is one.

const measurements: Measurement[] = [
  http,
  start,
  revocation,
  sse,
  webhookDeliveries,
  watched,
  crawl,
  pdf,
  exports,
  backups,
  graph,
  curation,
  soak,
  neighbours,
  processes,
  cluster,
  away,
  consoleInBrowser,
]

// Ending by `exit` ends the children and removes the folders; ending by a signal would not.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => process.exit(128 + constants.signals[signal]))
}

function refuse(message: string): never {
  console.error(message)
  console.error('usage: npm run bench -- [names...] [--corpus DIR] [--json]')
  for (const { name, describe } of measurements) console.error(`  ${name.padEnd(10)}${describe}`)
  process.exit(64)
}

function readArguments(): { names: string[]; corpus: string; json: boolean } {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { corpus: { type: 'string' }, json: { type: 'boolean' } },
    })
    return { names: positionals, corpus: corpusFolder(values.corpus), json: values.json ?? false }
  } catch (error) {
    refuse(error instanceof Error ? error.message : String(error))
  }
}

const { names, corpus, json } = readArguments()
for (const name of names) {
  if (!measurements.some((measurement) => measurement.name === name)) refuse(`there is no measurement ${name}`)
}

const rows: Row[] = []
for (const { name, run } of measurements) {
  if (names.length > 0 && !names.includes(name)) continue
  const progress = (text: string) => console.error(`${name}: ${text}`)
  rows.push(...(await run({ progress, corpus })))
}
console.log(json ? renderJson(rows) : renderTable(rows))
