import { expect } from 'vitest'
import { newSecret } from '../../../src/platform/secrets.ts'
import { makePlace, makeSession, password } from '../../support/graph/world.ts'
import type { TestService } from '../../support/harness.ts'

const unknownId = '0199f3c2-6a54-7d3e-9c1f-2b7a4e5d6f70'

/** Provocations of the errors of people, invites and passwords. */
export function provokeAccounts({ call, service }: TestService) {
  const { db } = service

  async function takeInviteOfOther() {
    const { key } = await makePlace(db)
    const body = { email: 'ada@example.org' }
    const { accept_path } = (await call('POST', '/v1/project/invites', { key: key.secret, body })).body
    return call('POST', accept_path, { body: { email: 'eve@example.org', name: 'Eve', password } })
  }

  async function asOwner(method: string, path: string, body?: object) {
    const { cookie } = await makeSession(db, (await makePlace(db)).id)
    return call(method, path, { cookie, body })
  }

  async function resetOwn() {
    const { id, cookie } = await makeSession(db, (await makePlace(db)).id)
    return call('POST', `/v1/project/members/${id}/reset`, { cookie })
  }

  async function resetElsewhere() {
    const { key, mate } = await makePlace(db)
    await db.query(`insert into members (project_id, user_id, role, created_at) values ($1, $2, 'viewer', now())`, [
      (await makePlace(db)).id,
      mate.id,
    ])
    return call('POST', `/v1/project/members/${mate.id}/reset`, { key: key.secret })
  }

  const change = { current: 'not this one', password }
  return {
    invite_for_other: [403, 'the invite is for another email', takeInviteOfOther],
    session_not_found: [404, 'session not found', () => asOwner('DELETE', `/v1/sessions/${unknownId}`)],
    wrong_password: [403, 'current password is wrong', () => asOwner('POST', '/v1/session/password', change)],
    reset_not_found: [404, 'reset link not found', () => call('GET', `/v1/resets/${newSecret('rst_')}`)],
    own_reset: [409, 'change your own password with the current one', resetOwn],
    member_elsewhere: [409, 'the member also belongs to a project that you do not own', resetElsewhere],
  } satisfies Record<string, [number, string, () => ReturnType<typeof call>]>
}

/** Checking a password takes a moment; of calls that come within it, only the first is at work. */
export async function overlappingSignIns({ call, service }: TestService) {
  const { mate } = await makePlace(service.db)
  const headers = { 'idempotency-key': newSecret('test_') }
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => call('POST', '/v1/session', { body: { email: mate.email, password }, headers })),
  )
  expect(answers.filter(({ status }) => status !== 409).every(({ status }) => status === 200)).toBe(true)
  return answers.find(({ status }) => status === 409)
}
