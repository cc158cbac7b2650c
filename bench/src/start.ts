import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '../../scripts/private-postgres.ts'
import { type Child, readCpu, service, startServer } from './child.ts'
import { listValues, type Measurement, median, type Options, type Row } from './measurement.ts'
import { withScratchFolder } from './scratch-folder.ts'

const starts = 5
/** How long after the first answer memory is read: by then nothing is left to do. */
const restMs = 10_000
const targets = { first: { seconds: 2.5, peak_mb: 600 }, later: { seconds: 1.2, peak_mb: 520 }, rest_mb: 350 }
const key = `svc_${'b'.repeat(40)}`

export const start: Measurement = {
  name: 'start',
  describe: 'time and memory from the start of the process to the first answer, embedded database',
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
    ...rowsOf('existing folder', laters, targets.later),
    ...rowsOf('empty folder', firsts, targets.first),
    {
      measure: 'at rest after a start',
      unit: 'MB',
      ours: median(rests),
      target: { text: `< ${targets.rest_mb} MB`, met: median(rests) < targets.rest_mb },
      note: listValues(rests),
    },
  ]
}

function rowsOf(name: string, measured: Start[], target: { seconds: number; peak_mb: number }): Row[] {
  const [seconds, cpu, peaks] = (['seconds', 'cpu_seconds', 'peak_mb'] as const).map((field) =>
    measured.map((one) => one[field]),
  ) as [number[], number[], number[]]
  return [
    {
      measure: `start, ${name}`,
      unit: 's',
      ours: median(seconds),
      target: { text: `< ${target.seconds} s`, met: median(seconds) < target.seconds },
      note: `wall time ${listValues(seconds, 2)}; CPU ${listValues(cpu, 2)}`,
    },
    {
      measure: `most memory of a start, ${name}`,
      unit: 'MB',
      ours: median(peaks),
      target: { text: `< ${target.peak_mb} MB`, met: median(peaks) < target.peak_mb },
      note: listValues(peaks),
    },
  ]
}

interface Start {
  /** Until the first answer. */
  seconds: number
  cpu_seconds: number
  peak_mb: number
  rest_mb: number
}

async function startOnce(folder: string): Promise<Start> {
  const port = await findFreePort()
  const environment = { DATA_DIR: folder, PORT: String(port), BOOTSTRAP_KEY: key }
  const startedAt = performance.now()
  const child: Child = startServer({ ...service, environment })
  try {
    await child.answers(`http://127.0.0.1:${port}/v1/project`, { authorization: `Bearer ${key}` })
    const seconds = (performance.now() - startedAt) / 1000
    const cpu_seconds = (await readCpu(child)).microseconds / 1e6
    await sleep(restMs)
    const { peak_mb } = await readCpu(child)
    return { seconds, cpu_seconds, peak_mb, rest_mb: residentMb(child.process.pid) }
  } finally {
    await child.stop()
  }
}

/** From /proc: of other systems it is not known. */
function residentMb(pid: number | undefined): number {
  const resident = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Number(resident?.[1]) / 1024
}
