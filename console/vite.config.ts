import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const service = process.env.POLEGRAPH_URL ?? 'http://127.0.0.1:8080'

/** Writes what the server sends beside each file: compressing at a request would take longer than sending. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    closeBundle() {
      const folder = join(import.meta.dirname, 'dist')
      for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        const file = join(folder, name)
        if (!/\.(?:js|css|svg|json)$/.test(name) || statSync(file).size < 1024) continue
        const bytes = readFileSync(file)
        writeFileSync(`${file}.br`, brotliCompressSync(bytes))
        writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
      }
    },
  }
}

export default defineConfig({
  root: import.meta.dirname,
  // Addresses are relative to the base of the page, which the server knows.
  base: './',
  plugins: [react(), compressed()],
  build: {
    target: 'es2023',
    // A font or picture in the script or the styles could not be kept by browsers on its own.
    assetsInlineLimit: 0,
    // The borders of countries are data, and come when the map is zoomed.
    chunkSizeWarningLimit: 800,
    license: { fileName: 'licenses.md' },
    rolldownOptions: {
      // Compressing takes most of the time, and is meant to.
      checks: { pluginTimings: false },
      output: {
        // What several pages share comes in one file: twenty small ones would take longer to ask for than to send.
        codeSplitting: {
          groups: [
            {
              name: 'shared',
              test: /node_modules\/@(?:mantine|tanstack)\/|(?:console\/src\/shared|contract\/src)\//,
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: {
      // The service accepts changes with a cookie from its own origin only.
      '^/(v1|docs|healthz|readyz)(/|$|\\?)': { target: service, headers: { origin: service } },
    },
  },
})
