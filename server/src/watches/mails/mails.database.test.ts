import { describe, expect, it, onTestFinished } from 'vitest'
import { relates, says } from '../../../test/support/graph/claims-fixture.ts'
import { saidGraph } from '../../../test/support/graph/graph-fixture.ts'
import { startTestService } from '../../../test/support/harness.ts'
import { keepLog } from '../../../test/support/log-lines.ts'
import { runJob } from '../../../test/support/run-job.ts'
import { type MailServer, startMailServer } from '../../../test/support/web/mail-server.ts'
import { openWork } from '../../waiting/waiting-work.ts'

const settings = { MAIL_FROM: 'Polegraph <watch@pole.example>', PUBLIC_URL: 'https://pole.example' }
// The job runs when a test says so, and by no schedule.
const test = await startTestService({ environment: { ...settings, SMTP_URL: 'smtp://127.0.0.1:1', ROLE: 'api' } })
const { call, key, clock, makeMember, makeProject } = test
const hourMs = 3_600_000

async function mailServer(): Promise<MailServer> {
  const server = await startMailServer()
  onTestFinished(() => server.close())
  return server
}

const sendMails = (server: Pick<MailServer, 'url'>, log = keepLog().log) =>
  runJob(test, 'send-mails', { environment: { ...settings, SMTP_URL: server.url }, log })

/** A graph with a watch of people, of which a member gets mail every hour. */
async function mailedGraph(role: 'owner' | 'viewer' = 'viewer') {
  const graph = await saidGraph(test)
  const member = await makeMember(key, role)
  const { cookie } = member
  const watches = `/v1/domains/${graph.id}/watches`
  const body = { name: 'People of the “Harbour”', query: { kinds: ['person'] } }
  const { id } = (await call('POST', watches, { key, body })).body
  const path = `${watches}/${id}`
  const answer = await call('PUT', `${path}/mail`, { cookie, body: { every: 'hour' } })
  const mail = async () => (await call('GET', path, { cookie })).body.mail
  return { ...graph, member, path, watchId: id, answer, mail }
}

const ada = { 'a.example/1': [says('person', 'Ada Berg'), says('object', 'Acme Works')] }

describe('mail about a watch', () => {
  it('tells a person once what is new, and says nothing when nothing is', async () => {
    const server = await mailServer()
    const graph = await mailedGraph()
    expect(graph.answer.body.mail).toEqual({ every: 'hour', next_at: expect.any(String), error: null })
    await graph.say({
      ...ada,
      'a.example/2': [relates(['person', 'Ada Berg'], 'works_for', ['object', 'Acme Works'])],
    })
    await sendMails(server)
    expect(server.received).toEqual([])
    clock.advance(hourMs)
    await sendMails(server)
    const [mail, ...others] = server.received
    expect(others).toEqual([])
    expect(mail).toMatchObject({ from: 'watch@pole.example', to: [graph.member.email] })
    expect(mail?.headers.get('subject')).toBe('People of the “Harbour”: 2 changes (graph)')
    expect(mail?.headers.get('from')).toBe('Polegraph <watch@pole.example>')
    expect(mail?.headers.get('auto-submitted')).toBe('auto-generated')
    expect(mail?.text).toContain('* Ada Berg: added')
    expect(mail?.text).toContain('* Ada Berg works for Acme Works: added')
    expect(mail?.text).toContain(`https://pole.example/d/${graph.id}/watches?watch=${graph.watchId}`)
    clock.advance(hourMs)
    await sendMails(server)
    expect(server.received).toHaveLength(1)
    await graph.say({ 'a.example/3': [says('person', 'Olga Dahl')] })
    await sendMails(server)
    expect(server.received).toHaveLength(1)
    clock.advance(hourMs)
    await sendMails(server)
    expect(server.received.map(({ headers }) => headers.get('message-id'))).toEqual([
      expect.stringMatching(/@pole\.example>$/),
      expect.stringMatching(/@pole\.example>$/),
    ])
    expect(server.received[1]?.text).not.toContain('Ada Berg')
  })

  it('lists fifty, and says how many there are beside them', async () => {
    const server = await mailServer()
    const graph = await mailedGraph()
    const people = Array.from({ length: 53 }, (_, n) =>
      says('person', `Ada ${'abcdefghijklmnopqrstuvwxyz'[n % 26]}${n}berg`),
    )
    await graph.say({ 'a.example/1': people })
    clock.advance(hourMs)
    await sendMails(server)
    const text = server.received[0]?.text ?? ''
    expect(text.match(/^\* /gm)).toHaveLength(50)
    expect(text).toContain('And 3 more.')
  })

  it('has values with line breaks in one line, so that they look like nothing else', async () => {
    const server = await mailServer()
    const graph = await mailedGraph()
    const entities = `/v1/domains/${graph.id}/entities`
    const { id } = (await call('POST', entities, { key, body: { kind: 'person', name: 'Ada Berg' } })).body
    const role = 'captain\n\nAll of it: http://elsewhere.example'
    await call('PATCH', `${entities}/${id}`, { key, body: { attributes: { role } } })
    clock.advance(hourMs)
    await sendMails(server)
    expect(server.received[0]?.text).toContain('* Ada Berg: role is captain All of it: http://elsewhere.example\n')
  })

  it('is of the person alone, and of nobody who is no member any more', async () => {
    const server = await mailServer()
    const graph = await mailedGraph()
    const other = await makeMember(key, 'viewer')
    expect((await call('GET', graph.path, { cookie: other.cookie })).body.mail).toBeNull()
    expect((await call('PUT', `${graph.path}/mail`, { key, body: { every: 'day' } })).body.error).toBe(
      'session required',
    )
    await call('PUT', `${graph.path}/mail`, { cookie: other.cookie, body: { every: 'hour' } })
    expect((await call('DELETE', `${graph.path}/mail`, { cookie: other.cookie })).body.mail).toBeNull()
    await graph.say(ada)
    const { body } = await call('DELETE', `/v1/project/members/${graph.member.id}`, { key })
    expect(body).toEqual({ ok: true })
    clock.advance(hourMs)
    await sendMails(server)
    expect(server.received).toEqual([])
    const rows = await test.service.db.query('select 1 from watch_mails where domain_id = $1', [graph.id])
    expect(rows).toEqual([])
  })

  it('ends with its watch and its domain, and rests while the domain is archived', async () => {
    const server = await mailServer()
    const [ended, resting] = [await mailedGraph(), await mailedGraph()]
    for (const graph of [ended, resting]) await graph.say(ada)
    await call('DELETE', ended.path, { key })
    await call('POST', `/v1/domains/${resting.id}/archive`, { key })
    clock.advance(hourMs)
    await sendMails(server)
    expect(server.received).toEqual([])
    await call('POST', `/v1/domains/${resting.id}/unarchive`, { key })
    await sendMails(server)
    expect(server.received.map(({ to }) => to)).toEqual([[resting.member.email]])
  })

  it('that the server refuses is tried again later and says why; others are sent', async () => {
    const server = await mailServer()
    const [refused, fine] = [await mailedGraph(), await mailedGraph()]
    for (const graph of [refused, fine]) await graph.say(ada)
    server.answer = (line) => (line.includes(refused.member.email) ? '550 5.1.1 no such user' : undefined)
    clock.advance(hourMs)
    const { log, lines } = keepLog()
    await sendMails(server, log)
    expect(server.received.map(({ to }) => to)).toEqual([[fine.member.email]])
    expect((await refused.mail()).error).toBe('the mail server refused it: 550 5.1.1 no such user')
    expect(lines.filter(({ msg }) => msg === 'a mail was not sent')).toHaveLength(1)
    await sendMails(server)
    expect(server.received).toHaveLength(1)
    server.answer = () => undefined
    clock.advance(5 * 60_000)
    await sendMails(server)
    expect(server.received.map(({ to }) => to)).toEqual([[fine.member.email], [refused.member.email]])
    expect((await refused.mail()).error).toBeNull()
  })

  it('waits for a server that is away, and nothing is lost or said twice', async () => {
    const away = await startMailServer()
    await away.close()
    const graphs = [await mailedGraph(), await mailedGraph()]
    for (const graph of graphs) await graph.say(ada)
    clock.advance(hourMs)
    await sendMails(away)
    const errors = await Promise.all(graphs.map(async ({ mail }) => (await mail()).error))
    // The second one was not even tried.
    expect(errors.filter(Boolean)).toEqual(['the mail server could not be reached'])
    const server = await mailServer()
    clock.advance(10 * 60_000)
    await sendMails(server)
    await sendMails(server)
    expect(server.received.map(({ to }) => to[0]).sort()).toEqual(graphs.map(({ member }) => member.email).sort())
  })

  it('is sent again with the same id where the process ended before it could say so', async () => {
    const server = await mailServer()
    const graph = await mailedGraph()
    await graph.say(ada)
    clock.advance(hourMs)
    const before = await test.service.db.query('select * from watch_mails where domain_id = $1', [graph.id])
    await sendMails(server)
    const [{ graph_seq, due_at }] = before as [{ graph_seq: number; due_at: string }]
    await test.service.db.query('update watch_mails set graph_seq = $2, due_at = $3 where domain_id = $1', [
      ...[graph.id, graph_seq, due_at],
    ])
    await test.service.db.transaction((tx) => openWork(tx, 'mails', graph.id, due_at))
    await sendMails(server)
    const [first, second] = server.received.map(({ headers }) => headers.get('message-id'))
    expect(second).toBe(first)
  })

  it('is not sent twice where the person asks for other times while it is sent', async () => {
    const server = await mailServer()
    const graph = await mailedGraph()
    await graph.say(ada)
    clock.advance(hourMs)
    server.answer = async (line) => {
      if (line !== 'DATA') return undefined
      clock.advance(1000)
      await call('PUT', `${graph.path}/mail`, { cookie: graph.member.cookie, body: { every: 'day' } })
      return undefined
    }
    await sendMails(server)
    expect((await graph.mail()).every).toBe('day')
    clock.advance(24 * hourMs)
    await sendMails(server)
    expect(server.received).toHaveLength(1)
  })

  it('signs in where the address of the server has a name and a password', async () => {
    const server = await mailServer()
    const graph = await mailedGraph()
    await graph.say(ada)
    clock.advance(hourMs)
    await sendMails({ url: server.url.replace('//', '//watch%40pole:s%3Acret@') })
    expect(server.logins).toEqual(['watch@pole:s:cret'])
    expect(server.received).toHaveLength(1)
    await graph.say({ 'a.example/3': [says('person', 'Olga Dahl')] })
    clock.advance(hourMs)
    server.answer = (line) => (line.startsWith('AUTH') ? '535 5.7.8 no' : undefined)
    await sendMails({ url: server.url.replace('//', '//watch:wrong@') })
    expect((await graph.mail()).error).toBe('the mail server refused the name or password of the service')
  })

  it('cannot be had of another project', async () => {
    const graph = await mailedGraph()
    const { key: foreign } = await makeProject('elsewhere')
    const { cookie } = await makeMember(foreign, 'owner')
    const { status, body } = await call('PUT', `${graph.path}/mail`, { cookie, body: { every: 'day' } })
    expect([status, body.error]).toEqual([404, 'domain not found'])
  })
})
