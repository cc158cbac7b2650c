import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileGate } from './judge.ts'
import { compileGlob, spellPath } from './match-path.ts'
import { globSteps, SearchedPath } from './searched-path.ts'

const covers = (glob: string, path: string) => compileGlob(glob).matches(new SearchedPath(path))
const matches = (glob: string, path: string) => covers(glob, spellPath(new URL(`https://example.org${path}`).pathname))

describe('a glob', () => {
  const rows: [glob: string, yes: string[], no: string[]][] = [
    ['/', ['/', ''], ['/a', '//']],
    ['/tag', ['/tag', '/tag?a=b', '/tag#c'], ['/tag/', '/tags', '/Tag', '/a/tag', '/']],
    ['/tag/', ['/tag/'], ['/tag', '/tag/a']],
    ['/tag/**', ['/tag', '/tag/', '/tag/a', '/tag/a/b/', '/tag//'], ['/tags', '/tags/a', '/a/tag', '/ta', '/Tag/a']],
    ['/**', ['/', '/a', '/a/b/c', '//'], []],
    ['/tag/*', ['/tag/', '/tag/a'], ['/tag', '/tag/a/', '/tag/a/b']],
    ['/*', ['/', '/a'], ['/a/', '/a/b']],
    ['/*/edit', ['/a/edit', '//edit'], ['/edit', '/a/b/edit', '/a/edit/']],
    ['/**/edit', ['/edit', '/a/edit', '/a/b/edit'], ['/edits', '/a/edit/', '/aedit', '/edit/a']],
    ['/a/**/b', ['/a/b', '/a/x/b', '/a/x/y/b'], ['/ab', '/a/xb', '/a/b/', '/x/a/b']],
    ['/a/**/**/b', ['/a/b', '/a/x/b', '/a/x/y/b'], ['/ab', '/a/xb']],
    ['/**/', ['/', '/a/', '/a/b/'], ['/a', '/a/b']],
    ['/a**', ['/a', '/ab', '/a/b', '/ab/c'], ['/', '/b/a']],
    ['/a**z', ['/az', '/abz', '/a/b/z'], ['/a', '/z', '/az/']],
    ['/**.pdf', ['/.pdf', '/a.pdf', '/a/b.pdf'], ['/a.pdf/', '/pdf', '/apdf']],
    ['/*.pdf', ['/a.pdf', '/.pdf'], ['/a/b.pdf', '/apdf']],
    ['/a***b', ['/ab', '/a/x/b'], ['/b']],
    ['/20*-*-*', ['/2024-01-02', '/20--'], ['/2024-01', '/2024/01-02-03', '/1999-01-02']],
    ['/page/*/of/**', ['/page/1/of', '/page/1/of/9/x'], ['/page/of/9', '/page/1/2/of/9']],
    // Special characters of other pattern languages are plain text here.
    ['/a.c', ['/a.c'], ['/abc']],
    ['/[ab]', ['/[ab]', '/%5Bab%5D'], ['/a', '/b']],
    ['/{a,b}+(c)|$^', ['/{a,b}+(c)|$^'], ['/a']],
    ['/a\\b', [], ['/a/b', '/ab']],
  ]
  it.each(rows)('%s', (glob, yes, no) => {
    expect(yes.filter((path) => !matches(glob, path))).toEqual([])
    expect(no.filter((path) => matches(glob, path))).toEqual([])
  })

  it('does not care how a letter is escaped, in the rule or in the address', () => {
    const spellings = ['/café', '/caf%C3%A9', '/caf%c3%a9', '/%63af%C3%A9']
    for (const glob of spellings)
      for (const path of spellings) expect(matches(glob, path), `${glob} ${path}`).toBe(true)
    for (const glob of ['/a b', '/a%20b']) for (const path of ['/a b', '/a%20b']) expect(matches(glob, path)).toBe(true)
    for (const glob of ['/%7Ea', '/~a']) for (const path of ['/%7ea', '/~a']) expect(matches(glob, path)).toBe(true)
    for (const glob of ["/it's(1)!", '/it%27s%281%29%21']) expect(matches(glob, "/it's(1)!")).toBe(true)
    expect(matches('/café', '/cafe')).toBe(false)
    expect(matches('/caf*', '/café')).toBe(true)
    expect(matches('/100%', '/100%')).toBe(true)
    expect(matches('/100%', '/100%25')).toBe(true)
  })

  it('knows a slash and a star from escaped ones', () => {
    expect(matches('/a/b', '/a%2Fb')).toBe(false)
    expect(matches('/a%2fb', '/a%2Fb')).toBe(true)
    expect(matches('/a*', '/a%2Fb')).toBe(true)
    expect(matches('/a%2A', '/a*')).toBe(true)
    expect(matches('/a%2A', '/ab')).toBe(false)
    expect(matches('/a%252Fb', '/a%2Fb')).toBe(false)
    expect(matches('/%FF%C3', '/%ff%c3')).toBe(true)
  })

  it('says what a plain reading of its definition says', () => {
    const glob = fc.array(fc.constantFrom('/', 'a', 'b', 'ab', 'a/', '*', '**', '/**/', '/**'), { maxLength: 8 })
    const path = fc.array(fc.constantFrom('/', 'a', 'b', 'ab', 'a/'), { maxLength: 9 })
    fc.assert(
      fc.property(glob, path, (globParts, pathParts) => {
        const [pattern, path] = [`/${globParts.join('')}`, `/${pathParts.join('')}`]
        expect(covers(pattern, path), `${pattern} ${path}`).toBe(readPlainly(pattern, path))
      }),
      { seed: 20_261_115, numRuns: 20_000 },
    )
  })

  const longest = 2000
  const paths = ['a', 'a/', 'ab/', 'aaaaaaaaa/'].flatMap((piece) => {
    const path = `/${piece.repeat(longest)}`.slice(0, longest - 1)
    return [path, `${path}b`, `${path}/b`]
  })
  // Globs by number: each part may match at many positions, and one part is missing.
  const hostile: ((n: number) => string)[] = [
    (n) => `/${'*a'.repeat(9)}*${'a'.repeat(n % 300)}b**`,
    (n) => `/**${'a'.repeat(200)}b${'a'.repeat(n % 250)}**`,
    (n) => `/**b${'a'.repeat(n % 300)}*`,
    (n) => `/${'**a'.repeat(9)}${'a'.repeat(n % 300)}c**`,
    (n) => `/**${'a*'.repeat(8)}c${n}**`,
    (n) => `/**${'a/'.repeat(n % 200)}a*b*x**`,
    (n) => `/**${'a'.repeat(n % 400)}*a*a*b`,
    (n) => `/**/${'a/'.repeat(n % 200)}*b`,
    (n) => `/${'**/a*/'.repeat(4)}x${n}`,
  ]
  it('looks at few letters for one address, also when five hundred are malicious', () => {
    const reasons = new Set<string | null>()
    for (const make of hostile) {
      const globs = Array.from({ length: 500 }, (_, n) => make(n))
      const gate = compileGate({ block_paths: globs, allow_paths: globs })
      for (const path of paths) {
        const letters = lettersLookedAt(() => reasons.add(gate.url(`https://example.org${path}`).rule))
        expect(letters, make(7)).toBeLessThan(globSteps + 5 * longest)
      }
    }
    expect(reasons).toContain('block_paths (too long to judge)')
    expect(reasons).toContain('allow_paths (too long to judge)')
  })

  it('judges long addresses by five hundred that people write', () => {
    const words = Array.from({ length: 500 }, (_, n) => `word${1000 + n}`)
    const block_paths = words.flatMap(
      (word, n) => [`/**/${word}/**`, `/**${word}*.html`, `/${word}/*/print`][n % 3] ?? [],
    )
    const gate = compileGate({ block_paths })
    const path = `/${'some-long/part-of-an-address/'.repeat(60)}`
    expect(gate.url(`https://example.org${path}`)).toEqual({ keep: true, rule: null })
    expect(gate.url(`https://example.org${path}word1498/x`).rule).toBe('block_paths /**/word1498/**')
    expect(gate.url(`https://example.org${path}aword1499b.html`).rule).toBe('block_paths /**word1499*.html')
  })

  it('finds what it should in a long path', () => {
    const path = `/${'a'.repeat(1000)}`
    const globs = ['*a', '**a', '*a**a', '*'.repeat(50)].map((part) => `/${part.repeat(4)}*b${part.repeat(4)}*a`)
    for (const glob of globs) expect(covers(glob, path)).toBe(false)
    for (const glob of globs) expect(covers(glob, `${path}b${path.slice(1)}`)).toBe(true)
  })
})

/** The letters that searches of text pass over. */
function lettersLookedAt(work: () => void): number {
  const { indexOf } = String.prototype
  let letters = 0
  String.prototype.indexOf = function (this: string, text: string, from = 0) {
    const at = indexOf.call(this, text, from)
    letters += (at < 0 ? this.length : at) - Math.min(from, this.length)
    return at
  }
  work()
  String.prototype.indexOf = indexOf
  return letters
}

/** The definition, by trying everything: fine for ten letters, hopeless for a thousand. */
function readPlainly(glob: string, path: string): boolean {
  if (glob === '') return path === ''
  const wild = /^(\/\*{2,}(?=\/|$)|\*+)/.exec(glob)?.[0]
  if (wild === undefined) return path[0] === glob[0] && readPlainly(glob.slice(1), path.slice(1))
  const rest = glob.slice(wild.length)
  const ends = Array.from({ length: path.length + 1 }, (_, end) => end)
  const taken = (end: number) => path.slice(0, end)
  const fits = (text: string) => {
    if (wild.startsWith('/')) return text === '' || text.startsWith('/')
    return wild.length > 1 || !text.includes('/')
  }
  return ends.some((end) => fits(taken(end)) && readPlainly(rest, path.slice(end)))
}
