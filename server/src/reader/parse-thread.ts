import { parentPort } from 'node:worker_threads'
import { packPage } from './packed-page.ts'
import type { ParseJob } from './parse-job.ts'
import { readAnswer } from './read-answer.ts'

// A thread that reads pages, one at a time. It knows nothing but how.

const port = parentPort
if (!port) throw new Error('this file is run as a thread')

port.on('message', (job: ParseJob) => {
  try {
    const reading = readAnswer(job)
    port.postMessage({ reading: reading.kind === 'other' ? reading : { ...reading, page: packPage(reading.page) } })
  } catch (error) {
    port.postMessage({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
})
port.postMessage({ is_ready: true })
