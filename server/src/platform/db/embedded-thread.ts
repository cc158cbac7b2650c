import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { fuzzystrmatch } from '@electric-sql/pglite/contrib/fuzzystrmatch'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'

// Runs in its own thread: a statement of two seconds must not stop the event loop that serves HTTP.
// Only bytes of the PostgreSQL wire protocol cross the border. Parsed messages must not: an error
// loses its class and code in structured clone, and a failed statement would look like a success.

const port = parentPort
if (!port) throw new Error('embedded-thread.ts runs as a worker thread only')

const { folder } = workerData as { folder: string }

try {
  const database = await PGlite.create({
    dataDir: folder,
    extensions: { pg_trgm, unaccent, fuzzystrmatch },
  })
  port.on('message', async (message: Uint8Array | 'close') => {
    if (message === 'close') {
      await database.close()
      process.exit(0)
    }
    const answer = (await database.execProtocolRaw(message)).slice()
    port.postMessage(answer, [answer.buffer])
  })
  port.postMessage('ready')
} catch (error) {
  port.postMessage({ failed: error instanceof Error ? error.message : String(error) })
}
