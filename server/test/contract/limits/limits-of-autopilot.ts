import { limits } from '@polegraph/contract/limits.ts'
import { expect } from 'vitest'
import { briefByRules } from '../../../src/autopilot/brief/brief-by-rules.ts'
import { readBrief } from '../../../src/autopilot/brief/brief-prompt.ts'
import { makePlace } from '../../support/graph/world.ts'
import type { TestService } from '../../support/harness.ts'
import { type LimitRow, said } from './limit-row.ts'

export function autopilotLimits({ call, service }: TestService) {
  const { db } = service
  return {
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
