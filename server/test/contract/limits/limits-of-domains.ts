import { expect } from 'vitest'
import { makePlace, type Place } from '../../support/graph/world.ts'
import type { Answer, TestService } from '../../support/harness.ts'
import { type LimitRow, rocket, said } from './limit-row.ts'

// Limits of domains and of their gates. A PATCH with the value is the shortest way to try one.

export function domainLimits({ call, service }: TestService) {
  const { db } = service
  const patch = ({ domain, key }: Place, body: object) =>
    call('PATCH', `/v1/domains/${domain.id}`, { key: key.secret, body })
  const create = ({ key }: Place, body: object) =>
    call('POST', '/v1/domains', { key: key.secret, body: { name: 'd', ...body } })
  const draft = ({ domain, key }: Place, body: object) =>
    call('POST', `/v1/domains/${domain.id}/gate/versions`, { key: key.secret, body: { rules: {}, ...body } })
  const rule = (place: Place, rules: object) => draft(place, { rules })

  /** Both values in one place: the edge works, a step further does not. */
  async function expectEdge(
    send: (place: Place, value: object) => Promise<Answer>,
    last: object,
    next: object,
    refusal: string,
  ) {
    const place = await makePlace(db)
    expect(said(await send(place, next))).toBe(`400 ${refusal}`)
    expect(said(await send(place, last))).toBeTypeOf('number')
  }

  const some = (count: number, make: (n: number) => unknown) => Array.from({ length: count }, (_, n) => make(n))
  const range = (field: string, from: number, to: number, kind = 'an integer') =>
    `${field} must be ${kind} from ${from} to ${to}`
  const atMost = (field: string, max: number) => `${field} must be a string of at most ${max} characters`

  return {
    word_max: {
      is: 40,
      cases: {
        'a kind has 40 characters at most': () =>
          expectEdge(
            patch,
            { ontology: ['person', 'k'.repeat(40)] },
            { ontology: ['person', 'k'.repeat(41)] },
            'ontology.1 must be a string of 1 to 40 characters',
          ),
        'so has the key of an attribute': () =>
          expectEdge(
            patch,
            { attributes: [{ key: 'k'.repeat(40) }] },
            { attributes: [{ key: 'k'.repeat(41) }] },
            'attributes.0.key must be a string of 1 to 40 characters',
          ),
      },
    },
    description_max: {
      is: 5000,
      cases: {
        'of a new domain': () =>
          expectEdge(
            create,
            { description: rocket.repeat(5000) },
            { description: rocket.repeat(5001) },
            atMost('description', 5000),
          ),
        'of a domain': () =>
          expectEdge(
            patch,
            { description: 'd'.repeat(5000) },
            { description: 'd'.repeat(5001) },
            atMost('description', 5000),
          ),
        'of what is relevant': () =>
          expectEdge(rule, { about: 'd'.repeat(5000) }, { about: 'd'.repeat(5001) }, atMost('rules.about', 5000)),
      },
    },
    note_max: {
      is: 1000,
      cases: {
        'to a version': () =>
          expectEdge(draft, { note: 'n'.repeat(1000) }, { note: 'n'.repeat(1001) }, atMost('note', 1000)),
        'to an attribute': () =>
          expectEdge(
            patch,
            { attributes: [{ key: 'k', description: 'n'.repeat(1000) }] },
            { attributes: [{ key: 'k', description: 'n'.repeat(1001) }] },
            atMost('attributes.0.description', 1000),
          ),
      },
    },
    ontology_max: {
      is: 50,
      cases: {
        'from 1 kind to 50': async () => {
          const kinds = (count: number) => ({ ontology: some(count, (n) => `k${n}`) as string[] })
          // A place has people in it.
          const andPerson = ({ ontology }: { ontology: string[] }) => ({ ontology: ['person', ...ontology] })
          await expectEdge(patch, andPerson(kinds(49)), andPerson(kinds(50)), 'ontology must be a list of 1 to 50')
          await expectEdge(create, kinds(1), kinds(0), 'ontology must be a list of 1 to 50')
        },
      },
    },
    attributes_max: {
      is: 6,
      cases: {
        'six work, seven do not': () => {
          const attributes = (count: number) => ({ attributes: some(count, (n) => ({ key: `k${n}` })) })
          return expectEdge(patch, attributes(6), attributes(7), 'attributes must be a list of at most 6')
        },
      },
    },
    depth_max: {
      is: 100,
      cases: {
        'from 0 to 100': async () => {
          await expectEdge(patch, { max_depth: 100 }, { max_depth: 101 }, range('max_depth', 0, 100))
          await expectEdge(create, { max_depth: 0 }, { max_depth: -1 }, range('max_depth', 0, 100))
        },
      },
    },
    pages_max: {
      is: 10_000_000,
      cases: {
        'from 1 to ten million': async () => {
          const refusal = range('max_pages', 1, 10_000_000)
          await expectEdge(patch, { max_pages: 10_000_000 }, { max_pages: 10_000_001 }, refusal)
          await expectEdge(create, { max_pages: 1 }, { max_pages: 0 }, refusal)
        },
      },
    },
    spend_usd_max: {
      is: 1_000_000,
      cases: {
        'from 0 to a million, and to the hundredth of a cent': async () => {
          const refusal = `${range('max_spend_usd', 0, 1_000_000, 'a number')}, or null`
          await expectEdge(patch, { max_spend_usd: 1_000_000 }, { max_spend_usd: 1_000_000.01 }, refusal)
          await expectEdge(create, { max_spend_usd: 0 }, { max_spend_usd: -0.01 }, refusal)
          const place = await makePlace(db)
          await patch(place, { max_spend_usd: 999_999.9999 })
          const { body } = await call('GET', `/v1/domains/${place.domain.id}`, { key: place.key.secret })
          expect(body.max_spend_usd).toBe(999_999.9999)
        },
      },
    },
    gate_terms_max: {
      is: 500,
      cases: Object.fromEntries(
        ['include_terms', 'exclude_terms', 'allow_paths', 'block_paths'].map((field) => [
          `${field} are 500 at most`,
          () => {
            const list = (count: number) => ({ [field]: some(count, (n) => `/t${n}`) })
            return expectEdge(rule, list(500), list(501), `rules.${field} must be a list of at most 500`)
          },
        ]),
      ),
    },
    gate_hosts_max: {
      is: 1000,
      cases: Object.fromEntries(
        ['allowed_hosts', 'blocked_hosts'].map((field) => [
          `${field} are 1000 at most`,
          () => {
            const list = (count: number) => ({ [field]: some(count, (n) => `h${n}.example`) })
            return expectEdge(rule, list(1000), list(1001), `rules.${field} must be a list of at most 1000`)
          },
        ]),
      ),
    },
    host_max: {
      is: 253,
      cases: {
        'a host has 253 characters at most': () => {
          const host = (length: number) => ({ blocked_hosts: [`${'a.'.repeat(127)}a`.slice(-length)] })
          return expectEdge(rule, host(253), host(254), 'rules.blocked_hosts.0 must be a string of 1 to 253 characters')
        },
      },
    },
    gate_path_max: {
      is: 500,
      cases: {
        'a glob has 500 characters at most': () => {
          const glob = (length: number) => ({ block_paths: ['/'.padEnd(length, 'x')] })
          return expectEdge(rule, glob(500), glob(501), 'rules.block_paths.0 must be a string of 1 to 500 characters')
        },
      },
    },
    gate_wildcards_max: {
      is: 10,
      cases: {
        'ten work, eleven do not, and ** is one': () => {
          const glob = (count: number) => ({ allow_paths: [`/${'**a'.repeat(count)}`] })
          return expectEdge(rule, glob(10), glob(11), 'rules.allow_paths.0 must not have more than 10 wildcards')
        },
      },
    },
    gate_languages_max: {
      is: 100,
      cases: {
        '100 work, 101 do not': () => {
          const code = (n: number) => `a${String.fromCharCode(97 + Math.floor(n / 26), 97 + (n % 26))}`
          const languages = (count: number) => ({ languages: some(count, code) })
          return expectEdge(rule, languages(100), languages(101), 'rules.languages must be a list of at most 100')
        },
      },
    },
    gate_words_max: {
      is: 1_000_000,
      cases: {
        'from 0 to a million': async () => {
          const refusal = range('rules.min_words', 0, 1_000_000)
          await expectEdge(rule, { min_words: 1_000_000 }, { min_words: 1_000_001 }, refusal)
          await expectEdge(rule, { min_words: 0 }, { min_words: -1 }, refusal)
        },
      },
    },
  } satisfies Record<string, LimitRow>
}
