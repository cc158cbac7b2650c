import { describe, expect, it } from 'vitest'
import { type SlotHolder, Slots } from './slots.ts'

let made = 0
const webhook = (holder: Partial<SlotHolder> = {}): SlotHolder => {
  const n = ++made
  const own = { webhook_id: `w${n}`, domain_id: `d${n}`, project_id: `p${n}`, origin: `https://${n}.test` }
  return { ...own, ...holder }
}
const webhooks = (count: number, holder: Partial<SlotHolder> = {}) =>
  Array.from({ length: count }, () => webhook(holder))

/** Gives slots to each in turn, until nobody gets another. */
function fill(slots: Slots, holders: SlotHolder[]): number {
  let given = 0
  for (let before = -1; before < given; ) {
    before = given
    for (const holder of holders) {
      if (!slots.hasFor(holder)) continue
      slots.take(holder)
      given++
    }
  }
  return given
}

describe('a newcomer finds a slot', () => {
  it.each([
    ['webhooks of a domain', 128, () => webhooks(500, { domain_id: 'd', project_id: 'p', origin: 'o' })],
    ['domains of a project', 205, () => webhooks(500, { project_id: 'p' })],
    ['webhooks at one receiver', 205, () => webhooks(500, { origin: 'o' })],
  ])('after many %s took what they get', (_what, most, holders) => {
    const slots = new Slots()
    expect(fill(slots, holders())).toBe(most)
    expect(slots.hasFor(webhook())).toBe(true)
  })

  it('in another domain of the project, on the same host, after two took what they get', () => {
    const slots = new Slots()
    const both = ['a', 'b'].flatMap((domain_id) => webhooks(100, { domain_id, project_id: 'p', origin: 'o' }))
    expect(fill(slots, both)).toBeGreaterThan(150)
    expect(slots.hasFor(webhook({ project_id: 'p', origin: 'o' }))).toBe(true)
  })

  it('in the domain itself, after a hundred webhooks took theirs', () => {
    const slots = new Slots()
    const holder = { domain_id: 'd', project_id: 'p', origin: 'o' }
    expect(fill(slots, webhooks(99, holder))).toBe(99)
    expect(slots.hasFor(webhook(holder))).toBe(true)
  })
})

it('one webhook takes a third of all at most', () => {
  expect(fill(new Slots(), [webhook()])).toBe(86)
})

it('there are 256 in all', () => {
  expect(fill(new Slots(), webhooks(1000))).toBe(256)
})

it('what was given back is free again, where it was taken', () => {
  const slots = new Slots()
  const moving = webhook({ origin: 'before' })
  const free = slots.take(moving)
  moving.origin = 'after'
  free()
  expect(fill(slots, webhooks(500, { origin: 'before' }))).toBe(205)
})

it('a copy is on its own', () => {
  const slots = new Slots()
  expect(fill(slots.copy(), webhooks(1000))).toBe(256)
  expect(fill(slots, webhooks(1000))).toBe(256)
})
