import type { Run } from '@polegraph/sdk/contract-types.ts'
import type { Polegraph } from '@polegraph/sdk/polegraph.ts'
import { type CommandContext, defineCommand } from '../command.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { type FoundDomain, findDomain } from '../find-domain.ts'
import { followRun } from '../follow/follow-run.ts'
import { counted, dollars } from '../output/cells.ts'
import { shellWord } from '../output/shell-word.ts'
import { untilInterrupted } from '../terminal.ts'

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
    const client = await connect()
    const domain = await findDomain(client, settings, args.domain)
    let queued = 0
    const begin = async () => {
      for (const url of args.url) queued += (await client.sources.add(domain.id, { url })).queued
      const answer = options.again ? await client.pages.recrawl(domain.id) : await client.sources.crawlAll(domain.id)
      queued += answer.queued
    }
    if (options['no-follow']) {
      await begin()
      if (json) return void out.json({ queued })
      out.line(`${counted(queued, 'page')} queued.`)
      return undefined
    }
    return followToTheEnd(client, domain, context, begin, () => queued)
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
    return followToTheEnd(client, domain, context, async () => undefined)
  },
})

/** `queuedBy` tells how many pages the command has queued, where it has. */
async function followToTheEnd(
  client: Polegraph,
  domain: FoundDomain,
  context: CommandContext,
  begin: () => Promise<unknown>,
  queuedBy?: () => number,
): Promise<ExitCode | undefined> {
  const { terminal, out, notes, json } = context
  const name = shellWord(domain.name)
  const isNothingNew = () => queuedBy?.() === 0
  const run = await untilInterrupted(terminal, async (signal) => {
    let hasBegun = false
    const beginOnce = async () => {
      await begin()
      hasBegun = true
      // An earlier run may go on; without one there is nothing to follow.
      if (isNothingNew() && !(await client.domains.get(domain.id)).active_run) throw new NothingToFollow()
    }
    try {
      return await followRun(client, domain, context, signal, beginOnce)
    } catch (error) {
      if (error instanceof NothingToFollow) return null
      if (hasBegun && !signal.aborted)
        notes.line(`The crawl goes on without this command; follow it with: polegraph crawl follow ${name}`)
      throw error
    }
  })
  if (run === 'interrupted') {
    notes.line(`The crawl goes on. Follow it: polegraph crawl follow ${name}; end it: polegraph crawl cancel ${name}`)
    return exitCodes.interrupted
  }
  if (json) out.jsonLine({ type: 'run', data: run })
  else if (run) printRun(context, domain, run)
  else
    out.line(
      `There is nothing to crawl in ${domain.name}: every source was crawled. With --again its pages are read again.`,
    )
  if (run?.paused_reason) return exitCodes.try_again
  return run?.status === 'cancelled' ? exitCodes.failed : undefined
}

class NothingToFollow extends Error {}

function printRun({ out }: CommandContext, domain: FoundDomain, run: Run): void {
  const pages = counted(run.pages_done, 'page')
  const entities = counted(run.entities_added, 'new entity', 'new entities')
  const spent = run.spend_usd > 0 ? `, ${dollars(run.spend_usd)}` : ''
  if (run.paused_reason) {
    out.line(`Paused after ${pages}, ${entities}${spent}: ${run.paused_reason}.`)
    out.line(`Go on with: polegraph crawl resume ${shellWord(domain.name)}`)
    return
  }
  out.line(
    `${run.status === 'cancelled' ? 'Cancelled' : 'Finished'}: ${pages}, ${entities}${spent} (${run.end_reason}).`,
  )
  out.fields({
    'Read by rules': run.pages_deterministic,
    'Read by the model': run.pages_agentic,
    Unchanged: run.pages_unchanged,
    'Dropped by the gate': run.pages_irrelevant,
    'Not read': run.pages_skipped,
    Failed: run.pages_failed,
  })
  if (run.pages_failed > 0) out.line(`Why: polegraph pages ${shellWord(domain.name)} --status failed`)
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
    out.line(`${counted(answer.requeued, 'page')} go on.`)
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
    out.line(`Cancelled; ${counted(answer.cancelled_pages, 'page')} were still queued.`)
    return undefined
  },
})

export const crawlCommands = [crawl, followCrawl, pauseCrawl, resumeCrawl, cancelCrawl]
