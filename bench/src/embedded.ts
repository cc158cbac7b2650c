import { fileURLToPath } from 'node:url'
import { Child } from './child.ts'
import type { EmbeddedFigures } from './embedded-process.ts'
import { listValues, type Measurement, type Options, type Row } from './measurement.ts'
import { withScratchFolder } from './scratch-folder.ts'

const targetMilliseconds = 50
const script = fileURLToPath(new URL('./embedded-process.ts', import.meta.url))

export const embedded: Measurement = {
  name: 'embedded',
  describe: 'event loop of the process while its embedded database runs a slow statement',
  run: (options) => withScratchFolder((folder) => measure(folder, options)),
}

async function measure(folder: string, { progress }: Options): Promise<Row[]> {
  progress('slow statements, selects and inserts')
  const child = new Child(
    { script, flags: ['--disable-warning=ExperimentalWarning'], args: [folder] },
    { channel: false },
  )
  const figures = JSON.parse(await child.output()) as EmbeddedFigures
  const { slow, idle, selects, inserts } = figures
  const worst = Math.max(...slow.map(({ maxDelayMs }) => maxDelayMs))
  const seconds = listValues(
    slow.map((run) => run.seconds),
    1,
  )
  const delays = listValues(
    slow.map((run) => run.maxDelayMs),
    1,
  )
  return [
    {
      measure: 'event-loop delay, slow statement',
      unit: 'ms',
      ours: worst,
      target: { text: `< ${targetMilliseconds} ms`, met: worst < targetMilliseconds },
      note: `worst of ${slow.length} statements of ${seconds} s: ${delays}; nothing running: ${idle.maxDelayMs.toFixed(1)}`,
    },
    rateRow('selects by primary key', selects),
    rateRow('single-row insert transactions', inserts),
  ]
}

function rateRow(measure: string, { perSecond, cpuMicroseconds }: EmbeddedFigures['selects']): Row {
  const note = `one after the other, by the clock; ${Math.round(cpuMicroseconds)} µs CPU each`
  return { measure: `embedded, ${measure}`, unit: '/s', ours: perSecond, note }
}
