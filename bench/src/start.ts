import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '../../scripts/private-postgres.ts'
import { Child, service } from './child.ts'
import { listValues, type Measurement, median, type Options, type Row } from './measurement.ts'
import { readTree } from './process-tree.ts'
import { withScratchFolder } from './scratch-folder.ts'

const starts = 5
/** How long after the first answer memory is read: by then nothing is left to do. */
const restMs = 10_000
const targets = { first_seconds: 2, later_seconds: 0.9, rest_mb: 220 }
const key = `svc_${'b'.repeat(40)}`

export const start: Measurement = {
  name: 'start',
  describe: 'time from the start of the process to the first answer, and memory at rest',
  run: (options) => withScratchFolder((folder) => measure(folder, options)),
}

async function measure(folder: string, { progress }: Options): Promise<Row[]> {
  const firsts: Start[] = []
  for (let index = 1; index <= starts; index++) {
    progress(`first start ${index} of ${starts}`)
    firsts.push(await startOnce(join(folder, `data-${index}`)))
  }
  const laters: Start[] = []
  for (let index = 1; index <= starts; index++) {
    progress(`start ${index} of ${starts}`)
    laters.push(await startOnce(join(folder, 'data-1')))
  }
  const rests = laters.map(({ rest_mb }) => rest_mb)
  return [
    rowOf('existing folder', laters, targets.later_seconds),
    rowOf('empty folder', firsts, targets.first_seconds),
    {
      measure: 'at rest after a start',
      unit: 'MB',
      ours: median(rests),
      target: { text: `< ${targets.rest_mb} MB`, met: median(rests) < targets.rest_mb },
      note: `proportional, all processes: ${listValues(rests)}`,
    },
  ]
}

function rowOf(name: string, measured: Start[], target: number): Row {
  const seconds = measured.map((one) => one.seconds)
  const cpu = measured.map(({ cpu_seconds }) => cpu_seconds)
  return {
    measure: `start, ${name}`,
    unit: 's',
    ours: median(seconds),
    target: { text: `< ${target} s`, met: median(seconds) < target },
    note: `wall time ${listValues(seconds, 2)}; CPU of all processes ${listValues(cpu, 2)}`,
  }
}

interface Start {
  /** Until the first answer. */
  seconds: number
  cpu_seconds: number
  rest_mb: number
}

async function startOnce(folder: string): Promise<Start> {
  const port = await findFreePort()
  const environment = { DATA_DIR: folder, PORT: String(port), BOOTSTRAP_KEY: key }
  const startedAt = performance.now()
  const child = new Child({ ...service, environment }, { channel: false })
  try {
    await child.answers(`http://127.0.0.1:${port}/v1/project`, { authorization: `Bearer ${key}` })
    const seconds = (performance.now() - startedAt) / 1000
    const cpu_seconds = readTree(child.process.pid).milliseconds / 1000
    await sleep(restMs)
    return { seconds, cpu_seconds, rest_mb: readTree(child.process.pid).megabytes }
  } finally {
    await child.stop()
  }
}
