import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { PostgresMissing, startPrivatePostgres } from '../../scripts/private-postgres.ts'

/**
 * Gives `work` an empty database, on the server that BENCH_DATABASE_URL names or on a private one.
 * Answers undefined where there is no PostgreSQL at all.
 */
export async function withDatabase<Result>(work: (url: string) => Promise<Result>): Promise<Result | undefined> {
  const given = process.env.BENCH_DATABASE_URL
  if (given) return withDatabaseOn(given, work)
  let postgres: Awaited<ReturnType<typeof startPrivatePostgres>>
  try {
    postgres = await startPrivatePostgres()
  } catch (error) {
    if (error instanceof PostgresMissing) return undefined
    throw error
  }
  try {
    return await withDatabaseOn(postgres.url, work)
  } finally {
    await postgres.stop()
  }
}

async function withDatabaseOn<Result>(serverUrl: string, work: (url: string) => Promise<Result>): Promise<Result> {
  const name = `polegraph_bench_${randomBytes(6).toString('hex')}`
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  await runStatement(serverUrl, `create database ${name}`)
  try {
    return await work(url.href)
  } finally {
    await runStatement(serverUrl, `drop database ${name} with (force)`)
  }
}

async function runStatement(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
