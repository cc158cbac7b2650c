import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

// Run by `npm ci`: loads the service, so that Node keeps what it has compiled of it (NODE_COMPILE_CACHE) and the first start need
// not compile anything.

const service = (path: string) => new URL(`../server/src/${path}`, import.meta.url)

// Whoever imports it starts the service: so it gets a setting that it refuses.
const environment = { ...process.env, PORT: 'none' }
const main = fileURLToPath(service('main.ts'))
spawnSync(process.execPath, [...process.execArgv, main], { env: environment, stdio: 'ignore' })

await import(service('service/start.ts').href)
await import(service('service/worker.ts').href)
// It ends where it finds that it is no thread, and is compiled by then.
await import(service('reader/read-page/parse-thread.ts').href).catch(() => undefined)
