import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalUrl } from './canonical-url.ts'

describe('one way to write an address', () => {
  it.each([
    ['HTTP://Example.ORG', 'http://example.org/'],
    ['https://example.org:443/a', 'https://example.org/a'],
    ['http://example.org:443/a', 'http://example.org:443/a'],
    ['https://example.org./a', 'https://example.org/a'],
    ['https://example.org.:8443/a', 'https://example.org:8443/a'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
    ['  https://example.org/a\n', 'https://example.org/a'],
    ['https://example.org/a#part', 'https://example.org/a'],
    ['https://example.org/a?#part', 'https://example.org/a'],
    ['https://example.org/a/./b/../c', 'https://example.org/a/c'],
    ['https://example.org/a/%2e%2E/b', 'https://example.org/b'],
    ['https://example.org\\a\\b', 'https://example.org/a/b'],
    ['https://example.org//a///b/', 'https://example.org/a/b/'],
    [
      'https://archive.example/web/2020/https://example.org//x',
      'https://archive.example/web/2020/https://example.org/x',
    ],
    ['http://0x7f.1/', 'http://127.0.0.1/'],
  ])('%s', (input, expected) => {
    expect(canonicalUrl(input)).toBe(expected)
  })

  it.each([
    ['https://example.org/%7Eada/%41%2d', 'https://example.org/~ada/A-'],
    ['https://example.org/k%c3%b6ln', 'https://example.org/k%C3%B6ln'],
    ['https://example.org/köln', 'https://example.org/k%C3%B6ln'],
    ['https://example.org/a%2fb', 'https://example.org/a%2Fb'],
    ['https://example.org/100%', 'https://example.org/100%25'],
    ['https://example.org/%%41%4', 'https://example.org/%25A%254'],
    ['https://example.org/a|b[c]^d', 'https://example.org/a%7Cb%5Bc%5D%5Ed'],
    ['https://example.org/?q=a b&r="|"', 'https://example.org/?q=a%20b&r=%22%7C%22'],
    ['https://example.org/\uD800', 'https://example.org/%EF%BF%BD'],
    ['https://example.org/\0a', 'https://example.org/%00a'],
  ])('escapes: %j', (input, expected) => {
    expect(canonicalUrl(input)).toBe(expected)
  })

  it.each([
    ['?b=2&a=1', '?a=1&b=2'],
    ['?b=2&a=2&b=1', '?a=2&b=2&b=1'],
    ['?a=&b', '?a&b'],
    ['?&&a=1&=&', '?a=1'],
    ['?', ''],
    ['?utm_source=x&UTM_Medium=y&id=5&fbclid=z', '?id=5'],
    ['?utm%5Fsource=x', ''],
    ['?gclid=1&msclkid=2&mc_cid=3&mc_eid=4&_ga=5', ''],
    ['?PHPSESSID=abc&JSESSIONID=def&id=1', '?id=1'],
    ['?sid=0123456789abcdef0123456789abcdef', ''],
    ['?session_id=12&sid=news', '?session_id=12&sid=news'],
    ['?sid=20240131000000000000', '?sid=20240131000000000000'],
    ['?q=a+b&r=a%20b', '?q=a+b&r=a%20b'],
    ['?q=tl;dr', '?q=tl;dr'],
    ['?next=https://example.org//x', '?next=https://example.org//x'],
  ])('parameters: %s', (query, expected) => {
    expect(canonicalUrl(`https://example.org/a${query}`)).toBe(`https://example.org/a${expected}`)
  })

  it.each([
    ['/a;jsessionid=0A1B2C', '/a'],
    ['/a;JSESSIONID=0A1B2C;v=1/b', '/a;v=1/b'],
    ['/a/..;jsessionid=1/b', '/b'],
    ['/(S(lit3py55t21z5v55vlm25s55))/default.aspx', '/default.aspx'],
    ['/(S)/a(b)', '/(S)/a(b)'],
    ['/matrix;color=red/x', '/matrix;color=red/x'],
  ])('sessions in the path: %s', (path, expected) => {
    expect(canonicalUrl(`https://example.org${path}`)).toBe(`https://example.org${expected}`)
  })

  it.each([
    'https://www.example.org/A/b/',
    'https://example.org/A/b',
    'http://example.org/index.html',
    'https://example.org/?campaign=7&ref=home&source=feed',
  ])('leaves what can make a difference: %s', (address) => {
    expect(canonicalUrl(address)).toBe(address)
  })
})

describe('what is no address to read', () => {
  it.each([
    '',
    'nonsense',
    '/relative',
    'ftp://example.org/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'mailto:a@example.org',
    'data:text/html,<p>',
    'https://user@example.org/',
    'https://user:secret@example.org/',
    'https://',
    'https://./',
    'https://exa mple.org/',
    'https://example.org:99999/',
  ])('%j', (input) => {
    expect(canonicalUrl(input)).toBeUndefined()
  })

  it.each([
    ['an address', `https://example.org/${'a'.repeat(1981)}`],
    ['a host', `https://${'a.'.repeat(126)}example/`],
    ['data', `data:${'a'.repeat(10_000_000)}`],
  ])('%s that is too long', (_, input) => {
    expect(canonicalUrl(input)).toBeUndefined()
  })

  it('has a bound that counts what is left', () => {
    expect(canonicalUrl(`https://example.org/${'a'.repeat(1980)}`)).toHaveLength(2000)
    expect(canonicalUrl(`https://example.org/?utm_source=${'a'.repeat(5000)}`)).toBe('https://example.org/')
  })
})

it.each([
  ['../c?x=1#y', 'https://example.org/c?x=1'],
  ['?page=2', 'https://example.org/a/b.html?page=2'],
  ['#top', 'https://example.org/a/b.html'],
  ['', 'https://example.org/a/b.html'],
  ['//other.example/x', 'https://other.example/x'],
  ['mailto:a@example.org', undefined],
])('resolves %j', (link, expected) => {
  expect(canonicalUrl(link, 'https://example.org/a/b.html')).toBe(expected)
})

it.each([
  ['/a/b', 'https://example.org/x', 'https://example.org/a/b'],
  ['https://example.org/a/b', 'https://example.org/x', 'https://example.org/a/b'],
  ['https://example.org.uk/a', 'https://example.org/x', 'https://example.org.uk/a'],
  ['/a', 'https://example.org./x', 'https://example.org/a'],
  ['a.html#b', 'https://example.org/x/y', 'https://example.org/x/a.html'],
  ['a', 'https://example.org', 'https://example.org/a'],
  ['a', 'https://example.org/x//y/z', 'https://example.org/x/y/a'],
  ['a:b', 'https://example.org/x', undefined],
  ['/a', 'https://me@example.org/x', undefined],
  ['/a', 'ftp://example.org/x', undefined],
  ['/a//b/../c', 'https://example.org/x', 'https://example.org/a/c'],
  [`/${'a'.repeat(1981)}`, 'https://example.org/x', undefined],
])('resolves the plain path %j of %j', (link, base, expected) => {
  expect(canonicalUrl(link, base)).toBe(expected)
})

it('does not need a base for a whole address', () => {
  expect(canonicalUrl('https://example.org/a', 'nonsense')).toBe('https://example.org/a')
  expect(canonicalUrl('a', 'nonsense')).toBeUndefined()
})

describe('any input', () => {
  const bits = [
    '/',
    '//',
    '.',
    '..',
    '/../',
    '%',
    '%2',
    '%2e',
    '%2E%2e',
    '%41',
    '%2f',
    '%25',
    ';',
    'jsessionid=1',
    ';jsessionid=',
    '(S(lit3py55t21z5v55vlm25s55))',
    '?',
    '&',
    '=',
    'a',
    'B',
    'utm_source=x',
    'sid=',
    '0123456789abcdef',
    '#',
    ':',
    '@',
    'http://',
    'https://',
    'example.org',
    'example.org.',
    ':443',
    ':80',
    '[',
    ']',
    '|',
    '\\',
    ' ',
    '\t',
    '\0',
    'ö',
    '\uD800',
  ]
  const spliced = fc.array(fc.constantFrom(...bits), { maxLength: 14 }).map((parts) => parts.join(''))
  const input = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.webUrl({ withFragments: true, withQueryParameters: true }),
    spliced,
  )

  it('comes to rest after one time', () => {
    fc.assert(
      fc.property(
        input,
        fc.constantFrom('', 'http://', 'https://example.org/', 'https://a.example:8080/x/'),
        (text, front) => {
          const once = canonicalUrl(front + text)
          if (once !== undefined) expect(canonicalUrl(once)).toBe(once)
        },
      ),
      { numRuns: 5000 },
    )
  })

  it('means the same with a base as written out', () => {
    const paths = fc.array(
      fc.constantFrom('/', 'a', 'B9', '.', '..', '-', '_', '~', '?', '#', ';', '%41', ':', ' ', '\n'),
      {
        maxLength: 8,
      },
    )
    const fronts = fc.constantFrom(
      '',
      '/',
      'a',
      '?',
      '#',
      'https://example.org',
      'https://example.org/',
      'http://a.example:8080',
      '//b',
    )
    const links = fc.tuple(fronts, paths).map(([front, path]) => front + path.join(''))
    const bases = fc.constantFrom(
      'https://example.org/x/y.html',
      'http://a.example:8080/',
      'https://example.org',
      'HTTPS://Example.org:443/q?a#b',
      'https://example.org/a//b/c',
      'https://example.org/a/(S(lit3py55t21z5v55vlm25s55))/x',
      'https://example.org/a%41/b',
      'https://example.org./',
      'https://me@example.org/',
      'ftp://example.org/',
      'http://0x7f.1/',
      'http://[::1]/',
      '',
    )
    fc.assert(
      fc.property(fc.oneof(links, input), bases, (link, base) => {
        const whole = URL.parse(link, base)?.href ?? link
        expect(canonicalUrl(link, base)).toBe(canonicalUrl(whole))
      }),
      { numRuns: 20_000 },
    )
  })

  it('is plain ASCII, without what must not be in it', () => {
    fc.assert(
      fc.property(input, (text) => {
        const address = canonicalUrl(`https://example.org/${text}`)
        if (address !== undefined)
          expect(address).toMatch(/^https:\/\/[^/?#@]+\/(?:[\w\-.~!$&'()*+,;=:@/?]|%[0-9A-F]{2})*$/)
      }),
      { numRuns: 2000 },
    )
  })
})
