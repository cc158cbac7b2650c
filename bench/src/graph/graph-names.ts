import { de, en, es, Faker, fr, it, pl } from '@faker-js/faker'

// Names as graphs have them, the same in every run, and the same names as fingers spell them.

export interface NamedThing {
  kind: string
  name: string
}

export class NameMaker {
  readonly #fakers = [en, en, de, fr, es, it, pl].map((locale) => new Faker({ locale: [locale, en] }))

  constructor(seed: number) {
    for (const [at, faker] of this.#fakers.entries()) faker.seed(seed + at)
  }

  thing(number: number): NamedThing {
    const faker = this.#fakers[number % this.#fakers.length] as Faker
    const share = number % 10
    if (share < 5) return { kind: 'person', name: this.#person(faker, number) }
    if (share < 8) return { kind: 'object', name: faker.company.name() }
    if (share < 9) return { kind: 'location', name: `${faker.location.city()} ${faker.location.street()}` }
    return { kind: 'event', name: `${faker.company.buzzPhrase()} ${1900 + (number % 125)}` }
  }

  #person(faker: Faker, number: number): string {
    const middle = number % 3 === 0 ? ` ${faker.person.middleName()}` : ''
    return `${faker.person.firstName()}${middle} ${faker.person.lastName()}`
  }
}

const letters = 'abcdefghijklmnopqrstuvwxyz'

/** One or two slips: a letter left out, put in, replaced, or swapped with the next. */
export function mistype(name: string, random: () => number): string {
  let typed = name
  for (let left = random() < 0.5 ? 1 : 2; left > 0; left--) typed = slip(typed, random)
  return typed
}

function slip(text: string, random: () => number): string {
  const at = Math.floor(random() * (text.length - 1))
  const letter = letters[Math.floor(random() * letters.length)] as string
  const [before, here, next, after] = [text.slice(0, at), text.charAt(at), text.charAt(at + 1), text.slice(at + 2)]
  const kind = Math.floor(random() * 4)
  if (kind === 0) return before + next + after
  if (kind === 1) return before + letter + here + next + after
  if (kind === 2) return before + letter + next + after
  return before + next + here + after
}

/** Numbers from 0 to 1 that are the same in every run. */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
