import { expect } from 'vitest'
import { makePlace } from '../../support/graph/world.ts'
import type { TestService } from '../../support/harness.ts'
import { type LimitRow, said } from './limit-row.ts'

// Limits of domains and of their gates, as far as a single field does not have them.

export function domainLimits({ call, service }: TestService) {
  return {
    spend_usd_max: {
      is: 1_000_000,
      cases: {
        'is kept to the hundredth of a cent': async () => {
          const { domain, key } = await makePlace(service.db)
          const send = (method: string, body?: object) =>
            call(method, `/v1/domains/${domain.id}`, { key: key.secret, body })
          await send('PATCH', { max_spend_usd: 999_999.9999 })
          expect((await send('GET')).body.max_spend_usd).toBe(999_999.9999)
        },
      },
    },
    gate_wildcards_max: {
      is: 10,
      cases: {
        'ten work, eleven do not, and ** is one': async () => {
          const { domain, key } = await makePlace(service.db)
          const draft = (count: number) =>
            call('POST', `/v1/domains/${domain.id}/gate/versions`, {
              key: key.secret,
              body: { rules: { allow_paths: [`/${'**a'.repeat(count)}`] } },
            })
          expect(said(await draft(11))).toBe('400 rules.allow_paths.0 must not have more than 10 wildcards')
          expect(said(await draft(10))).toBe(201)
        },
      },
    },
  } satisfies Record<string, LimitRow>
}
