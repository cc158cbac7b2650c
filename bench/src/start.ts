import { join } from 'node:path'
import { findFreePort } from '../../scripts/private-postgres.ts'
import { Child, service } from './child.ts'
import { listValues, type Measurement, median, type Options, type Row } from './measurement.ts'
import { withScratchFolder } from './scratch-folder.ts'

const starts = 5
const targetSeconds = 1.5
const key = `svc_${'b'.repeat(40)}`

export const start: Measurement = {
  name: 'start',
  describe: 'time from the start of the process to the first answer, embedded database',
  run: (options) => withScratchFolder((folder) => measure(folder, options)),
}

async function measure(folder: string, { progress }: Options): Promise<Row[]> {
  const firsts: number[] = []
  for (let index = 1; index <= starts; index++) {
    progress(`first start ${index} of ${starts}`)
    firsts.push(await secondsToAnswer(join(folder, `data-${index}`)))
  }
  const values: number[] = []
  for (let index = 1; index <= starts; index++) {
    progress(`start ${index} of ${starts}`)
    values.push(await secondsToAnswer(join(folder, 'data-1')))
  }
  const ours = median(values)
  return [
    {
      measure: 'start, existing folder',
      unit: 's',
      ours,
      target: { text: `< ${targetSeconds} s`, met: ours < targetSeconds },
      note: `wall time; ${listValues(values, 2)}`,
    },
    { measure: 'start, empty folder', unit: 's', ours: median(firsts), note: `wall time; ${listValues(firsts, 2)}` },
  ]
}

async function secondsToAnswer(folder: string): Promise<number> {
  const port = await findFreePort()
  const environment = { DATA_DIR: folder, PORT: String(port), BOOTSTRAP_KEY: key }
  const startedAt = performance.now()
  const child = new Child({ ...service, environment }, { channel: false })
  try {
    await child.answers(`http://127.0.0.1:${port}/v1/project`, { authorization: `Bearer ${key}` })
    return (performance.now() - startedAt) / 1000
  } finally {
    await child.stop()
  }
}
