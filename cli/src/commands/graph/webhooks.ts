import type { Polegraph } from '@polegraph/sdk/polegraph.ts'
import { type CommandContext, defineCommand, portValue } from '../../command.ts'
import { type ExitCode, exitCodes } from '../../exit-codes.ts'
import { wrongUsage } from '../../failure.ts'
import { markedUrl, removeLeftWebhooks, unlessGone } from '../../follow/left-webhooks.ts'
import { type DeliveryReceiver, receiveDeliveries } from '../../follow/receive-deliveries.ts'
import { findDomain } from '../../names/find-domain.ts'
import { day, shownId } from '../../output/cells.ts'
import { styled } from '../../output/printer.ts'
import { untilInterrupted } from '../../terminal.ts'

const listWebhooks = defineCommand({
  name: 'webhooks',
  about: 'Lists the webhooks of a domain.',
  args: { domain: 'one' },
  options: {},
  examples: ['polegraph webhooks "Baltic ports"'],
  run: async ({ args }, { connect, settings, out, json }) => {
    const client = await connect()
    const { id, name } = await findDomain(client, settings, args.domain)
    const webhooks = []
    for await (const webhook of client.webhooks.list(id)) webhooks.push(webhook)
    if (json) return void out.json({ webhooks })
    out.table(
      [
        { title: 'URL', of: ({ url }) => url },
        { title: 'EVENTS', of: ({ events }) => events.join(', ') },
        { title: 'STATE', of: ({ enabled, disabled_reason }) => (enabled ? 'on' : (disabled_reason ?? 'off')) },
        { title: 'CREATED', of: ({ created_at }) => day(created_at) },
        shownId,
      ],
      webhooks,
      `${name} has no webhook.`,
    )
    return undefined
  },
})

const removeWebhook = defineCommand({
  name: 'webhooks remove',
  about: 'Removes a webhook.',
  args: { domain: 'one', webhook: 'one' },
  options: {},
  examples: ['polegraph webhooks remove "Baltic ports" 0199f3c2-6a54-7d3e-9c1f-2b7a4e5d6f70'],
  run: async ({ args }, { connect, settings, out, json }) => {
    const client = await connect()
    const { id } = await findDomain(client, settings, args.domain)
    const answer = await client.webhooks.delete(id, args.webhook)
    if (json) return void out.json(answer)
    out.line(`Removed the webhook ${args.webhook}.`)
    return undefined
  },
})

const defaultEvents = ['crawl.finished', 'budget.hit'] as const

const listen = defineCommand({
  name: 'webhooks listen',
  about:
    'Receives deliveries on this machine, verifies their signatures and prints them, until Ctrl-C. With --domain it makes a webhook, sends it a ping, and removes it in the end.',
  args: {},
  options: {
    port: { about: 'Port to listen on; a free one by default', ...portValue },
    domain: { about: 'Make a webhook for this domain', takes: 'DOMAIN' },
    events: { about: `Its events, separated by commas; ${defaultEvents.join(',')} by default`, takes: 'EVENTS' },
    'public-url': {
      about: 'Its address, where the service reaches this machine by another, such as that of a tunnel',
      takes: 'URL',
    },
    secret: { about: 'The secret of a webhook that is there already (whsec_…), without --domain', takes: 'SECRET' },
  },
  examples: [
    'polegraph webhooks listen --domain "Baltic ports"',
    'polegraph webhooks listen --port 9000 --secret whsec_…',
  ],
  run: async ({ options }, context) => {
    const { connect, settings } = context
    if ((options.domain === undefined) === (options.secret === undefined)) {
      throw wrongUsage('give --domain to make a webhook, or the --secret of one that is there')
    }
    if (options.secret !== undefined && !/^whsec_[\w+/=-]+$/.test(options.secret)) {
      throw wrongUsage('--secret must be that of a webhook: whsec_ and base64')
    }
    const receiver = (port = 0) => receiveDeliveries({ port, secret: options.secret, onDelivery: print(context) })
    if (options.domain === undefined) return listenUntilInterrupted(await receiver(options.port), context)
    const client = await connect()
    const domain = await findDomain(client, settings, options.domain)
    const own = await receiver(options.port)
    const events = (options.events?.split(',') ?? defaultEvents) as (typeof defaultEvents)[number][]
    const marked = markedUrl(own.url)
    const webhook = { url: options['public-url'] ?? marked, events }
    return listenUntilInterrupted(own, context, async (signal) => {
      await removeLeftWebhooks(client, domain.id, marked)
      const { id, secret } = await client.webhooks.create(domain.id, webhook, { signal })
      own.trust(secret)
      return {
        ping: () => ping(client, domain.id, id, webhook.url, context),
        remove: () => removeAgain(client, domain.id, id, context),
      }
    })
  },
})

interface MadeWebhook {
  ping(): Promise<void>
  remove(): Promise<void>
}

/** How long the service is waited for once somebody has interrupted the command. */
const patienceMs = 15_000

/** However the command ends, the webhook that it has made, or is making, is removed first. */
async function listenUntilInterrupted(
  receiver: DeliveryReceiver,
  { terminal, notes }: CommandContext,
  make?: (signal: AbortSignal) => Promise<MadeWebhook>,
): Promise<ExitCode> {
  try {
    await untilInterrupted(terminal, async (signal) => {
      const making = make?.(afterPatience(signal))
      let removal: Promise<void> | undefined
      const remove = () => (removal ??= Promise.resolve(making).then((webhook) => webhook?.remove()))
      const release = terminal.beforeEnd(remove)
      try {
        const webhook = await making
        notes.line(`Listening on ${receiver.url}; Ctrl-C ends it.`)
        await Promise.race([webhook?.ping(), aborted(signal)])
        await aborted(signal)
      } finally {
        await remove().finally(release)
      }
    })
  } finally {
    await receiver.close()
  }
  return exitCodes.interrupted
}

/** Aborted a while after the given one. */
function afterPatience(signal: AbortSignal): AbortSignal {
  const later = new AbortController()
  void aborted(signal).then(() => setTimeout(() => later.abort(), patienceMs).unref())
  return later.signal
}

/** Tried out at once: a service that cannot reach this machine says why. */
async function ping(
  client: Polegraph,
  domainId: string,
  id: string,
  url: string,
  { notes }: CommandContext,
): Promise<void> {
  try {
    const { status, error } = await client.webhooks.test(domainId, id, { retries: 0 })
    if (status !== 'delivered') notes.line(`polegraph: the service does not reach ${url}: ${error}`)
  } catch (error) {
    notes.line(`polegraph: the webhook could not be tried out: ${(error as Error).message}`)
  }
}

async function removeAgain(client: Polegraph, domainId: string, id: string, { notes }: CommandContext): Promise<void> {
  try {
    // A service that restarts is back within seconds.
    const options = { retries: 4, timeout_ms: 3000, signal: AbortSignal.timeout(patienceMs) }
    await client.webhooks.delete(domainId, id, options).catch(unlessGone)
  } catch (error) {
    const { name, message } = error as Error
    const why = name === 'TimeoutError' ? 'the service did not answer in time' : message
    notes.line(`polegraph: the webhook was not removed (${why}): polegraph webhooks remove ${domainId} ${id}`)
  }
}

const print =
  ({ out, notes, json }: CommandContext): Parameters<typeof receiveDeliveries>[0]['onDelivery'] =>
  (delivery, problem) => {
    if (!delivery) notes.line(styled('red', 'refused'), `  ${problem}`)
    else if (json) out.jsonLine(delivery)
    else
      out.line(styled('green', 'verified'), '  ', styled('bold', delivery.type), `  ${JSON.stringify(delivery.data)}`)
  }

const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })

export const webhookCommands = [listWebhooks, removeWebhook, listen]
