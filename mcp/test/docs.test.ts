import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { defaultCharacters } from '../src/answer-text.ts'
import { readingTools } from '../src/tools/reading.ts'
import { writingTools } from '../src/tools/writing.ts'

const page = readFileSync(new URL('../../docs/mcp.md', import.meta.url), 'utf8')

it('docs/mcp.md lists every tool, in order, and no other', () => {
  const listed = [...page.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name)
  expect(listed).toEqual([...readingTools, ...writingTools].map(({ name }) => name))
})

it('docs/mcp.md has the length of an answer', () => {
  expect(page).toContain(`\`max_characters\` (${defaultCharacters.toLocaleString('en')} unless`)
})
