import type { PageReading, ParseJob } from '../../reader/read-page/parse-job.ts'
import type { ParseThreads } from '../../reader/read-page/parse-threads.ts'

/** Waits for the parser, unless the signal is aborted first. */
export async function parseUnless(
  signal: AbortSignal,
  parser: ParseThreads,
  projectId: string,
  job: ParseJob,
): Promise<PageReading> {
  signal.throwIfAborted()
  let abort: () => void = () => undefined
  const broken = new Promise<never>((_resolve, reject) => {
    abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
  })
  try {
    return await Promise.race([parser.parse(projectId, job), broken])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
