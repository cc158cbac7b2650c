import type { Database } from '../../src/platform/db/database.ts'

/** Counts the statements about a table that were sent outside of transactions. Workers query other tables meanwhile. */
export async function countQueries(db: Database, table: string, work: () => Promise<unknown>): Promise<number> {
  const { query, prompt } = db
  const promptly = prompt.query
  const isAbout = new RegExp(`\\b${table}\\b`)
  let count = 0
  db.query = (...args) => {
    if (isAbout.test(args[0])) count++
    return query.apply(db, args) as never
  }
  prompt.query = (...args) => {
    if (isAbout.test(args[0])) count++
    return promptly.apply(prompt, args) as never
  }
  await work()
  db.query = query
  prompt.query = promptly
  return count
}
