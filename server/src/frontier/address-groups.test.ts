import { describe, expect, it } from 'vitest'
import { groupOf, isPlainer, newcomersKey, pathFamily, trapOf } from './address-groups.ts'

const at = (path: string) => groupOf(`https://a.example${path}`)
const keyOf = (path: string) => at(path).key.replace('a.example', '')

describe('the group of an address', () => {
  it.each([
    ['/', '/*'],
    ['/about', '/*'],
    ['/news/', '/*'],
    ['/news/a-title', '/news/*'],
    ['/news/2024/05/a-title', '/news/#/*'],
    ['/news/2024/05/', '/news/#/#'],
    ['/docs/one/two/three/four', '/docs/**/*'],
    ['/x/1/2/3/4/5', '/x/#/#'],
    ['/en/news/a-title', '/en/news/*'],
    ['/shop?category=hats', '/shop?category'],
    ['/shop?category=hats&page=2', '/shop?*'],
    ['/index.php?id=7', '/index.php?id'],
    ['/s1kh5a7iggncgt/news/a-title', '/~/**/*'],
    ['/f47ac10b-58cc-4372-a567-0e02b2c3d479/x', '/~/*'],
  ])('%s is %s', (path, key) => {
    expect(keyOf(path)).toBe(key)
  })

  it('has no name where no other address shares it', () => {
    expect(at('/news/2024/05/a-title').folded_key).toBe('a.example/*/#/*')
    expect(at('/news/a-title?print=1').folded_key).toBe('a.example/*/*?print')
  })

  it('belongs to all addresses with the same parameters, and to all of its path', () => {
    expect([newcomersKey('a.example/shop?color'), pathFamily('a.example/shop?color')]).toEqual([
      'a.example?color',
      'a.example/shop?',
    ])
    expect([newcomersKey('a.example/*/*?print'), pathFamily('a.example/*/*?print')]).toEqual([
      'a.example?print',
      undefined,
    ])
    expect([newcomersKey('a.example/~/**/*'), pathFamily('a.example/~/**/*')]).toEqual(['a.example/~', undefined])
    expect([newcomersKey('a.example/news/*'), pathFamily('a.example/news/*')]).toEqual(['a.example/', undefined])
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
