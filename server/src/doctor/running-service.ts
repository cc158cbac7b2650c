import { isFolderLocked } from '../platform/embedded/folder-holder.ts'

/** The service that listens where this one would. */
export interface RunningService {
  version: string
  database: string
}

const withinMs = 3_000

/** Whether it may be the one of these settings: its database is of the same kind, and their folder is in use. */
export function mayUse(
  { database }: RunningService,
  settings: { DATABASE_URL?: string | undefined; DATA_DIR: string },
) {
  if (settings.DATABASE_URL) return database === 'postgresql'
  return database === 'embedded' && isFolderLocked(settings.DATA_DIR)
}

/** The address under which this machine reaches a service that listens on HOST. */
export function localAddress({ HOST, PORT }: { HOST: string; PORT: number }): string {
  const host = HOST === '0.0.0.0' ? '127.0.0.1' : HOST === '::' ? '::1' : HOST
  return `http://${host.includes(':') ? `[${host}]` : host}:${PORT}`
}

/** Undefined where nobody listens, or somebody else. */
export async function findRunning(config: { HOST: string; PORT: number }): Promise<RunningService | undefined> {
  if (config.PORT === 0) return undefined
  try {
    const answer = await fetch(`${localAddress(config)}/v1/status`, { signal: AbortSignal.timeout(withinMs) })
    const { version, database, queue } = (await answer.json()) as Partial<RunningService> & { queue?: object }
    return version && database && queue ? { version, database } : undefined
  } catch {
    return undefined
  }
}
