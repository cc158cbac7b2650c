import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'

// A mail server on this machine: SMTP as far as a client speaks it that sends plain mails, in the clear.

export interface ReceivedMail {
  from: string
  to: string[]
  headers: Map<string, string>
  text: string
}

export interface MailServer {
  url: string
  received: ReceivedMail[]
  /** User names and passwords that came. */
  logins: string[]
  /** What it says to a line instead of what it would; `undefined` for the usual answer, `hang` for none. */
  answer: (line: string) => string | undefined | Promise<undefined>
  close(): Promise<void>
}

export async function startMailServer(): Promise<MailServer> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    serve(socket, mail)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const mail: MailServer = {
    url: `smtp://127.0.0.1:${port}`,
    received: [],
    logins: [],
    answer: () => undefined,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      if (server.listening) await new Promise((resolve) => server.close(resolve))
    },
  }
  return mail
}

function serve(socket: Socket, mail: MailServer): void {
  let from = ''
  let to: string[] = []
  let data: string[] | undefined
  const usual = (line: string): string => {
    const [verb = ''] = line.toUpperCase().split(/[ :]/)
    if (verb === 'EHLO') return '250-mail.test\r\n250-8BITMIME\r\n250 AUTH PLAIN'
    if (verb === 'AUTH') {
      mail.logins.push(
        Buffer.from(line.split(' ')[2] ?? '', 'base64')
          .toString('utf8')
          .split('\0')
          .slice(1)
          .join(':'),
      )
      return '235 welcome'
    }
    if (verb === 'MAIL') {
      from = addressOf(line)
      to = []
    }
    if (verb === 'RCPT') to.push(addressOf(line))
    if (verb === 'DATA') {
      data = []
      return '354 go on'
    }
    return verb === 'QUIT' ? '221 bye' : '250 ok'
  }
  const say = async (line: string) => {
    const answer = (await mail.answer(line)) ?? usual(line)
    if (!answer.startsWith('3')) data = undefined
    if (answer !== 'hang') socket.write(`${answer}\r\n`)
  }
  socket.write('220 mail.test\r\n')
  createInterface({ input: socket, crlfDelay: Number.POSITIVE_INFINITY }).on('line', async (line) => {
    if (!data) return say(line)
    if (line !== '.') return void data.push(line.replace(/^\./, ''))
    const received = { from, to, ...parsed(data.join('\r\n')) }
    data = undefined
    const answer = (await mail.answer('.')) ?? '250 kept'
    if (answer.startsWith('2')) mail.received.push(received)
    if (answer !== 'hang') socket.write(`${answer}\r\n`)
  })
}

const addressOf = (line: string) => /<(.*?)>/.exec(line)?.[1] ?? ''

function parsed(message: string): { headers: Map<string, string>; text: string } {
  const [head = '', ...body] = message.split('\r\n\r\n')
  const headers = new Map(
    head
      .replace(/\r\n[ \t]+/g, ' ')
      .split('\r\n')
      .map((line) => {
        const [, name = '', value = ''] = /^([^:]+):\s*(.*)$/.exec(line) ?? []
        return [name.toLowerCase(), decodeWords(value)] as const
      }),
  )
  return { headers, text: decodeBody(body.join('\r\n\r\n'), headers.get('content-transfer-encoding') ?? '7bit') }
}

/** `=?UTF-8?Q?…?=` and `=?UTF-8?B?…?=`. */
const decodeWords = (value: string) =>
  value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([qb])\?(.*?)\?=/gi, (_, form: string, word: string) =>
      form.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString('utf8')
        : decodeQuoted(word.replaceAll('_', ' ')),
    )

const decodeBody = (body: string, encoding: string) =>
  (encoding === 'base64'
    ? Buffer.from(body, 'base64').toString('utf8')
    : encoding === 'quoted-printable'
      ? decodeQuoted(body.replace(/=\r\n/g, ''))
      : body
  ).replaceAll('\r\n', '\n')

const decodeQuoted = (text: string) =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')
