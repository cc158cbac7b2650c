import { Readable } from 'node:stream'
import { defineCommand } from '../../command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { CommandFailed, wrongUsage } from '../../failure.ts'
import { findDomain } from '../../names/find-domain.ts'
import { plainLines } from '../../output/plain-text.ts'
import { type Output, untilInterrupted } from '../../terminal.ts'
import { writeWhole } from '../../write-whole.ts'

const formats = ['jsonld', 'turtle', 'graphml', 'csv', 'cypher', 'ndjson'] as const
type Format = (typeof formats)[number]

/** By the end of the file's name. */
const endings = new Map<string, Format>([
  ['jsonld', 'jsonld'],
  ['ttl', 'turtle'],
  ['graphml', 'graphml'],
  ['csv', 'csv'],
  ['cypher', 'cypher'],
  ['cql', 'cypher'],
  ['ndjson', 'ndjson'],
  ['jsonl', 'ndjson'],
])

export const exportCommand = defineCommand({
  name: 'export',
  about: 'Writes the graph to a file, or to the standard output.',
  args: { domain: 'one' },
  options: {
    format: { about: 'The format; by default that of the file’s name', takes: 'FORMAT', choices: formats },
    output: { about: 'The file; it appears when it is complete', takes: 'FILE', isPath: true },
    provenance: { about: 'With the addresses of the pages behind each fact' },
    'as-of': { about: 'The graph as it was recorded at this time', takes: 'TIME' },
  },
  examples: ['polegraph export "Baltic ports" --output ports.ttl', 'polegraph export . --format ndjson | head'],
  run: async ({ args, options }, { connect, settings, terminal, out, notes, json }) => {
    const format = options.format ?? endings.get(options.output?.split('.').at(-1)?.toLowerCase() ?? '')
    if (!format) {
      const why = options.output === undefined ? '' : `, which the name ${options.output} does not tell`
      throw wrongUsage(`--format is needed${why}: ${formats.join(', ')}`)
    }
    const client = await connect()
    const { id } = await findDomain(client, settings, args.domain)
    const as_of = options['as-of']
    const query = { format, ...(options.provenance && { provenance: true }), ...(as_of && { as_of }) }
    const file = options.output
    if (file === undefined || file === '-') {
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
