import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { CallGroups } from '@polegraph/sdk/contract-types.ts'
import type { Polegraph } from '@polegraph/sdk/polegraph.ts'
import { pause } from '@polegraph/sdk/retries.ts'
import { type CommandContext, defineCommand } from '../../command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { CommandFailed, wrongUsage } from '../../failure.ts'
import { chooseByName } from '../../names/choose-by-name.ts'
import { findDomain } from '../../names/find-domain.ts'
import { counted, minute, shownId } from '../../output/cells.ts'
import { Progress } from '../../output/progress.ts'
import { untilInterrupted } from '../../terminal.ts'

type Import = Awaited<ReturnType<CallGroups['imports']['get']>>

const formats = ['csv', 'ndjson', 'ftm', 'graphml'] as const
type Format = (typeof formats)[number]

/** By the end of the file's name. */
const endings = new Map<string, Format>([
  ['csv', 'csv'],
  ['tsv', 'csv'],
  ['ndjson', 'ndjson'],
  ['jsonl', 'ndjson'],
  ['ftm', 'ftm'],
  ['json', 'ftm'],
  ['graphml', 'graphml'],
  ['xml', 'graphml'],
])

const importCommand = defineCommand({
  name: 'import',
  about: 'Imports the rows of a file as evidence of the graph; what is there already is matched.',
  args: { domain: 'one', file: 'one' },
  options: {
    format: { about: 'The format; by default that of the file’s name', takes: 'FORMAT', choices: formats },
    'dry-run': { about: 'Only says what the columns mean, and what the first rows would do' },
    kind: { about: 'What the rows of a CSV are, such as person', takes: 'KIND' },
    mapping: {
      about: 'A file with JSON of what columns mean: {"Full name": "name", "Notes": null}',
      takes: 'FILE',
      isPath: true,
    },
    name: { about: 'The name of the source; by default that of the file', takes: 'NAME' },
  },
  examples: [
    'polegraph import "Baltic ports" members.csv --dry-run',
    'polegraph import "Baltic ports" members.csv --kind person --mapping columns.json',
  ],
  run: async ({ args, options }, context) => {
    const { connect, settings, terminal, json } = context
    const format = options.format ?? endings.get(args.file.split('.').at(-1)?.toLowerCase() ?? '')
    if (!format)
      throw wrongUsage(`--format is needed, which the name ${args.file} does not tell: ${formats.join(', ')}`)
    const client = await connect()
    await requireFile(args.file)
    const columns = options.mapping === undefined ? undefined : await readColumns(options.mapping)
    const mapping = { ...(options.kind && { kind: options.kind }), ...(columns && { columns }) }
    const query = {
      ...{ format, name: options.name ?? basename(args.file) },
      ...(Object.keys(mapping).length > 0 && { mapping: JSON.stringify(mapping) }),
      ...(options['dry-run'] && { dry_run: true }),
    }
    const { id } = await findDomain(client, settings, args.domain)
    const ended = await untilInterrupted(terminal, async (signal) => {
      const sent = await client.imports.create(id, query, createReadStream(args.file), { signal })
      return sent.id === null ? sent : follow(client, id, sent.id, context, signal)
    })
    if (ended === 'interrupted') return exitCodes.interrupted
    if (json) context.out.json(ended)
    else show(ended, context)
    return ended.status === 'failed' ? exitCodes.failed : undefined
  },
})

async function requireFile(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined)
  if (!found?.isFile())
    throw new CommandFailed(`there is no file ${path}`, { exit_code: exitCodes.file, code: 'no_file' })
}

async function readColumns(path: string): Promise<Record<string, string | null>> {
  await requireFile(path)
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Record<string, string | null>
  } catch {
    throw wrongUsage(`--mapping: ${path} is not JSON`)
  }
}

const lookEveryMs = 500

/** Waits until the rows are written, and shows how far they are. */
async function follow(
  client: Polegraph,
  domainId: string,
  id: string,
  { notes, json }: CommandContext,
  signal: AbortSignal,
): Promise<Import> {
  const progress = new Progress(notes)
  try {
    for (;;) {
      const one = await client.imports.get(domainId, id, { signal })
      const done = one.rows_done + one.rows_failed
      if (!json)
        progress.show({ done, total: one.rows, words: `${done.toLocaleString('en')} of ${counted(one.rows, 'row')}` })
      if (one.status === 'finished' || one.status === 'failed' || one.status === 'taken_back') return one
      await pause(lookEveryMs, signal)
    }
  } finally {
    progress.clear()
  }
}

const errorsShown = 10

function show(one: Import, { out, notes }: Pick<CommandContext, 'out' | 'notes'>): void {
  const isPreview = one.status === null
  if (isPreview && one.columns) {
    out.table(
      [
        { title: 'COLUMN', of: ({ column }) => column },
        { title: 'MEANS', of: ({ means }) => means ?? '(left out)' },
        { title: 'SAMPLES', of: ({ samples }) => samples.join(', ') },
      ],
      one.columns,
      '',
    )
    out.line(one.kind === null ? '' : `Each row is one ${one.kind}.`)
  }
  const would = isPreview
    ? `The first ${counted(one.rows_done, 'row')} of ${one.rows.toLocaleString('en')} would give `
    : ''
  out.line(
    `${would}${counted(one.entities_new, 'new entity', 'new entities')}, ${one.entities_matched.toLocaleString('en')} matched, ` +
      `${counted(one.relationships, 'relationship')}, ${counted(one.pairs_waiting, 'pair')} to judge.`,
  )
  if (one.rows_failed > 0) notes.line(`${counted(one.rows_failed, 'row')} left out:`)
  for (const { row, error } of one.errors.slice(0, errorsShown)) notes.line(`  row ${row ?? '?'}: ${error}`)
}

const listImports = defineCommand({
  name: 'imports',
  about: 'Lists the files that were imported into a domain, newest first.',
  args: { domain: 'one' },
  options: {},
  examples: ['polegraph imports "Baltic ports"'],
  run: async ({ args }, { connect, settings, out, json }) => {
    const client = await connect()
    const { id, name } = await findDomain(client, settings, args.domain)
    const imports: Import[] = []
    for await (const one of client.imports.list(id)) imports.push(one)
    if (json) return void out.json({ imports })
    out.table(
      [
        { title: 'NAME', of: ({ name }) => name },
        { title: 'STATUS', of: ({ status }) => (status ?? '').replace('_', ' ') },
        { title: 'ROWS', of: ({ rows }) => rows.toLocaleString('en') },
        { title: 'NEW', of: ({ entities_new }) => entities_new.toLocaleString('en') },
        { title: 'MATCHED', of: ({ entities_matched }) => entities_matched.toLocaleString('en') },
        { title: 'LEFT OUT', of: ({ rows_failed }) => rows_failed.toLocaleString('en') },
        { title: 'CREATED', of: ({ created_at }) => minute(created_at) },
        shownId,
      ],
      imports.map((one) => ({ ...one, id: one.id ?? '' })),
      `Nothing was imported into ${name}.`,
    )
    return undefined
  },
})

const takeBack = defineCommand({
  name: 'imports take-back',
  about: 'Takes an import back: what stands on no other evidence leaves the graph.',
  args: { domain: 'one', import: 'one' },
  options: {},
  examples: ['polegraph imports take-back "Baltic ports" members.csv'],
  run: async ({ args }, context) => {
    const { connect, settings, terminal, out, json } = context
    const client = await connect()
    const { id } = await findDomain(client, settings, args.domain)
    const imports: (Import & { id: string })[] = []
    for await (const one of client.imports.list(id))
      if (one.id !== null && one.status !== 'taken_back') imports.push({ ...one, id: one.id })
    const chosen = chooseByName('import', args.import, imports)
    await client.imports.takeBack(id, chosen.id)
    const ended = await untilInterrupted(terminal, (signal) => follow(client, id, chosen.id, context, signal))
    if (ended === 'interrupted') return exitCodes.interrupted
    if (json) out.json(ended)
    else out.line(`${chosen.name} is taken back.`)
    return undefined
  },
})

export const importCommands = [importCommand, listImports, takeBack]
