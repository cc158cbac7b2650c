import { existsSync } from 'node:fs'
import { join } from 'node:path'

// node scripts/check-installed.ts bench: what only measurements or checks need is no part of the root install.
const [folder = ''] = process.argv.slice(2)
if (!existsSync(join(import.meta.dirname, '..', folder, 'node_modules'))) {
  console.error(`The packages of ${folder}/ are not installed. Install them with: npm ci --prefix ${folder}`)
  process.exit(69)
}
