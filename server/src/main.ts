import { type ResolveFnOutput, registerHooks } from 'node:module'

// Where a start begins: says where files are, and runs the program (programs/run.ts). Loading its 700 files is most of a start.

const nothing = { url: 'data:text/javascript,', format: 'module', shortCircuit: true }
const found = new Map<string, ResolveFnOutput>()

registerHooks({
  resolve(name, context, next) {
    // Files of the program lie beside the one that imports them. Node would look at the disk for each of 1,800 imports: a fifth of a start.
    if (/^\.\.?\/.+\.ts$/.test(name)) {
      return { url: new URL(name, context.parentURL).href, format: 'module-typescript', shortCircuit: true }
    }
    // The texts of zod in sixty languages are not needed: the contract has texts of its own.
    if (name === '../locales/index.js' && context.parentURL?.includes('/zod/')) return nothing
    if (!name.startsWith('@polegraph/')) return next(name, context)
    const known = found.get(name) ?? { ...next(name, context), shortCircuit: true }
    found.set(name, known)
    return known
  },
})

await import('./programs/run.ts')
