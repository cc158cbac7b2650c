import type { Database } from '../../src/platform/db/database.ts'

/**
 * Counts the statements with these words (a pattern, as a rule a table's name) that were sent outside of transactions.
 * Jobs query meanwhile too, so the words must be none of theirs.
 */
export async function countQueries(db: Database, words: string, work: () => Promise<unknown>): Promise<number> {
  const { query, prompt } = db
  const promptly = prompt.query
  const isAbout = new RegExp(`\\b${words}\\b`)
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
