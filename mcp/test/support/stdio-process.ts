import { runStdio } from '../../src/stdio.ts'

// What `polegraph mcp` does.

const [url = '', key = '', mayWrite] = process.argv.slice(2)
await runStdio({ url, key, mayWrite: mayWrite === 'true' })
