import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

// Every thread that opens the embedded database compiles it anew and optimises it while it runs, which is most of the
// time of a small test file. V8 shares the code among the threads of a process as long as one of them holds the module:
// this one does.

declare const WebAssembly: { compile(bytes: Uint8Array): Promise<object> }

const kept = globalThis as { polegraphKeptModule?: Promise<object> }

const file = new URL('pglite.wasm', import.meta.resolve('@electric-sql/pglite'))
kept.polegraphKeptModule ??= WebAssembly.compile(readFileSync(fileURLToPath(file)))
await kept.polegraphKeptModule
