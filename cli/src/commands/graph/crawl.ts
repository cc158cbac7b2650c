import type { Run } from '@polegraph/sdk/contract-types.ts'
import type { Polegraph } from '@polegraph/sdk/polegraph.ts'
import { PolegraphError } from '@polegraph/sdk/polegraph-error.ts'
import { type CommandContext, defineCommand } from '../../command.ts'
import { type ExitCode, exitCodes } from '../../exit-codes.ts'
import { followRun } from '../../follow/follow-run.ts'
import { type FoundDomain, findDomain } from '../../names/find-domain.ts'
import { whenNoSource } from '../../no-source.ts'
import { counted, dollars } from '../../output/cells.ts'
import { shellWord } from '../../output/shell-word.ts'
import { checkAddresses } from '../../service/check-address.ts'
import { untilInterrupted } from '../../terminal.ts'

const crawl = defineCommand({
  name: 'crawl',
  about:
    'Crawls what was not crawled yet: new sources, and the addresses that are given. Shows how it goes; Ctrl-C leaves it going.',
  args: { domain: 'one', url: 'any' },
  options: {
    again: { about: 'Every page that was read, to see what has changed' },
    'no-follow': { about: 'Comes back at once' },
  },
  examples: ['polegraph crawl "Baltic ports" https://example.org/', 'polegraph crawl . --again'],
  run: async ({ args, options }, context) => {
    const { connect, settings, out, json } = context
    checkAddresses(args.url)
    const client = await connect()
    const domain = await findDomain(client, settings, args.domain)
    let queued = 0
    const begin = async (signal?: AbortSignal) => {
      for (const url of args.url) queued += (await client.sources.add(domain.id, { url }, { signal })).queued
      const { recrawl } = client.pages
      const answer = await (options.again ? recrawl : client.sources.crawlAll)(domain.id, { signal })
      queued += answer.queued
      // An earlier run may go on.
      return queued > 0 || (await client.domains.get(domain.id, { signal })).active_run !== null
    }
    if (options['no-follow']) {
      await begin()
      if (json) return void out.json({ queued })
      out.line(`${counted(queued, 'page')} queued.`)
      return undefined
    }
    const whenNone = async () => {
      const { sources } = await client.sources.list(domain.id, { limit: 1 })
      if (sources.length === 0) return whenNoSource(domain.name)
      return `There is nothing to crawl in ${domain.name}: every source was crawled. --again reads its pages again.`
    }
    return followToTheEnd(client, domain, context, { begin, whenNone })
  },
})

const followCrawl = defineCommand({
  name: 'crawl follow',
  about: 'Shows how the crawl goes; Ctrl-C leaves it going.',
  args: { domain: 'one' },
  options: {},
  examples: ['polegraph crawl follow "Baltic ports"'],
  run: async ({ args }, context) => {
    const client = await context.connect()
    const domain = await findDomain(client, context.settings, args.domain)
    const whenNone = async () => `Nothing was crawled in ${domain.name} yet.`
    return followToTheEnd(client, domain, context, { begin: async () => true, whenNone })
  },
})

async function followToTheEnd(
  client: Polegraph,
  domain: FoundDomain,
  context: CommandContext,
  { begin, whenNone }: { begin: (signal: AbortSignal) => Promise<boolean>; whenNone: () => Promise<string> },
): Promise<ExitCode | undefined> {
  const { terminal, out, notes, json } = context
  const name = shellWord(domain.name)
  const advice = `Follow it: polegraph crawl follow ${name}; end it: polegraph crawl cancel ${name}`
  let hasBegun = false
  const beginHere = async (signal: AbortSignal) => {
    const isRunning = await begin(signal)
    hasBegun = true
    return isRunning
  }
  const tellOn = () => notes.line(hasBegun ? `The crawl goes on. ${advice}` : 'The crawl may not have begun.')
  const follow = (signal: AbortSignal) => followRun(client, domain, context, signal, beginHere)
  const run = await untilInterrupted(terminal, follow).catch((error) => {
    // In a domain that was deleted meanwhile nothing goes on.
    const isGone = error instanceof PolegraphError && error.status === 404
    if (hasBegun && !isGone) tellOn()
    throw error
  })
  if (run === 'interrupted') {
    tellOn()
    return exitCodes.interrupted
  }
  if (json) out.jsonLine({ type: 'run', data: run })
  else if (run) printRun(context, domain, run, await client.domains.get(domain.id))
  else out.line(await whenNone())
  if (run?.paused_reason) return exitCodes.try_again
  return run?.status === 'cancelled' ? exitCodes.failed : undefined
}

function printRun(
  { out }: CommandContext,
  { name }: FoundDomain,
  run: Run,
  { max_pages }: { max_pages: number },
): void {
  const word = shellWord(name)
  const pages = counted(run.pages_done, 'page')
  const entities = counted(run.entities_added, 'new entity', 'new entities')
  const spent = run.spend_usd > 0 ? `, ${dollars(run.spend_usd)}` : ''
  if (run.paused_reason) {
    out.line(`Paused after ${pages}, ${entities}${spent}: ${run.paused_reason}`)
    out.line(`Go on with: polegraph crawl resume ${word}`)
    return
  }
  out.line(
    `${run.status === 'cancelled' ? 'Cancelled' : 'Finished'}: ${pages}, ${entities}${spent} (${run.end_reason}).`,
  )
  if (run.end_reason === 'budget') {
    const raise = `polegraph domains set ${word} --max-pages ${max_pages * 2} && polegraph crawl ${word}`
    out.line(
      `The domain has all the pages that it may have (max_pages ${max_pages}), and links are left. Take more: ${raise}`,
    )
  }
  out.fields({
    'Read by rules': run.pages_deterministic,
    'Read by the model': run.pages_agentic,
    Unchanged: run.pages_unchanged,
    'Dropped by the gate': run.pages_irrelevant,
    'Not read': run.pages_skipped,
    Failed: run.pages_failed,
  })
  if (run.pages_failed > 0) out.line(`Why: polegraph pages ${word} --status failed`)
}

const pauseCrawl = defineCommand({
  name: 'crawl pause',
  about: 'Pauses the crawl; queued pages stay queued.',
  args: { domain: 'one' },
  options: {},
  examples: ['polegraph crawl pause "Baltic ports"'],
  run: async ({ args }, { connect, settings, out, json }) => {
    const client = await connect()
    const domain = await findDomain(client, settings, args.domain)
    const answer = await client.runs.pause(domain.id)
    if (json) return void out.json(answer)
    out.line(`Paused. Go on with: polegraph crawl resume ${shellWord(domain.name)}`)
    return undefined
  },
})

const resumeCrawl = defineCommand({
  name: 'crawl resume',
  about: 'Lets a paused crawl go on.',
  args: { domain: 'one' },
  options: {},
  examples: ['polegraph crawl resume "Baltic ports"'],
  run: async ({ args }, { connect, settings, out, json }) => {
    const client = await connect()
    const { id } = await findDomain(client, settings, args.domain)
    const answer = await client.runs.resume(id)
    if (json) return void out.json(answer)
    out.line(`The crawl goes on with ${counted(answer.requeued, 'page')}.`)
    return undefined
  },
})

const cancelCrawl = defineCommand({
  name: 'crawl cancel',
  about: 'Ends the crawl; what was read stays.',
  args: { domain: 'one' },
  options: {},
  examples: ['polegraph crawl cancel "Baltic ports"'],
  run: async ({ args }, { connect, settings, out, json }) => {
    const client = await connect()
    const { id } = await findDomain(client, settings, args.domain)
    const answer = await client.runs.cancel(id)
    if (json) return void out.json(answer)
    out.line(`Cancelled, with ${counted(answer.cancelled_pages, 'page')} still queued.`)
    return undefined
  },
})

export const crawlCommands = [crawl, followCrawl, pauseCrawl, resumeCrawl, cancelCrawl]
