import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findFreePort } from '../../../../scripts/private-postgres.ts'
import { withDatabase } from '../../bench-database.ts'
import { service, startServer } from '../../child.ts'
import { withScratchFolder } from '../../scratch-folder.ts'
import { type ServedSites, type SiteFile, serveSites } from './serve-sites.ts'

// A service that crawls sites of this machine as fast as it can: on PostgreSQL where there is one, else embedded.

export interface CrawlingService {
  url: string
  key: string
  served: ServedSites
}

interface ServedWorld {
  hosts: string[]
  find(host: string, path: string): SiteFile | undefined
  /** More settings of the service. */
  environment?: Record<string, string>
}

const key = `svc_${'e'.repeat(40)}`

export function withCrawlingService<Result extends object>(
  { hosts, find, environment = {} }: ServedWorld,
  work: (crawling: CrawlingService) => Promise<Result>,
): Promise<Result> {
  return withScratchFolder(async (folder) => {
    const served = await serveSites(find)
    const hostsFile = join(folder, 'hosts')
    await writeFile(hostsFile, hosts.map((host) => `${host} 127.0.0.1:${served.port}\n`).join(''))
    const run = async (database: Record<string, string>) => {
      const port = await findFreePort()
      const url = `http://127.0.0.1:${port}`
      const settings = {
        BOOTSTRAP_KEY: key,
        RATE_LIMIT: '0',
        CRAWL_DELAY_MS: '0',
        LOG_LEVEL: 'error',
        PORT: String(port),
      }
      const server = startServer({
        ...service,
        environment: { ...settings, CRAWL_HOSTS_FILE: hostsFile, ...environment, ...database },
      })
      try {
        await server.answers(`${url}/readyz`, {})
        return await work({ url, key, served })
      } finally {
        await server.stop()
      }
    }
    try {
      return (
        (await withDatabase((url) => run({ DATABASE_URL: url }))) ?? (await run({ DATA_DIR: join(folder, 'data') }))
      )
    } finally {
      served.close()
    }
  })
}
