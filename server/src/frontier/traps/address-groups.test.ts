import { describe, expect, it } from 'vitest'
import { areKin, familyOf, groupOf, isPlainer, prefixOf, trapOf } from './address-groups.ts'

const at = (path: string) => groupOf(`https://a.example${path}`)
const keyOf = (path: string) => at(path).key.replace('a.example', '')

describe('the group of an address', () => {
  it.each([
    ['/', '/*'],
    ['/about', '/*'],
    ['/news/', '/*'],
    ['/news/a-title', '/news/*'],
    ['/news/2024/05/a-title', '/news/#/#/*'],
    ['/news/2024/05/', '/news/#/#'],
    ['/news/2024/05/17', '/news/#/#/#'],
    ['/docs/one/two/three/four', '/docs/**/*'],
    ['/x/1/2/3/4/5', '/x/#/#/#'],
    ['/en/news/a-title', '/en/news/*'],
    ['/shop?category=hats', '/shop?category'],
    ['/shop?category=hats&page=2', '/shop?*2'],
    ['/index.php?id=7', '/index.php?id'],
    ['/s1kh5a7iggncgt/news/a-title', '/~/**/*'],
    ['/f47ac10b-58cc-4372-a567-0e02b2c3d479/x', '/~/*'],
  ])('%s is %s', (path, key) => {
    expect(keyOf(path)).toBe(key)
  })

  it('has no name where no other address shares it', () => {
    expect(at('/news/2024/05/a-title').folded_key).toBe('a.example/*/#/#/*')
    expect(at('/news/a-title?print=1').folded_key).toBe('a.example/*/*?print')
  })

  it('has a token where the site has one, though it reads like a word', () => {
    const { key, plain_url } = groupOf('https://a.example/sofalrmape/news/a-title?x=1', 'sofalrmape')
    expect([key, plain_url]).toEqual(['a.example/~/**/a-title?x', 'https://a.example/news/a-title'])
  })

  it.each([
    ['/word/news/a-title?x=1', { prefix: 'word', rest_url: 'https://a.example/news/a-title?x=1' }],
    ['/a-title', undefined],
    ['/news/', undefined],
    ['/de/news/a-title', undefined],
    ['/2024/a-title', undefined],
  ])('%s has the prefix %o', (path, parts) => {
    expect(prefixOf(`https://a.example${path}`)).toEqual(parts)
  })

  it('is of one kind with all views of its path', () => {
    expect(areKin(at('/shop?color=red').key, at('/shop?color=red&size=m').key)).toBe(true)
    expect(areKin(at('/shop?color=red').key, at('/news?page=2').key)).toBe(false)
    expect(areKin(at('/news/2024/05/').key, at('/news/2024/05/17').key)).toBe(false)
    expect(areKin(at('/shop?color=red').key, at('/shop').key)).toBe(false)
  })

  it('belongs to the addresses with the same parameters or with a token', () => {
    expect(familyOf('a.example/shop?color')).toBe('a.example?color')
    expect(familyOf('a.example/~/**/*')).toBe('a.example/~')
    expect(familyOf('a.example/news/*')).toBeUndefined()
  })

  it('tells which of two addresses is the plainer one', () => {
    expect(isPlainer(at('/news/x').key, at('/news/x?visit=1').key)).toBe(true)
    expect(isPlainer(at('/news/x').key, at('/s1kh5a7iggncgt/news/x').key)).toBe(true)
    expect(isPlainer(at('/news/x?visit=1').key, at('/news/x').key)).toBe(false)
    expect(at('/news/x?visit=1').plain_url).toBe('https://a.example/news/x')
    expect(at('/s1kh5a7iggncgt/news/x').plain_url).toBe('https://a.example/news/x')
    expect(at('/news/x').plain_url).toBeNull()
  })
})

describe('an address that is a trap whatever the site', () => {
  const trap = (path: string) => trapOf(`https://a.example${path}`)

  it.each([
    ['/a/b/a/b/'],
    ['/a/x/a/y/a/'],
    [`/${'d/e/f/g/'.repeat(5)}`],
    [
      `/x?${'abcdefghi'
        .split('')
        .map((name) => `${name}=1`)
        .join('&')}`,
    ],
  ])('%s', (path) => {
    expect(trap(path)).toMatch(/^trap: /)
  })

  it.each([['/vercel/vercel'], ['/a/b/c/a'], ['/2024/2024/2024/x'], ['/docs/a/docs/b']])('%s is none', (path) => {
    expect(trap(path)).toBeUndefined()
  })
})
