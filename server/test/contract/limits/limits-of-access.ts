import { expect } from 'vitest'
import { newId } from '../../../src/platform/ids.ts'
import { makePlace, type Place, password } from '../../support/graph/world.ts'
import { type Answer, cookieOf, type TestService } from '../../support/harness.ts'
import { dayMs, type LimitRow, margin, minuteMs, said } from './limit-row.ts'

// Limits of people: their names, passwords, invites, sessions and sign-ins.

export function accessLimits({ call, clock, service }: TestService) {
  const { db } = service
  const accept = (place: Place, body: object) => call('POST', `/v1/invites/${place.invite.token}/accept`, { body })
  const ada = (fields: object = {}) => ({ email: `${newId()}@example.org`, name: 'Ada', password, ...fields })

  let addresses = 0
  const newAddress = () => `2001:db8:${(++addresses).toString(16)}::1`
  const signIn = (email: string, secret: string, address = newAddress()) =>
    call('POST', '/v1/session', { body: { email, password: secret }, headers: { 'x-forwarded-for': address } })

  /** Ten wrong passwords, each from somewhere else or for somebody else. */
  async function failTenTimes(attempt: () => Promise<Answer>) {
    for (let i = 0; i < 10; i++) expect(said(await attempt())).toBe('401 wrong email or password')
  }

  return {
    email_max: {
      is: 254,
      cases: {
        '254 characters work, 255 do not': async () => {
          const place = await makePlace(db)
          const email = (length: number) => `${newId()}@`.padEnd(length - 4, 'x').concat('.org')
          expect(said(await accept(place, ada({ email: email(255) })))).toBe('400 email must be an email address')
          const accepted = await accept(place, ada({ email: email(254) }))
          expect(accepted.body.user.email).toHaveLength(254)
          expect(said(await signIn(email(255), password))).toBe('400 email must be an email address')
        },
      },
    },
    password_max: {
      is: 1000,
      cases: {
        '1000 characters work, 1001 do not': async () => {
          const place = await makePlace(db)
          const rule = (min: number) => `400 password must be a string of ${min} to 1000 characters`
          const person = ada({ password: 'p'.repeat(1000) })
          expect(said(await accept(place, { ...person, password: 'p'.repeat(1001) }))).toBe(rule(10))
          expect(said(await accept(place, person))).toBe(200)
          expect(said(await signIn(person.email, 'p'.repeat(1000)))).toBe(200)
          expect(said(await signIn(person.email, 'p'.repeat(1001)))).toBe(rule(1))
        },
      },
    },
    invite_days: {
      is: 14,
      cases: {
        'an invite lasts 14 days, to the moment that its preview names': async () => {
          const { key } = await makePlace(db)
          const { accept_path } = (await call('POST', '/v1/project/invites', { key: key.secret })).body
          const { expires_at } = (await call('GET', accept_path)).body
          expect(Math.abs(Date.parse(expires_at) - clock.now().getTime() - 14 * dayMs)).toBeLessThan(margin)
          clock.advance(14 * dayMs - margin)
          expect(said(await call('GET', accept_path))).toBe(200)
          clock.advance(margin)
          expect(said(await call('GET', accept_path))).toBe('404 invite not found')
          expect(said(await call('POST', accept_path, { body: ada() }))).toBe('404 invite not found')
        },
      },
    },
    session_days: {
      is: 30,
      cases: {
        'a session lasts 30 days': async () => {
          const { mate } = await makePlace(db)
          const started = await signIn(mate.email, password)
          expect(started.headers.get('set-cookie')).toContain(`Max-Age=${30 * 86_400}`)
          const cookie = cookieOf(started)
          clock.advance(30 * dayMs - margin)
          expect(said(await call('GET', '/v1/session', { cookie }))).toBe(200)
          clock.advance(margin)
          expect(said(await call('GET', '/v1/session', { cookie }))).toBe('401 invalid API key')
        },
      },
    },
    reset_hours: {
      is: 24,
      cases: {
        'a reset link lasts 24 hours, to the moment that its preview names': async () => {
          const { key, mate } = await makePlace(db)
          const made = await call('POST', `/v1/project/members/${mate.id}/reset`, { key: key.secret })
          const { reset_path, expires_at } = made.body
          expect(Math.abs(Date.parse(expires_at) - clock.now().getTime() - dayMs)).toBeLessThan(margin)
          clock.advance(dayMs - margin)
          expect((await call('GET', reset_path)).body.expires_at).toBe(expires_at)
          clock.advance(margin)
          expect(said(await call('GET', reset_path))).toBe('404 reset link not found')
          expect(said(await call('POST', reset_path, { body: { password } }))).toBe('404 reset link not found')
        },
      },
    },
    user_agent_max: {
      is: 200,
      cases: {
        'the name of a browser is cut to 200 characters': async () => {
          const { mate } = await makePlace(db)
          const body = { email: mate.email, password }
          const started = await call('POST', '/v1/session', { body, headers: { 'user-agent': 'b'.repeat(201) } })
          const { sessions } = (await call('GET', '/v1/sessions', { cookie: cookieOf(started) })).body
          expect(sessions[0].user_agent).toBe('b'.repeat(200))
        },
      },
    },
    failed_sign_ins: {
      is: 10,
      cases: {
        'for one email from one address': async () => {
          const { mate } = await makePlace(db)
          const address = '198.51.100.6'
          await failTenTimes(() => signIn(mate.email, 'wrong', address))
          // Even the right password does not tell a guesser that it is right.
          const refused = await signIn(mate.email, password, address)
          expect(said(refused)).toBe('429 too many failed sign-ins')
          expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(500)
          expect(said(await signIn(mate.email.toUpperCase(), password, address))).toBe('429 too many failed sign-ins')
          // Nobody is locked out by a stranger elsewhere.
          expect(said(await signIn(mate.email, password))).toBe(200)
        },
        'from one address, for whomever they are': async () => {
          const address = '198.51.100.7'
          await failTenTimes(() => signIn(`${newId()}@example.org`, 'wrong', address))
          const { mate } = await makePlace(db)
          expect(said(await signIn(mate.email, password, address))).toBe('429 too many failed sign-ins')
          expect(said(await signIn(mate.email, password, '198.51.100.8'))).toBe(200)
        },
        'sign-ins that worked do not count': async () => {
          const { mate } = await makePlace(db)
          for (let i = 0; i < 12; i++) expect(said(await signIn(mate.email, password, '198.51.100.9'))).toBe(200)
        },
        'thirty at once are no better than ten': async () => {
          const { mate } = await makePlace(db)
          const address = '198.51.100.10'
          const answers = await Promise.all(Array.from({ length: 30 }, () => signIn(mate.email, 'wrong', address)))
          expect(answers.filter(({ status }) => status === 401)).toHaveLength(10)
          expect(answers.filter(({ status }) => status === 429)).toHaveLength(20)
        },
        'guessing a password through an invite counts too': async () => {
          const { mate } = await makePlace(db)
          const other = await makePlace(db)
          await failTenTimes(() => signIn(mate.email, 'wrong', '127.0.0.1'))
          expect(said(await accept(other, ada({ email: mate.email })))).toBe('429 too many failed sign-ins')
          clock.advance(10 * minuteMs)
        },
      },
    },
    failed_sign_ins_anywhere: {
      is: 100,
      cases: {
        'for one email, from wherever they come': async () => {
          const { mate } = await makePlace(db)
          for (let i = 0; i < 100; i++)
            expect(said(await signIn(mate.email, 'wrong'))).toBe('401 wrong email or password')
          expect(said(await signIn(mate.email, password))).toBe('429 too many failed sign-ins')
          expect(said(await signIn((await makePlace(db)).mate.email, password))).toBe(200)
        },
      },
    },
    failed_sign_in_minutes: {
      is: 10,
      cases: {
        'ten minutes later there are ten more': async () => {
          const { mate } = await makePlace(db)
          const address = '198.51.100.11'
          await failTenTimes(() => signIn(mate.email, 'wrong', address))
          clock.advance(10 * minuteMs - margin)
          expect(said(await signIn(mate.email, password, address))).toBe('429 too many failed sign-ins')
          clock.advance(margin)
          expect(said(await signIn(mate.email, password, address))).toBe(200)
        },
      },
    },
  } satisfies Record<string, LimitRow>
}
