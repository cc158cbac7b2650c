import { limits } from '@polegraph/contract/limits.ts'
import { expect } from 'vitest'
import { briefByRules } from '../../../src/autopilot/brief/brief-by-rules.ts'
import { readBrief } from '../../../src/autopilot/brief/brief-prompt.ts'
import { makePlace, type Place } from '../../support/graph/world.ts'
import type { TestService } from '../../support/harness.ts'
import { type LimitRow, said } from './limit-row.ts'

export function autopilotLimits({ call, service }: TestService) {
  const { db } = service
  const create = ({ key }: Place, body: object) =>
    call('POST', '/v1/domains/autopilot', { key: key.secret, body: { prompt: 'Ports of the Baltic Sea', ...body } })

  async function expectEdge(last: object, next: object, refusal: string) {
    const place = await makePlace(db)
    expect(said(await create(place, next))).toBe(`400 ${refusal}`)
    expect(said(await create(place, last))).toBe(202)
  }

  return {
    prompt_min: {
      is: 8,
      cases: {
        'eight characters work, seven do not': () =>
          expectEdge({ prompt: 'Harbours' }, { prompt: 'Harbour' }, 'prompt must be a string of 8 to 500 characters'),
      },
    },
    prompt_max: {
      is: 500,
      cases: {
        '500 characters work, 501 do not': () =>
          expectEdge(
            { prompt: 'port '.repeat(100) },
            { prompt: `${'port '.repeat(100)}s` },
            'prompt too long (max 500 chars)',
          ),
      },
    },
    cycles_max: {
      is: 20,
      cases: {
        'twenty cycles work, 21 do not': () =>
          expectEdge({ max_cycles: 20 }, { max_cycles: 21 }, 'max_cycles must be an integer from 1 to 20'),
      },
    },
    brief_queries_max: {
      is: 10,
      cases: {
        'a model may give ten queries, not eleven': async () => {
          const brief = briefByRules('Ports of the Baltic Sea')
          const withQueries = (n: number) =>
            readBrief(JSON.stringify({ ...brief, queries: Array.from({ length: n }, (_, at) => `ports ${at}`) }))
          expect(withQueries(10)).toHaveProperty('brief')
          expect(withQueries(11)).toEqual({ mistakes: ['queries must be a list of at most 10'] })
        },
      },
    },
    autopilot_history: {
      is: 100,
      cases: {
        'the last hundred entries are kept': async () => {
          const place = await makePlace(db)
          const old = Array.from({ length: limits.autopilot_history }, (_, n) => ({
            ...{ stage: n % 2 === 0 ? 'discover' : 'failed', cycle: 1, note: `entry ${n}` },
            ...{ started_at: '2026-11-14T09:30:00.000Z', finished_at: '2026-11-14T09:31:00.000Z' },
          }))
          await db.query('update autopilots set history = $2 where domain_id = $1', [
            ...[place.domain.id, JSON.stringify(old)],
          ])
          const path = `/v1/domains/${place.domain.id}/autopilot`
          expect(said(await call('POST', `${path}/retry`, { key: place.key.secret }))).toBe(200)
          const { history } = (await call('GET', path, { key: place.key.secret })).body.autopilot
          expect(history).toHaveLength(100)
          expect(history[0].note).toBe('entry 1')
          expect(history.at(-1)).toMatchObject({ stage: 'discover', finished_at: null })
        },
      },
    },
  } satisfies Record<string, LimitRow>
}
