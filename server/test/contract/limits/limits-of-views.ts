import { expect } from 'vitest'
import { makePlace } from '../../support/graph/world.ts'
import type { TestService } from '../../support/harness.ts'
import { type LimitRow, said } from './limit-row.ts'

/** Limits of saved views. */
export function viewLimits({ call, service: { db } }: TestService) {
  return {
    views_max: {
      is: 100,
      cases: {
        'a hundred of one caller work, one more does not, and others may go on': async () => {
          const { domain, key } = await makePlace(db)
          await db.query(
            `insert into saved_views (domain_id, id, name, state, shared, created_by, created_at, updated_at)
             select $1, gen_random_uuid(), 'All', '{}', true, maker, now(), now()
             from generate_series(1, 99), (values ($2), ('user:another')) makers (maker)`,
            [domain.id, `key:${key.id}`],
          )
          const body = { name: 'One', state: {} }
          const create = () => call('POST', `/v1/domains/${domain.id}/views`, { key: key.secret, body })
          // At once: none slips past.
          const answers = await Promise.all([1, 2, 3].map(create))
          expect(answers.map(said).sort()).toEqual([201, '409 too many views', '409 too many views'])
        },
      },
    },
    view_bytes: {
      is: 100_000,
      cases: {
        '100,000 bytes work, one more does not': async () => {
          const { domain, key } = await makePlace(db)
          const save = (bytes: number) => {
            const state = { places: 'x'.repeat(bytes - '{"places":""}'.length) }
            return call('POST', `/v1/domains/${domain.id}/views`, { key: key.secret, body: { name: 'One', state } })
          }
          expect(said(await save(100_000))).toBe(201)
          expect(said(await save(100_001))).toBe('400 state must be an object of at most 100000 bytes of JSON')
        },
      },
    },
  } satisfies Record<string, LimitRow>
}
