import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

// The embedded database is compiled anew by every thread that opens it, and made faster while it runs, which together
// is most of what a small test file takes. V8 shares the code among the threads of a process for as long as one of
// them holds the module: this one does.

declare const WebAssembly: { compile(bytes: Uint8Array): Promise<object> }

const kept = globalThis as { polegraphKeptModules?: Promise<object[]> }

kept.polegraphKeptModules ??= Promise.all(
  ['pglite.wasm', 'initdb.wasm'].map((name) => {
    const file = new URL(name, import.meta.resolve('@electric-sql/pglite'))
    return WebAssembly.compile(readFileSync(fileURLToPath(file)))
  }),
)
await kept.polegraphKeptModules
