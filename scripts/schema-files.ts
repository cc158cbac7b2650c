import { readdir, readFile } from 'node:fs/promises'
import { basename } from 'node:path'

// The schema as people read and change it: one SQL file per noun, in the order of their numbers, whatever folder it is in.

const schemaFolder = new URL('../server/schema/', import.meta.url)

/**
 * The first migration is the schema files one after the other, and `npm run schema` writes it. From the first release on
 * it stays as it is: a change is then made in the schema files and in a new migration, and a test holds both equal.
 */
export const firstMigration = new URL('../server/migrations/0001_initial.sql', import.meta.url)

const heading = '-- Written by `npm run schema` from server/schema/. Do not edit.\n'

export async function readSchema(): Promise<string> {
  const names = (await readdir(schemaFolder, { recursive: true })).filter((name) => name.endsWith('.sql'))
  const inOrder = names.toSorted((a, b) => (basename(a) < basename(b) ? -1 : 1))
  const files = await Promise.all(inOrder.map((name) => readFile(new URL(name, schemaFolder), 'utf8')))
  return [heading, ...files].join('\n')
}
