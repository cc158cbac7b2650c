import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'

const console = resolve(import.meta.dirname, '../..')

/** Builds the console when a file of it is newer than what was built. */
export function setup(): void {
  const built = join(console, 'dist/index.html')
  const files = ['src', 'public', '../sdk/src', '../contract/src'].flatMap((folder) =>
    readdirSync(join(console, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  const newest = Math.max(...[...files, 'index.html', 'vite.config.ts'].map((name) => changedAt(join(console, name))))
  if (existsSync(built) && changedAt(built) > newest) return
  // Vitest's own NODE_ENV would make a build for developers.
  const env = { ...process.env, NODE_ENV: 'production' }
  execFileSync('npm', ['run', 'build'], { cwd: console, env, stdio: ['ignore', 'ignore', 'inherit'] })
}

const changedAt = (file: string) => statSync(file).mtimeMs
