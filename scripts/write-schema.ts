import { writeFile } from 'node:fs/promises'
import { firstMigration, readSchema } from './schema-files.ts'

await writeFile(firstMigration, await readSchema())
