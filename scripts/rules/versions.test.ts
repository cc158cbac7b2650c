import { describe, expect, it } from 'vitest'
import { checkRelease, checkVersions } from './versions.ts'

it('another version of a package in bench/ is noticed', () => {
  const server = { dependencies: { pg: '8.0.0' } }
  expect(checkVersions(server, { dependencies: { pg: '8.0.0', autocannon: '1.0.0' } })).toEqual([])
  expect(checkVersions(server, { dependencies: { pg: '8.1.0' } })).toEqual([expect.stringMatching(/pg 8\.1\.0/)])
})

describe('another version of the release is noticed', () => {
  const packages = {
    'package.json': { version: '0.2.0' },
    'cli/package.json': {
      version: '0.2.0',
      dependencies: { '@polegraph/mcp': '0.2.0', '@polegraph/sdk': 'file:../sdk' },
    },
  }
  const documents = {
    'CHANGELOG.md': '# Changelog\n\n## 0.2.0\n\n## 0.1.0\n',
    'docs/cli.md': 'npx ./polegraph-0.2.0.tgz start',
  }

  it('or none, where all agree', () => {
    expect(checkRelease(packages, documents)).toEqual([])
  })

  it.each<[string, object, Record<string, string>, RegExp]>([
    ['in a package', { 'sdk/package.json': { version: '0.1.0' } }, {}, /^sdk\/package\.json: version 0\.1\.0/],
    [
      'of a package of ours that another one needs',
      { 'mcp/package.json': { version: '0.2.0', dependencies: { '@polegraph/contract': '0.1.0' } } },
      {},
      /^mcp\/package\.json: @polegraph\/contract 0\.1\.0/,
    ],
    [
      'on top of the changelog',
      {},
      { 'CHANGELOG.md': '# Changelog\n\n## Unreleased\n' },
      /^CHANGELOG\.md: .*Unreleased/,
    ],
    [
      'in a command of a document',
      {},
      { 'docs/a.md': 'npm install ./polegraph-0.1.0.tgz' },
      /^docs\/a\.md: polegraph-0\.1\.0/,
    ],
    ['in what a program prints', {}, { 'README.md': 'Polegraph 0.1.0, embedded' }, /^README\.md: Polegraph 0\.1\.0/],
  ])('%s', (_what, others, texts, mistake) => {
    const mistakes = checkRelease({ ...packages, ...others }, { ...documents, ...texts })
    expect(mistakes).toEqual([expect.stringMatching(mistake)])
  })
})
