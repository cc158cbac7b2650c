import { describe, expect, it } from 'vitest'
import { newId } from './ids.ts'

describe('an id', () => {
  it('is a UUIDv7 of its time', () => {
    const id = newId()
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(Math.abs(Number.parseInt(id.replace('-', '').slice(0, 12), 16) - Date.now())).toBeLessThan(1000)
  })

  it('sorts after those made before it, however fast they come', () => {
    const ids = Array.from({ length: 50_000 }, () => newId())
    expect(ids).toEqual(ids.toSorted())
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('still sorts when the clock goes back', () => {
    const before = newId(Date.now() + 60_000)
    expect(newId() > before).toBe(true)
  })
})
