import { existsSync } from 'node:fs'
import { join } from 'node:path'

// The peers that we measure against are 400 MB, so they are no part of the root install.
if (!existsSync(join(import.meta.dirname, 'node_modules'))) {
  console.error('The packages of bench/ are not installed. Install them with: npm ci --prefix bench')
  process.exit(69)
}
