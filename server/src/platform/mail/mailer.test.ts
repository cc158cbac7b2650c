import { expect, it, onTestFinished } from 'vitest'
import { startMailServer } from '../../../test/support/web/mail-server.ts'
import { openMailer } from './mailer.ts'

const mail = { to: 'ada@pole.example', subject: 'News', text: 'Something.\n.\nMore.', message_id: '<1@pole.example>' }

async function mailerFor(answer?: (line: string) => string | undefined, options: { within_ms?: number } = {}) {
  const server = await startMailServer()
  if (answer) server.answer = answer
  const mailer = await openMailer(new URL(server.url), 'Pole <watch@pole.example>', options)
  onTestFinished(async () => {
    mailer.close()
    await server.close()
  })
  return { server, mailer }
}

it('sends one mail after the other, as they are', async () => {
  const { server, mailer } = await mailerFor()
  await mailer.send(mail)
  await mailer.send({ ...mail, subject: 'Größe\r\nBcc: eve@pole.example', to: 'eve@pole.example' })
  expect(server.received.map(({ to, text }) => [to, text])).toEqual([
    [['ada@pole.example'], mail.text],
    [['eve@pole.example'], mail.text],
  ])
  expect(server.received[1]?.headers.get('subject')).toBe('Größe Bcc: eve@pole.example')
  expect(server.received[1]?.headers.has('bcc')).toBe(false)
})

it('gives a mail up whose server goes on for too long', async () => {
  const { server, mailer } = await mailerFor((line) => (line === 'DATA' ? 'hang' : undefined), { within_ms: 300 })
  await expect(mailer.send(mail)).rejects.toThrow()
  expect(server.received).toEqual([])
})

it('sends no password in the clear to another machine', async () => {
  const { server } = await mailerFor()
  // This machine under a name that could be another's.
  const elsewhere = new URL(server.url.replace('smtp://127.0.0.1', 'smtp://ada:secret@[::ffff:127.0.0.1]'))
  const mailer = await openMailer(elsewhere, 'watch@pole.example')
  onTestFinished(() => mailer.close())
  await expect(mailer.send(mail)).rejects.toThrow(/SSL|TLS/)
  expect(server.logins).toEqual([])
})
