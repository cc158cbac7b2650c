import { readFileSync } from 'node:fs'

const description = readFileSync(new URL('../package.json', import.meta.url), 'utf8')

export const cliVersion = (JSON.parse(description) as { version: string }).version
