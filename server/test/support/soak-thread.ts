import { type MessagePort, workerData } from 'node:worker_threads'

// The thread of the embedded database, with a second port that says how much memory the thread keeps.

const { memory } = workerData as { memory: MessagePort }
memory.on('message', () => {
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  memory.postMessage(heapUsed + external)
})
await import('../../src/platform/db/embedded-thread.ts')
