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
    /** A data folder of its own, into which a database of another version of PostgreSQL is moved. */
    moving: join(own, 'moving'),
    /** Where the database that was moved is kept. */
    formerOf: (version: string) => join(own, `postgres-${version}`),
    /** Says which process has the lock. */
    holderFile: join(own, 'lock.json'),
    /** The database of versions in which PostgreSQL was no process of its own. */
    earlier: join(own, 'database'),
  }
}

export type Layout = ReturnType<typeof layoutOf>
