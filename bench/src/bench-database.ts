import { join } from 'node:path'
import { findFreePort } from '../../scripts/private-postgres.ts'
import { OwnServer } from '../../server/src/platform/embedded/own-server.ts'
import { createLog } from '../../server/src/platform/log.ts'
import { withScratchFolder } from './scratch-folder.ts'

/** Gives `work` the address of an empty database, for what several programs share: the PostgreSQL that the service has, with a port. */
export function withDatabase<Result>(work: (url: string) => Promise<Result>): Promise<Result> {
  return withScratchFolder(async (folder) => {
    const port = await findFreePort()
    const server = new OwnServer({
      ...{ folder: join(folder, 'server'), log: createLog({ level: 'silent' }) },
      settings: { listen_addresses: '127.0.0.1', port: String(port), max_connections: '100' },
    })
    await server.start()
    try {
      return await work(`postgres://postgres@127.0.0.1:${port}/postgres`)
    } finally {
      await server.stop()
    }
  })
}
