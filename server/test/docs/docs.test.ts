import { quotas } from '@polegraph/contract/quotas.ts'
import { describe, expect, it } from 'vitest'
import { renderRoutes } from '../../../scripts/route-list.ts'
import { rowsOfDomain, tablesBesideDomains } from '../../src/domains/domain-tables.ts'
import { cacheBounds } from '../../src/platform/cache.ts'
import { readConfig, settingNames } from '../../src/settings/config.ts'
import { quotedConstants, wrongConstants } from './check-constants.ts'
import { brokenLinks, missingPaths, missingScripts } from './check-paths.ts'
import { unknownRoutes } from './check-routes.ts'
import { codeSpans } from './markdown.ts'
import { files, type MarkdownFile, markdownFiles, readRepositoryFile } from './repository.ts'

// What documents say about the repository is held against the repository.

const { scripts } = JSON.parse(readRepositoryFile('package.json')) as { scripts: Record<string, string> }

const pageAt = (path: string) => markdownFiles.find((file) => file.path === path) as MarkdownFile
const decisions = markdownFiles.filter(({ path }) => path.startsWith('docs/decisions/'))

describe.each(markdownFiles.map((file) => [file.path, file] as const))('%s', (_path, file) => {
  it('names paths that exist', () => expect(missingPaths(file)).toEqual([]))
  it('has links that lead somewhere', () => expect(brokenLinks(file)).toEqual([]))
  it('names scripts of npm that exist', () => expect(missingScripts(file, scripts)).toEqual([]))
  it('names routes that exist', () => expect(unknownRoutes(file)).toEqual([]))
})

describe('docs/decisions', () => {
  it.each(decisions.map((file) => [file.path, file] as const))('%s quotes the numbers of the code', (_path, file) => {
    expect(wrongConstants(file)).toEqual([])
  })

  it('quotes some', () => {
    expect(decisions.reduce((sum, file) => sum + quotedConstants(file), 0)).toBeGreaterThan(40)
  })

  it('is in its index', () => {
    const index = pageAt('docs/decisions.md').text
    expect(
      decisions.map(({ path }) => path).filter((path) => !index.includes(`(${path.slice('docs/'.length)})`)),
    ).toEqual([])
  })
})

it('docs/decisions/parts.md names every dependency of the service', () => {
  const words = new Set(pageAt('docs/decisions/parts.md').text.match(/[@\w][\w./@-]*\w/g))
  const names = ['server', 'contract'].flatMap((folder) => {
    const { dependencies } = JSON.parse(readRepositoryFile(`${folder}/package.json`)) as { dependencies: object }
    return Object.keys(dependencies).filter((name) => !name.startsWith('@polegraph/'))
  })
  expect(names.filter((name) => !words.has(name))).toEqual([])
})

it('docs/operations.md lists every cache with its bound, and no other', () => {
  const rows = Object.entries(cacheBounds).map(
    ([name, { bytes, keeps }]) => `| \`${name}\` | ${bytes / 1024 / 1024} | ${keeps} |`,
  )
  const listed = tableOf('docs/operations.md', '| Cache |').filter((row) => !row.includes('GRAPH_MEMORY_MB'))
  expect(listed).toEqual(rows.sort())
})

it('docs/security.md lists every quota with its numbers, and no other', () => {
  const rows = Object.entries(quotas).map(
    ([name, { of, own, total, what }]) =>
      `| \`${name}\` | ${own.toLocaleString('en')} a ${of} | ${total.toLocaleString('en')} | ${what} |`,
  )
  expect(tableOf('docs/security.md', '| Quota |')).toEqual(rows)
})

/** The rows below the head that begins like this. */
function tableOf(path: string, head: string): string[] {
  const lines = readRepositoryFile(path).split('\n')
  const first = lines.findIndex((line) => line.startsWith(head)) + 2
  const end = lines.findIndex((line, at) => at > first && !line.startsWith('|'))
  return lines.slice(first, end)
}

it('docs/routes.md is what `npm run routes` makes of the contract', () => {
  expect(pageAt('docs/routes.md').text).toBe(renderRoutes())
})

it('docs/configuration.md has every setting with its default, and no other', () => {
  const rows = pageAt('docs/configuration.md').text.matchAll(/^\| `([A-Z_]+)` \| (.+?) \|/gm)
  const documented = [...rows].map(([, name = '', value = '']) => [name, value.replaceAll('`', '')])
  expect(documented.map(([name]) => name).toSorted()).toEqual(settingNames.toSorted())
  const defaults = readConfig({}) as Record<string, unknown>
  for (const [name = '', value] of documented) {
    const actual = defaults[name]
    // A default in words says where the value comes from.
    const isOpen = actual === undefined || (Array.isArray(actual) && actual.length === 0)
    if (isOpen) expect(['none', 'generated', 'from the request', "the provider's", 'built-in table']).toContain(value)
    else expect(`${name} ${value}`).toBe(`${name} ${actual}`)
  }
})

/** The cells of all rows of the tables of a document. */
const rowsOf = (path: string) =>
  pageAt(path)
    .text.split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.split(' | '))

describe('docs/operations.md', () => {
  const rows = rowsOf('docs/operations.md')

  it('names jobs of the service', () => {
    const worker = ['server/src/service/worker.ts', 'server/src/domains/delete-rows.ts']
      .map(readRepositoryFile)
      .join('')
    const jobs = new Set(
      rows.flatMap(([, , , job = '']) => codeSpans(job).filter((span) => /^[a-z]+-[a-z]+$/.test(span))),
    )
    expect([...jobs].filter((job) => !worker.includes(`'${job}'`))).toEqual([])
    expect([...jobs].sort()).toEqual([
      'delete-domains',
      'forget-crawls',
      'forget-ended',
      'forget-events',
      'forget-history',
      'forget-readers',
    ])
  })
})

describe('docs/citus.md', () => {
  const rows = rowsOf('docs/citus.md')

  it('names statements that are in the files that it names', () => {
    const named = rows.flatMap(([statement = '']) => {
      const spans = codeSpans(statement)
      const texts = spans.filter((span) => span.endsWith('.ts')).map(readRepositoryFile)
      const names = texts.length > 0 ? spans.filter((span) => /^[a-z]+[A-Z]\w+$/.test(span)) : []
      return names.map((name) => ({ name, isThere: texts.some((text) => text.includes(`function ${name}(`)) }))
    })
    expect(named.length).toBeGreaterThan(15)
    expect(named.filter(({ isThere }) => !isThere)).toEqual([])
  })

  it('names the tables that stay on the coordinator though their rows are of domains', () => {
    const { text } = pageAt('docs/citus.md')
    const staying = rowsOfDomain.map(({ table }) => table).filter((table) => !tablesBesideDomains.includes(table))
    expect(staying.length).toBeGreaterThan(0)
    expect(staying.filter((table) => !text.includes(`\`${table}\``))).toEqual([])
  })

  it('is right that no statement touches the queue and the rows of a domain at once', () => {
    const statements = files
      .filter((path) => /^server\/src\/.*(?:queries|queue-state)\.ts$/.test(path))
      .flatMap((path) => (readRepositoryFile(path).match(/`[^`]*`/g) ?? []).map((text) => ({ path, text })))
    const touches = (text: string, tables: string[]) =>
      tables.some((table) => new RegExp(`\\b(?:from|join|into|update) ${table}\\b`).test(text))
    const ofQueue = statements.filter(({ text }) => touches(text, ['crawl_lanes', 'crawl_hosts', 'waiting_work']))
    expect(ofQueue.length).toBeGreaterThan(10)
    expect(ofQueue.filter(({ text }) => touches(text, ['domains', ...tablesBesideDomains]))).toEqual([])
  })
})

describe('the checks notice', () => {
  const page = (text: string): MarkdownFile => ({ path: 'docs/x.md', text })

  it('a path that is not there', () => {
    const text = 'See `server/src/nowhere.ts`, `nowhere.ts`, `nowhere/` and `docs/events.md`.'
    expect(missingPaths(page(text))).toEqual(['server/src/nowhere.ts', 'nowhere.ts', 'nowhere/'])
    expect(missingPaths(page('```sh\nnode bench/src/nowhere.ts\n```'))).toEqual(['bench/src/nowhere.ts'])
  })

  it('a link that leads nowhere', () => {
    const text =
      '[a](events.md) [b](nowhere.md) [c](events.md#webhooks) [d](events.md#nowhere) [e](https://example.org)'
    expect(brokenLinks(page(text))).toEqual(['nowhere.md', 'events.md#nowhere'])
  })

  it('a route that is not there', () => {
    const text = '`GET /v1/project` `PUT /v1/project` `POST …/recipes/{id}/invalidate` `GET …/potions` `/v1/nothing`'
    expect(unknownRoutes(page(text))).toEqual(['PUT /v1/project', 'GET …/potions', '/v1/nothing'])
    expect(unknownRoutes(page('```\ncurl "$BASE/v1/domains/$DOMAIN/evens?x=1"\n```'))).toEqual([
      '/v1/domains/$DOMAIN/evens',
    ])
  })

  it('a number that is another one in the code', () => {
    const item = (number: string, name = 'resolutionMs') =>
      page(`- \`${name}\` = ${number} \`server/src/keys/key-use.ts\``)
    expect(wrongConstants(item('60,000'))).toEqual([])
    expect(wrongConstants(item('60'))).toEqual(['resolutionMs: 60 is 60000 in the code'])
    expect(wrongConstants(item('60', 'nothing'))).toHaveLength(1)
    expect(wrongConstants(item('50', 'limits.list_default'))).toEqual([])
  })

  it('a script that is not there', () => {
    expect(missingScripts(page('`npm run check` `npm run nothing`'), scripts)).toEqual(['nothing'])
  })
})
