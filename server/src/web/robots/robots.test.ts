import { describe, expect, it } from 'vitest'
import { parseRobots, robotsFor, robotsMaxBytes } from './robots.ts'

const site = 'https://example.org'

function allows(text: string, path: string, agent = 'Polegraph'): boolean {
  return parseRobots(text, agent).isAllowed(site + path)
}

describe('who a rule is for', () => {
  const text = [
    'User-agent: *',
    'Disallow: /all',
    'User-agent: Polegraph/2.0 (test)',
    'User-agent: other',
    'Disallow: /two',
    '',
    'user-AGENT: POLEGRAPH',
    'Disallow: /again',
    'User-agent: free',
    'Disallow:',
  ].join('\n')

  it.each([
    ['Polegraph', '/all', true],
    ['Polegraph', '/two', false],
    ['polegraph/9.1 (+https://example.org)', '/two', false],
    ['Polegraph', '/again', false],
    ['other', '/two', false],
    ['other', '/again', true],
    ['stranger', '/all', false],
    ['Polegraphs', '/all', false],
    ['free', '/all', true],
    ['*', '/all', false],
    ['', '/all', false],
    ['__proto__', '/all', false],
  ])('%s at %s', (agent, path, expected) => {
    expect(allows(text, path, agent)).toBe(expected)
  })

  it('is not cut short by other records', () => {
    const broken =
      'User-agent: a\nSitemap: https://example.org/s.xml\nCrawl-delay: 3\nUser-agent: b\nNoindex: /\nDisallow: /x'
    expect([allows(broken, '/x', 'a'), allows(broken, '/x', 'b')]).toEqual([false, false])
  })

  it('is nobody before the first agent', () => {
    expect(allows('Disallow: /\nUser-agent: *\nDisallow: /x', '/y')).toBe(true)
  })
})

describe('the longest rule', () => {
  it.each([
    ['Allow: /a\nDisallow: /', '/ab', true],
    ['Allow: /a\nDisallow: /', '/b', false],
    ['Disallow: /a/b\nAllow: /a\nDisallow: /a/b/c/d', '/a/b/c', false],
    ['Allow: /a/b/\nDisallow: /a\nDisallow: /a/b/c', '/a/b/x', true],
    ['Disallow: /x\nAllow: /x', '/x', true],
    ['Allow: /x\nDisallow: /x', '/x', true],
    ['Disallow: /*/\nAllow: /x/', '/x/', true],
    ['Allow: /page\nDisallow: /*.html', '/page.html', false],
    ['Allow: /page.\nDisallow: /*.html', '/x/page.html', false],
    ['Disallow: /fish*.php', '/fishheads/catfish.php?p', false],
    ['Disallow: /fish*.php', '/Fish.php', true],
    ['Disallow: /*.php$', '/a.php', false],
    ['Disallow: /*.php$', '/a.php5', true],
    ['Disallow: /*.php$', '/a.php.php', false],
    ['Disallow: /a$', '/a', false],
    ['Disallow: /a$', '/ab', true],
    ['Disallow: /ab*ab$', '/ab', true],
    ['Disallow: /ab*ab$', '/abab', false],
    ['Disallow: *m', '/foom', false],
    ['Disallow: /a**b', '/axb', false],
    ['Disallow: /a*$', '/ab', false],
    ['Disallow: /x$/y', '/x$/y', false],
    ['Disallow: x', '/x', true],
    ['Disallow: ', '/', true],
    ['Disallow: /?', '/', true],
    ['Disallow: /?', '/?a', false],
    ['Disallow: /', '/robots.txt', false],
  ])('%j at %s', (rules, path, expected) => {
    expect(allows(`User-agent: *\n${rules}`, path)).toBe(expected)
  })

  it.each([
    ['/k%c3%b6ln', '/köln'],
    ['/köln', '/k%C3%B6ln'],
    ['/%62ar', '/bar'],
    ['/~ada', '/%7Eada'],
    ['/file-%2A.html', '/file-*.html'],
    ['/price-%24', '/price-$'],
    ['/*?filter[', '/x?filter%5Ba%5D=1'],
    ["/*?q='", "/x?q='a"],
    ["/*?q='", '/x?q=%27a'],
    ['/a<b', '/a%3Cb'],
  ])('%s is about %s, however it is escaped', (rule, path) => {
    expect(allows(`User-agent: *\nDisallow: ${rule}`, path)).toBe(false)
  })

  it('knows an escaped slash from a slash', () => {
    expect(allows('User-agent: *\nDisallow: /a%2Fb', '/a/b')).toBe(true)
  })

  it('agrees with trying every rule', () => {
    const letters = ['/a', '/b', '*', 'a', 'b', '$']
    for (let seed = 0; seed < 400; seed++) {
      const pick = (n: number) =>
        letters[Math.floor(Math.abs(Math.sin(seed * 31 + n) * 1e4)) % letters.length] as string
      const rules = Array.from({ length: 80 }, (_, n) => ({
        allow: n % 3 === 0,
        path: `/${pick(n)}${pick(n + 100)}${pick(n + 200)}${n % 2 === 0 ? pick(n + 300) : ''}`,
      }))
      const text = rules.map(({ allow, path }) => `${allow ? 'Allow' : 'Disallow'}: ${path}`).join('\n')
      const path = `/${pick(401)}${pick(402)}${pick(403)}${pick(404)}`.replace(/[*$]/g, 'a')
      expect(allows(`User-agent: *\n${text}`, path), `${path}\n${text}`).toBe(judgeByPatterns(rules, path))
    }
  })
})

/** A reference implementation: the same rules as regular expressions, tried one by one. */
function judgeByPatterns(rules: { allow: boolean; path: string }[], path: string): boolean {
  let best = { allow: true, octets: -1 }
  for (const rule of rules) {
    const literal = (rule.path.endsWith('$') ? rule.path.slice(0, -1) : rule.path)
      .replace(/\$/g, '\\$')
      .replace(/\*/g, '.*')
    if (!new RegExp(`^${literal}${rule.path.endsWith('$') ? '$' : ''}`).test(path)) continue
    const octets = rule.path.length
    if (octets > best.octets || (octets === best.octets && rule.allow)) best = { allow: rule.allow, octets }
  }
  return best.allow
}

describe('a file as people write it', () => {
  it.each([
    ['CR', 'User-agent: *\rDisallow: /x\r'],
    ['CRLF and gaps', '\r\n\r\nUser-agent: *\r\n\r\n\r\nDisallow: /x'],
    ['comments', '# hello\nUser-agent: * # all\nDisallow: /x# not this'],
    ['blanks and tabs', '\t User-agent \t:\t * \n  Disallow :  /x\t'],
    ['a byte order mark', '\uFEFFUser-agent: *\nDisallow: /x'],
    ['misspellings', 'useragent: *\nDissallow: /x'],
    ['forgotten colons', 'user-agent *\ndisallow /x'],
    ['HTML in between', '<br>\nUser-agent: *\n<br />\nDisallow: /x'],
  ])('%s', (_, text) => {
    expect([allows(text, '/x'), allows(text, '/y')]).toEqual([false, true])
  })

  it('may come as bytes, with half a byte order mark', () => {
    const rest = Buffer.from('User-agent: *\nDisallow: /x')
    for (const mark of [[], [0xef], [0xef, 0xbb], [0xef, 0xbb, 0xbf]]) {
      expect(parseRobots(Buffer.concat([Buffer.from(mark), rest]), 'a').isAllowed(`${site}/x`)).toBe(false)
    }
  })

  it('names sitemaps for everybody, by whole addresses', () => {
    const text =
      'Sitemap: https://example.org/a.xml\nUser-agent: x\nsite-map: https://example.org/b.xml\nSitemap: /c.xml\n'
    expect(parseRobots(`${text}Sitemap: https://example.org/a.xml`, 'Polegraph').sitemaps).toEqual([
      'https://example.org/a.xml',
      'https://example.org/b.xml',
    ])
  })

  it.each([
    ['10', 10],
    ['0.5', 0.5],
    ['.5', 0.5],
    ['2 seconds', 2],
    ['-1', undefined],
    ['soon', undefined],
    ['', undefined],
    ['9'.repeat(400), undefined],
  ])('Crawl-delay: %s', (value, expected) => {
    const robots = parseRobots(`User-agent: *\nCrawl-delay: ${value}`, 'Polegraph')
    expect(robots.crawl_delay).toBe(expected)
  })

  it('has a delay per agent, the first that stands below it', () => {
    const text = 'User-agent: a\nCrawl-delay: 1\nUser-agent: *\nCrawl-delay: 7\nDisallow: /x\nUser-agent: b\nAllow: /'
    const delays = ['a', 'other', 'b'].map((agent) => parseRobots(text, agent).crawl_delay)
    expect(delays).toEqual([1, 7, undefined])
  })
})

it.each([
  [200, false],
  [404, true],
  [403, true],
  [429, true],
  [304, true],
  [302, true],
  [500, false],
  [503, false],
  ['unreachable', false],
] as const)('an answer %s', (status, expected) => {
  const answer = status === 'unreachable' ? status : { status, body: 'User-agent: *\nDisallow: /' }
  expect(robotsFor(answer, 'Polegraph').isAllowed(`${site}/x`)).toBe(expected)
})

describe('a hostile file', () => {
  const head = 'User-agent: *\n'
  const longPath = `/${'a'.repeat(1900)}`

  it.each([
    ['one line of 10 MB', 'x'.repeat(10_000_000), true],
    ['NUL and lone surrogates', `\0\uD800${head}Disallow: /\uDC00\0`, true],
    ['500 KiB of line ends', '\r'.repeat(robotsMaxBytes), true],
    ['500 KiB of blanks', `${head}Disallow: a${' '.repeat(480_000)}x`, true],
    ['500 KiB of wildcards', `${head}Disallow: /${'*a'.repeat(240_000)}b`, true],
    ['many wildcards in many rules', head + 'Disallow: /*a*a*a*a*a*a*a*b\n'.repeat(18_000), true],
    ['long literals', head + `Disallow: /*${'a'.repeat(900)}b\n`.repeat(540), true],
    [
      'every rule a longer one',
      head + Array.from({ length: 990 }, (_, n) => `Disallow: /${'a'.repeat(n)}`).join('\n'),
      false,
    ],
    ['as many agents as delays', `${'User-agent: a\n'.repeat(12_000)}${'Crawl-delay: 1\n'.repeat(20_000)}`, true],
  ])('%s', (_, text, expected) => {
    // With a naive matcher, one of these exceeds the time limit of a test.
    const robots = parseRobots(text, 'Polegraph')
    for (let n = 0; n < 10; n++) expect(robots.isAllowed(site + longPath)).toBe(expected)
  })

  it('is cut after 500 KiB, at a line', () => {
    const filler = `#${'x'.repeat(1022)}\n`.repeat(499)
    const text = `${head}${filler}Disallow: /first\n#${'x'.repeat(900)}\nAllow: /first/long`
    const spare = robotsMaxBytes - text.length
    expect(spare).toBeGreaterThan(0)
    expect(allows(text, '/first/long')).toBe(true)
    expect(allows(`${' '.repeat(spare + 3)}${text}`, '/first/longer')).toBe(false)
  })

  it('repeats a rule for ever, or has many for others, and takes no memory', () => {
    const small = 10_000
    expect(parseRobots(head + 'Allow:*\n'.repeat(56_000), 'Polegraph').bytes).toBeLessThan(small)
    const others = Array.from({ length: 20_000 }, (_, n) => `User-agent: x${n}\nAllow: /${n}`).join('\n')
    expect(parseRobots(others, 'Polegraph').bytes).toBeLessThan(small)
    const sitemaps = Array.from({ length: 9_000 }, (_, n) => `Sitemap: https://example.org/${n}.xml`).join('\n')
    expect(parseRobots(sitemaps, 'Polegraph').sitemaps).toHaveLength(1_000)
  })

  it('has too many patterns, and the rest is ignored', () => {
    const patterns = Array.from({ length: 30_000 }, (_, n) => `Disallow: /*-${n}-`).join('\n')
    const robots = parseRobots(head + patterns, 'Polegraph')
    expect([900, 1_100].map((n) => robots.isAllowed(`${site}/a/b-${n}-`))).toEqual([false, true])
  })

  it('has 15,000 rules, and each counts', () => {
    const rules = Array.from(
      { length: 15_000 },
      (_, n) => `${n % 2 ? 'Allow' : 'Disallow'}:/${n % 30 ? '' : '*'}${n.toString(36)}/`,
    )
    const robots = parseRobots(head + rules.join('\n'), 'Polegraph')
    for (let n = 0; n < 15_000; n += 7) {
      expect(robots.isAllowed(`${site}/${n.toString(36)}/`), String(n)).toBe(n % 2 === 1)
    }
    expect(robots.isAllowed(`${site}/people/index.html`)).toBe(true)
  })
})
