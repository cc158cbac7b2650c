import { readdir, readFile } from 'node:fs/promises'

// The schema as people read and change it: one SQL file per noun, in the order of their numbers.

const schemaFolder = new URL('../server/schema/', import.meta.url)

/**
 * The first migration is the schema files one after the other, and `npm run schema` writes it. From the first release on
 * it stays as it is: a change is then made in the schema files and in a new migration, and a test holds both equal.
 */
export const firstMigration = new URL('../server/migrations/0001_initial.sql', import.meta.url)

const heading = '-- Written by `npm run schema` from server/schema/. Do not edit.\n'

export async function readSchema(): Promise<string> {
  const names = (await readdir(schemaFolder)).filter((name) => name.endsWith('.sql')).sort()
  const files = await Promise.all(names.map((name) => readFile(new URL(name, schemaFolder), 'utf8')))
  return [heading, ...files].join('\n')
}
