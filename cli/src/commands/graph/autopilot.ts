import type { Polegraph } from '@polegraph/sdk/polegraph.ts'
import { type CommandContext, defineCommand } from '../../command.ts'
import { type ExitCode, exitCodes } from '../../exit-codes.ts'
import { CommandFailed } from '../../failure.ts'
import { type AutopilotRecord, followAutopilot } from '../../follow/follow-autopilot.ts'
import { findDomain } from '../../names/find-domain.ts'
import { counted } from '../../output/cells.ts'
import { shellWord } from '../../output/shell-word.ts'
import { untilInterrupted } from '../../terminal.ts'

const autopilot = defineCommand({
  name: 'autopilot',
  about: 'Makes a graph from one sentence, and shows how it goes; Ctrl-C leaves it going.',
  args: { prompt: 'some' },
  options: {
    'max-pages': { about: 'How many pages; 150 by default', takes: 'N', least: 1 },
    'max-spend-usd': { about: 'What models may cost in a month; 25 by default', takes: 'USD', least: 0 },
    'max-cycles': { about: 'How often it may grow; 3 by default', takes: 'N', least: 1 },
    'no-follow': { about: 'Comes back at once' },
  },
  examples: ['polegraph autopilot "Ports of the Baltic Sea and who runs them"'],
  run: async ({ args, options }, context) => {
    const client = await context.connect()
    const created = await client.autopilot.create({
      prompt: args.prompt.join(' '),
      ...(options['max-pages'] !== undefined && { max_pages: options['max-pages'] }),
      ...(options['max-spend-usd'] !== undefined && { max_spend_usd: options['max-spend-usd'] }),
      ...(options['max-cycles'] !== undefined && { max_cycles: options['max-cycles'] }),
    })
    if (!options['no-follow']) return followToSteady(client, created.id, context)
    if (context.json) return void context.out.json(created)
    context.out.line(`It has begun. Follow it with: polegraph autopilot follow ${created.id}`)
    return undefined
  },
})

const followAutopilotCommand = defineCommand({
  name: 'autopilot follow',
  about: 'Shows how the autopilot of a domain goes; Ctrl-C leaves it going.',
  args: { domain: 'one' },
  options: {},
  examples: ['polegraph autopilot follow "Baltic Sea"'],
  run: async ({ args }, context) => {
    const client = await context.connect()
    const { id } = await findDomain(client, context.settings, args.domain)
    return followToSteady(client, id, context)
  },
})

const retryAutopilot = defineCommand({
  name: 'autopilot retry',
  about: 'Tries the stage again that has failed, and shows how it goes.',
  args: { domain: 'one' },
  options: {},
  examples: ['polegraph autopilot retry "Baltic Sea"'],
  run: async ({ args }, context) => {
    const client = await context.connect()
    const { id } = await findDomain(client, context.settings, args.domain)
    await client.autopilot.retry(id)
    return followToSteady(client, id, context)
  },
})

async function followToSteady(client: Polegraph, id: string, context: CommandContext): Promise<ExitCode | undefined> {
  const { terminal, out, notes, json } = context
  const end = await untilInterrupted(terminal, (signal) => followAutopilot(client, id, context, signal))
  if (end === 'interrupted') {
    notes.line(
      `The autopilot goes on. Follow it: polegraph autopilot follow ${id}; pause it: polegraph crawl pause ${id}`,
    )
    return exitCodes.interrupted
  }
  if (!end) {
    const message = 'this domain was not made by an autopilot; follow its crawl with `polegraph crawl follow`'
    throw new CommandFailed(message, { exit_code: exitCodes.not_found, code: 'no_autopilot' })
  }
  if (json) out.jsonLine({ type: 'autopilot.end', data: end.autopilot })
  else await printEnd(client, id, context, end.autopilot, end.paused_reason)
  if (end.paused_reason !== null) return exitCodes.try_again
  return end.autopilot.stage === 'failed' ? exitCodes.failed : undefined
}

async function printEnd(
  client: Polegraph,
  id: string,
  { out }: CommandContext,
  { stage, error, last_report }: AutopilotRecord,
  paused: string | null,
): Promise<void> {
  const { name } = await client.domains.get(id)
  const word = shellWord(name)
  if (paused !== null) {
    out.line(`Paused: ${paused}`)
    out.line(`Go on with: polegraph crawl resume ${word}`)
    return
  }
  if (stage === 'failed') {
    out.line(`Failed: ${error}`)
    out.line(`Try it again with: polegraph autopilot retry ${word}`)
    return
  }
  const { scorecard } = await client.domains.getScorecard(id)
  const { entities, relationships, hosts } = scorecard.metrics
  const found = `${counted(entities, 'entity', 'entities')}, ${counted(relationships, 'relationship')}`
  out.line(`${name}: ${found} from ${counted(hosts, 'host')}; score ${scorecard.score} of 100`)
  if (last_report) out.text(last_report.reason)
  out.line(`Look into it: polegraph search ${word} …; polegraph ask ${word} …`)
}

export const autopilotCommands = [autopilot, followAutopilotCommand, retryAutopilot]
