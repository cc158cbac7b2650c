import type { Transporter } from 'nodemailer'

/** A mail of plain text to one person. */
export interface Mail {
  to: string
  subject: string
  text: string
  /** The same at every attempt, by which a mailbox knows a mail that comes twice. */
  message_id: string
}

export interface Mailer {
  send(mail: Mail): Promise<void>
  close(): void
}

const connectMs = 10_000
const answerMs = 30_000
/** A password goes to another machine only over TLS. */
const isThisMachine = (host: string) => /^(?:localhost|127\.[\d.]+|\[?::1\]?)$/.test(host)

/** Sends by the operator's own mail server, which may have a private address. One connection at a time, kept for several mails. */
export async function openMailer(
  server: URL,
  from: string,
  // All of one mail: a server that drips its answers ends there.
  { within_ms = 120_000 } = {},
): Promise<Mailer> {
  // Loaded on first use, so that it does not slow down the start.
  const { createTransport } = (await import('nodemailer')).default
  const { protocol, hostname, port, username, password } = server
  const secure = protocol === 'smtps:'
  const auth = username === '' ? undefined : { user: decodeURIComponent(username), pass: decodeURIComponent(password) }
  const transport: Transporter = createTransport({
    pool: true,
    maxConnections: 1,
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (secure ? 465 : 587),
    secure,
    requireTLS: auth !== undefined && !secure && !isThisMachine(hostname),
    ...(auth && { auth }),
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: answerMs,
    dnsTimeout: connectMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    send: async ({ to, subject, text, message_id }) => {
      await transport.sendMail({
        from,
        to: { name: '', address: to },
        subject,
        text,
        messageId: message_id,
        signal: AbortSignal.timeout(within_ms),
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
    },
    close: () => transport.close(),
  }
}
