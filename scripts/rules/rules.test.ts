import { describe, expect, it } from 'vitest'
import { checkFolderSizes } from './files.ts'
import { findMistakes } from './find-mistakes.ts'

// Each rule notices its breach, and leaves alone what looks like one.

/** The mistakes in a tree of these files, each given as its path and its text. */
const mistakesIn = (files: Record<string, string>) =>
  findMistakes(Object.entries(files).map(([path, text]) => ({ path, text })))

const webFile = { 'server/src/web/fetch/fetcher.ts': 'export const fetcher = 1\n' }
const readerFile = { 'server/src/reader/html/tree.ts': 'export const tree = 1\n' }

describe('a breach is noticed', () => {
  it.each<[string, Record<string, string>, RegExp]>([
    ['a name that is not kebab-case', { 'server/src/web/fetch/readPage.ts': '' }, /kebab-case/],
    ['a test with a word that says nothing', { 'server/src/web/fetch/fetcher.slow.test.ts': '' }, /kebab-case/],
    ['a drawer', { 'server/src/web/fetch/helpers.ts': '' }, /a drawer/],
    ['a long file', { 'server/src/web/fetch/long.ts': 'x\n'.repeat(401) }, /401 lines/],
    [
      'a long function',
      { 'server/src/web/fetch/a.ts': `\nfunction long(): number {\n${'  call()\n'.repeat(78)}  return 1\n}\n` },
      /a\.ts:2: a function of 81 lines/,
    ],
    [
      'a long method',
      { 'server/src/web/fetch/a.ts': `class A {\n  #long = 1\n  go({ a }: A) {\n${'    a()\n'.repeat(80)}  }\n}\n` },
      /a\.ts:3: a function of 82 lines/,
    ],
    [
      'a long component of the console',
      {
        'console/src/shared/a.tsx': `const a = <Row,>(row: Row) => {\n${'  call()\n'.repeat(80)}  return <b>{row}</b>\n}\n`,
      },
      /a\.tsx:1: a function of 83 lines/,
    ],
    ['the environment read elsewhere', { 'server/src/web/fetch/proxy.ts': 'process.env.PROXY' }, /process\.env/],
    [
      'the environment by another name',
      { 'server/src/web/fetch/proxy.ts': `import { env } from 'node:process'` },
      /process\.env/,
    ],
    ['the environment taken apart', { 'server/src/web/fetch/proxy.ts': 'const { env } = process' }, /process\.env/],
    [
      'words in a pattern',
      { 'server/src/web/fetch/a.ts': 'const days = /^(?:monday|dienstag|mercredi|jueves|venerd[iì]|sabato)$/\n' },
      /more than 4 words in a pattern \(monday\|dienstag/,
    ],
    ['a cache of its own', { 'server/src/web/fetch/a.ts': `import { LRUCache } from 'lru-cache'` }, /in bytes/],
    [
      'a test in the product',
      { 'server/src/web/fetch/a.ts': `import { b } from '../../../test/support/harness.ts'\n` },
      /users do not run/,
    ],
    [
      'a type that is another under a new name',
      {
        'server/src/web/fetch/a.ts': `import type { Fetcher } from './fetcher.ts'\nexport type Client = Fetcher\n`,
        'server/src/web/fetch/fetcher.ts': 'export interface Fetcher {}\n',
      },
      /import from the owner/,
    ],
    [
      'a second writer on a new line',
      {
        'server/src/gate/queries.ts': '`insert into gates(id) values (1)`',
        'server/src/crawl/queries.ts': '`delete from\n  gates`',
      },
      /table gates is written by gate and crawl/,
    ],
    [
      'a page that knows another page',
      {
        'console/src/pages/gate/gate-page.tsx': `import { crawl } from '../crawl/crawl-page.tsx'\n`,
        'console/src/pages/crawl/crawl-page.tsx': 'export const crawl = 1\n',
      },
      /a page does not import another page/,
    ],
    [
      'tools for models that know the server',
      { 'mcp/src/a.ts': `import { b } from '../../server/src/service/app.ts'\n` },
      /knows the service by its client/,
    ],
    [
      'a slice that knows the tools for models',
      { 'server/src/gate/a.ts': `import { b } from '@polegraph/mcp/http.ts'\n` },
      /users do not run/,
    ],
    [
      'a console that knows the server',
      { 'console/src/shared/a.ts': `import type { id } from '@polegraph/contract/fields.ts'\n` },
      /imports only the client and the limits/,
    ],
    [
      'an action of a page that is told nothing of a second click',
      { 'console/src/pages/gate/a.tsx': `import { useMutation } from '@tanstack/react-query'\n` },
      /useMutation: use console\/src\/shared\/forms\/use-action\.tsx/,
    ],
    [
      'a list that a page reads by itself',
      { 'console/src/pages/gate/a.tsx': `import { useInfiniteQuery, useQuery } from '@tanstack/react-query'\n` },
      /useInfiniteQuery: use console\/src\/shared\/lists\/use-list\.ts/,
    ],
    [
      'a limit of the contract that a form has as a number',
      { 'console/src/shared/a.tsx': '<TextInput label="Name" maxLength={200} />\n' },
      /maxLength=\{200\}: take it from/,
    ],
    [
      'a command line that knows the contract',
      { 'cli/src/a.ts': `import { limits } from '@polegraph/contract/limits.ts'\n` },
      /imports only the client/,
    ],
    [
      'a command that knows another command',
      {
        'cli/src/commands/a.ts': `import { b } from './b.ts'\n`,
        'cli/src/commands/b.ts': 'export const b = 1\n',
      },
      /only the table of commands/,
    ],
    ['the environment read by a command', { 'cli/src/commands/a.ts': 'process.env.HOME' }, /process\.env/],
    [
      'what is shared that knows a page',
      {
        'console/src/shared/a.tsx': `import { b } from '../pages/gate/b.tsx'\n`,
        'console/src/pages/gate/b.tsx': 'export const b = 1\n',
      },
      /shared must not import/,
    ],
    [
      'a demo that knows the contract',
      { 'demo/src/a.ts': `import type { id } from '@polegraph/contract/fields.ts'\n` },
      /imports only the client and Node/,
    ],
    ['a package in the demo', { 'demo/src/a.ts': `import pc from 'picocolors'\n` }, /imports only the client and Node/],
    ['a folder without a tier', { 'server/src/attic/box.ts': '' }, /its tier/],
    [
      'an import from a higher tier',
      { 'server/src/web/fetch/a.ts': `import { tree } from '../../reader/html/tree.ts'\n`, ...readerFile },
      /web\/fetch must not import/,
    ],
    [
      'an import from a higher inner room',
      {
        'server/src/reader/html/a.ts': `import { b } from '../blocks/b.ts'\n`,
        'server/src/reader/blocks/b.ts': 'export const b = 1\n',
      },
      /reader\/html must not import/,
    ],
    [
      'an import between rooms of one tier',
      {
        'server/src/graph/memory/a.ts': `import { b } from '../export/b.ts'\n`,
        'server/src/graph/export/b.ts': 'export const b = 1\n',
      },
      /graph\/memory must not import/,
    ],
    [
      'the statements of another slice',
      {
        'server/src/crawl/a.ts': `import { b } from '../frontier/links/link-queries.ts'\n`,
        'server/src/frontier/links/link-queries.ts': 'export const b = 1\n',
      },
      /private to its slice/,
    ],
    [
      'the routes of another slice',
      {
        'server/src/crawl/a.ts': `import { b } from '../gate/routes.ts'\n`,
        'server/src/gate/routes.ts': 'export const b = 1\n',
      },
      /private to its slice/,
    ],
    [
      'the server in the contract',
      { 'contract/src/a.ts': `import { fetcher } from '../../server/src/web/fetch/fetcher.ts'\n`, ...webFile },
      /imports nothing of ours/,
    ],
    [
      'a re-export in the client',
      { 'sdk/src/a.ts': `export { b } from './b.ts'\n`, 'sdk/src/b.ts': 'export const b = 1\n' },
      /import from the owner/,
    ],
    [
      'the server in a client',
      { 'sdk/src/a.ts': `import { fetcher } from '../../server/src/web/fetch/fetcher.ts'\n`, ...webFile },
      /nobody imports the server/,
    ],
    [
      'a circle of two files',
      {
        'server/src/web/fetch/a.ts': `import { b } from './b.ts'\nexport const a = 1\n`,
        'server/src/web/fetch/b.ts': `import { a } from './a.ts'\nexport const b = 1\n`,
      },
      /a circle of files/,
    ],
    [
      'a circle of types',
      {
        'server/src/web/fetch/a.ts': `import type { B } from './b.ts'\nexport type A = B[]\n`,
        'server/src/web/fetch/b.ts': `import type { C } from './c.ts'\nexport type B = C[]\n`,
        'server/src/web/fetch/c.ts': `import type { A } from './a.ts'\nexport type C = A[]\n`,
      },
      /a circle of files/,
    ],
    [
      'a name with two owners',
      {
        'server/src/web/fetch/a.ts': 'export const limit = 1\n',
        'server/src/gate/b.ts': 'export function limit() {}\n',
      },
      /limit is exported by server\/src\/web\/fetch\/a\.ts and server\/src\/gate\/b\.ts/,
    ],
    [
      'a circle in the console',
      {
        'console/src/pages/gate/a.tsx': `import { b } from './b.tsx'\nexport const a = 1\n`,
        'console/src/pages/gate/b.tsx': `import { a } from './a.tsx'\nexport const b = 1\n`,
      },
      /a circle of files/,
    ],
    [
      'a name of the console with two owners',
      {
        'console/src/pages/gate/a.tsx': 'export function EndTab() {}\n',
        'console/src/pages/crawl/b.tsx': 'export function EndTab() {}\n',
      },
      /EndTab is exported by console\/src\/pages\/gate\/a\.tsx and console\/src\/pages\/crawl\/b\.tsx/,
    ],
    [
      'a name of the client that the console gives to something else',
      { 'sdk/src/a.ts': 'export type Run = 1\n', 'console/src/shared/b.ts': 'export type Run = 2\n' },
      /Run is exported by/,
    ],
    [
      'a re-export in the console',
      { 'console/src/shared/a.ts': `export { b } from './b.ts'\n`, 'console/src/shared/b.ts': 'export const b = 1\n' },
      /import from the owner/,
    ],
    [
      'a re-export',
      { 'server/src/web/fetch/a.ts': `export { fetcher } from './fetcher.ts'\n`, ...webFile },
      /import from the owner/,
    ],
    [
      'a re-export of what was imported',
      { 'server/src/web/fetch/a.ts': `import { fetcher } from './fetcher.ts'\nexport { fetcher }\n`, ...webFile },
      /import from the owner/,
    ],
    [
      'a barrel',
      { 'server/src/web/fetch/a.ts': `export * from './fetcher.ts'\n`, ...webFile },
      /import from the owner/,
    ],
    [
      'a renamed import',
      {
        'server/src/web/fetch/a.ts': `import { fetcher } from './fetcher.ts'\nexport const client = fetcher\n`,
        ...webFile,
      },
      /import from the owner/,
    ],
    [
      'a table with two writers',
      {
        'server/src/gate/queries.ts': '`insert into gates (id) values (1)`',
        'server/src/crawl/queries.ts': '`update gates set id = 2`',
      },
      /table gates is written by gate and crawl/,
    ],
  ])('%s', (_name, files, mistake) => {
    const mistakes = mistakesIn(files)
    expect(mistakes).toEqual([expect.stringMatching(mistake)])
  })
})

describe('is no breach', () => {
  it.each<[string, Record<string, string>]>([
    ['a test whose name says where it runs', { 'server/src/web/fetch/fetcher.database.long.test.ts': '' }],
    ['a function of 80 lines', { 'server/src/web/fetch/a.ts': `function a() {\n${'  call()\n'.repeat(78)}}\n` }],
    ['a long table', { 'server/src/web/fetch/a.ts': `const a = {\n${'  b: () => 1,\n'.repeat(90)}}\n` }],
    ['a long test', { 'server/src/web/fetch/a.test.ts': `it('works', () => {\n${'  call()\n'.repeat(90)}})\n` }],
    ['a long table of tests', { 'server/test/a.ts': `export function limits() {\n${'  call()\n'.repeat(90)}}\n` }],
    [
      'an import from a lower tier',
      { 'server/src/reader/html/a.ts': `import { fetcher } from '../../web/fetch/fetcher.ts'\n`, ...webFile },
    ],
    [
      'the server in a test of a client',
      { 'sdk/test/a.test.ts': `import { fetcher } from '../../server/src/web/fetch/fetcher.ts'\n`, ...webFile },
    ],
    [
      'the client, Node and its own files in the demo',
      {
        'demo/src/web/a.ts': `import { once } from 'node:events'\nimport { b } from '../b.ts'\n`,
        'demo/src/b.ts': `import { Polegraph } from '@polegraph/sdk/polegraph.ts'\nexport const b = 1\n`,
      },
    ],
    [
      'a test that imports what it likes',
      { 'server/src/web/fetch/a.test.ts': `import { tree } from '../../reader/html/tree.ts'\n`, ...readerFile },
    ],
    [
      'statements of the same slice',
      {
        'server/src/graph/read/a.ts': `import { b } from '../store/state/queries.ts'\n`,
        'server/src/graph/store/state/queries.ts': 'export const b = 1\n',
      },
    ],
    [
      'a schema that begins with z',
      { 'contract/src/a.ts': `import { z } from 'zod'\nexport const a = z\n  .string()\n` },
    ],
    [
      'overloads',
      {
        'server/src/web/fetch/a.ts':
          'export function a(b: 1): 1\nexport function a(b: 2): 2\nexport function a(b: number) {}\n',
      },
    ],
    [
      'the limits of the contract in the console',
      {
        'console/src/shared/a.tsx': `import { limits } from '@polegraph/contract/limits.ts'\n`,
        'contract/src/limits.ts': 'export const limits = 1\n',
      },
    ],
    [
      'a name that the console and the server each have',
      { 'server/src/gate/a.ts': 'export interface Entity {}\n', 'console/src/shared/b.ts': 'export type Entity = 1\n' },
    ],
    [
      'the environment in an example that the console shows',
      { 'console/src/shared/a.ts': '`new Polegraph({ key: process.env.POLEGRAPH_KEY })`' },
    ],
    [
      'pages written by the crawl and the queue',
      {
        'server/src/crawl/queries.ts': '`update pages set title = 1`',
        'server/src/queue/queries.ts': '`update pages set due_at = 1`',
      },
    ],
    [
      'an upsert',
      {
        'server/src/gate/queries.ts':
          '`insert into gates (id) on conflict do update set id = 1 for update skip locked`',
      },
    ],
  ])('%s', (_name, files) => {
    expect(mistakesIn(files)).toEqual([])
  })
})

it('a folder of more than 20 files is noticed, whatever they are', () => {
  const files = (count: number) => Array.from({ length: count }, (_, at) => `server/schema/${at}.sql`)
  expect(checkFolderSizes(files(21))).toEqual([expect.stringMatching(/^server\/schema: 21 files/)])
  expect(checkFolderSizes([...files(20), 'server/schema/graph/claims.sql'])).toEqual([])
})
