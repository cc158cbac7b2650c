import { join, resolve } from 'node:path'

/** What lies in a data folder for PostgreSQL. */
export const layoutOf = (folder: string) => {
  const own = resolve(folder)
  return {
    folder: own,
    database: join(own, 'postgres'),
    /** A database that is being made. */
    making: join(own, 'postgres.new'),
    libraries: join(own, 'libraries'),
    lockFile: join(own, 'lock'),
    holderFile: join(own, 'lock.json'),
    /** The database of versions in which PostgreSQL was no process of its own. */
    earlier: join(own, 'database'),
  }
}

export type Layout = ReturnType<typeof layoutOf>
