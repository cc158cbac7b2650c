import { expect, it } from 'vitest'
import { files, readRepositoryFile } from './repository.ts'

// Code of others runs when the service runs, and not when it is installed.

const folders = files.filter((path) => /(^|\/)package-lock\.json$/.test(path)).map((path) => path.replace(/[^/]+$/, ''))

it('has a lock for the service, its tools and its measurements', () => {
  expect(folders.toSorted()).toEqual(['', 'bench/', 'tools/'])
})

it.each(folders)('packages in "%s" run no scripts when they are installed, and none needs to', (folder) => {
  expect(readRepositoryFile(`${folder}.npmrc`).split('\n')).toContain('ignore-scripts=true')
  const { packages } = JSON.parse(readRepositoryFile(`${folder}package-lock.json`)) as {
    packages: Record<string, { hasInstallScript?: boolean }>
  }
  expect(Object.keys(packages).length).toBeGreaterThan(10)
  expect(Object.keys(packages).filter((name) => packages[name]?.hasInstallScript)).toEqual([])
})
