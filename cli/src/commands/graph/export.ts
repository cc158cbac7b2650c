import { Readable } from 'node:stream'
import { defineCommand } from '../../command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { CommandFailed, wrongUsage } from '../../failure.ts'
import { findDomain } from '../../names/find-domain.ts'
import { plainLines } from '../../output/plain-text.ts'
import { type Output, untilInterrupted } from '../../terminal.ts'
import { writeWhole } from '../../write-whole.ts'

const formats = [
  'jsonld',
  'turtle',
  'graphml',
  'gexf',
  'csv',
  'entities.csv',
  'relationships.csv',
  'xlsx',
  'parquet',
  'cypher',
  'ndjson',
  'ftm',
  'geojson',
  'ics',
] as const
type Format = (typeof formats)[number]

/** No text: a terminal cannot show them. */
const inBytes: ReadonlySet<Format> = new Set(['xlsx', 'parquet'])

/** By the end of the file's name, the longest first. */
const endings: readonly [ending: string, format: Format][] = [
  ['entities.csv', 'entities.csv'],
  ['relationships.csv', 'relationships.csv'],
  ['ftm.json', 'ftm'],
  ['jsonld', 'jsonld'],
  ['ttl', 'turtle'],
  ['graphml', 'graphml'],
  ['gexf', 'gexf'],
  ['csv', 'csv'],
  ['xlsx', 'xlsx'],
  ['parquet', 'parquet'],
  ['cypher', 'cypher'],
  ['cql', 'cypher'],
  ['ndjson', 'ndjson'],
  ['jsonl', 'ndjson'],
  ['ftm', 'ftm'],
  ['geojson', 'geojson'],
  ['ics', 'ics'],
]

function formatOf(file: string | undefined): Format | undefined {
  const name = file?.toLowerCase() ?? ''
  return endings.find(
    ([ending]) =>
      name.endsWith(`.${ending}`) || name.endsWith(`-${ending}`) || name.endsWith(`/${ending}`) || name === ending,
  )?.[1]
}

const filters = {
  q: { about: 'Only entities with names like this', takes: 'WORDS' },
  kind: { about: 'Only entities of these kinds, separated by commas', takes: 'KIND' },
  type: { about: 'Only relationships of these types, and the entities that have one', takes: 'TYPE' },
  certainty: { about: 'Only relationships of these certainties, separated by commas', takes: 'CERTAINTY' },
  attr: { about: 'Only entities with this attribute', takes: 'KEY=VALUE' },
  host: { about: 'Only entities with evidence from this host', takes: 'HOST' },
  'min-confidence': { about: 'Only entities with at least this confidence', takes: 'FRACTION', least: 0, most: 1 },
  has: { about: 'Only entities with a time, or with a place', takes: 'FIELD', choices: ['when', 'where'] },
  from: { about: 'Only entities with a time, none that ended before', takes: 'DATE' },
  to: { about: 'Only entities with a time, none that began after', takes: 'DATE' },
} as const

export const exportCommand = defineCommand({
  name: 'export',
  about: 'Writes the graph to a file, or to the standard output.',
  args: { domain: 'one' },
  options: {
    format: { about: 'The format; by default that of the file’s name', takes: 'FORMAT', choices: formats },
    output: { about: 'The file; it appears when it is complete', takes: 'FILE', isPath: true },
    provenance: { about: 'With the addresses of the pages behind each fact' },
    bom: { about: 'With a byte order mark, for Excel; of CSV' },
    'as-of': { about: 'The graph as it was recorded at this time', takes: 'TIME' },
    ...filters,
  },
  examples: [
    'polegraph export "Baltic ports" --output ports.ttl',
    'polegraph export . --format ndjson | head',
    'polegraph export . --kind person --has when --output people.ics',
  ],
  run: async ({ args, options }, { connect, settings, terminal, out, notes, json }) => {
    const format = options.format ?? formatOf(options.output)
    if (!format) {
      const why = options.output === undefined ? '' : `, which the name ${options.output} does not tell`
      throw wrongUsage(`--format is needed${why}: ${formats.join(', ')}`)
    }
    const file = options.output === '-' ? undefined : options.output
    if (file === undefined && inBytes.has(format) && terminal.stdout.isTTY)
      throw wrongUsage(`${format} is no text that a terminal shows: --output FILE`)
    const query = {
      format,
      ...(options.provenance && { provenance: true }),
      ...(options.bom && { bom: true }),
      ...filtersOf(options),
    }
    const client = await connect()
    const { id } = await findDomain(client, settings, args.domain)
    if (file === undefined) {
      await writeOut(terminal.stdout, readPieces(await client.graph.export(id, query)))
      return undefined
    }
    // Whoever gives it up finds no half of a file beside the place of the whole one.
    const bytes = await untilInterrupted(terminal, async (signal) =>
      writeWhole(file, readPieces(await client.graph.export(id, query, { signal }))),
    )
    if (bytes === 'interrupted') return exitCodes.interrupted
    if (json) out.json({ file, format, bytes })
    else notes.line(`${file}: ${bytes.toLocaleString('en')} bytes of ${format}`)
    return undefined
  },
})

interface Filters {
  'as-of': string | undefined
  q: string | undefined
  kind: string | undefined
  type: string | undefined
  certainty: string | undefined
  attr: string | undefined
  host: string | undefined
  'min-confidence': number | undefined
  has: 'when' | 'where' | undefined
  from: string | undefined
  to: string | undefined
}

const certainties = ['said', 'reported', 'denied'] as const

/** In the words of the service, which says what is wrong with a value. */
function filtersOf({ 'as-of': as_of, 'min-confidence': min_confidence, ...options }: Filters) {
  const { q, kind, type, certainty, attr, host, has, from, to } = options
  const stated = certainty?.split(',').map((one) => {
    const known = certainties.find((name) => name === one)
    if (!known) throw wrongUsage(`--certainty must be one or more of ${certainties.join(', ')}, separated by commas`)
    return known
  })
  return {
    ...(as_of && { as_of }),
    ...(q && { q }),
    ...(kind && { kind: kind.split(',') }),
    ...(type && { type: type.split(',') }),
    ...(stated && { certainty: stated }),
    ...(attr && { attr: attributeOf(attr) }),
    ...(host && { host }),
    ...(min_confidence !== undefined && { min_confidence }),
    ...(has && { has: [has] }),
    ...(from && { from }),
    ...(to && { to }),
  }
}

function attributeOf(text: string): Record<string, string> {
  const at = text.indexOf('=')
  if (at < 1) throw wrongUsage('--attr needs a key and a value: --attr role=captain')
  return { [text.slice(0, at)]: text.slice(at + 1) }
}

/** The body of the answer; where it breaks off, an error says so. */
async function* readPieces(file: Response): AsyncGenerator<Uint8Array> {
  let bytes = 0
  try {
    for await (const piece of Readable.fromWeb(file.body as Parameters<typeof Readable.fromWeb>[0])) {
      bytes += piece.length
      yield piece
    }
  } catch {
    const message = `the export broke off after ${bytes.toLocaleString('en')} bytes; what has arrived is not complete; try again`
    throw new CommandFailed(message, { exit_code: exitCodes.unavailable, code: 'export_broken' })
  }
}

/** A terminal is shown the text; a file or a pipe gets the bytes. */
async function writeOut(stdout: Output, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  const decoder = new TextDecoder()
  for await (const piece of pieces) {
    const shown = stdout.isTTY ? plainLines(decoder.decode(piece, { stream: true })) : piece
    await new Promise<void>((resolve, reject) => {
      stdout.write(shown, (error) => (error ? reject(error) : resolve()))
    })
  }
}
