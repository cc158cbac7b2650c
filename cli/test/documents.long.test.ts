import { describe, expect, it } from 'vitest'
import { newDatabase } from '../../server/test/support/backup-programs.ts'
import { type DocumentPlace, openPlace } from './documents/document-service.ts'
import { fillIn, isLeftOut, leftOut, prepareCommand } from './documents/prepare-command.ts'
import { type CommandOutcome, runCommands } from './documents/run-commands.ts'
import { type ShellDocument, shellBlocks, shellDocuments } from './documents/shell-blocks.ts'

// Every command of every document runs, in the order of the document, against a service and sites of its own; those of the
// README as they stand, against the demo that it tells its reader to start. Blocks
// marked as text that follow a block of commands are held against what the commands have written.

const makeDomain = 'polegraph domains create "Baltic ports" && polegraph crawl "Baltic ports" https://example.org/'
const deleteDomain = 'polegraph domains delete "Baltic ports" --confirm "Baltic ports"'
const deleteFirst = 'polegraph domains delete "Ports of the Baltic Sea" --confirm "Ports of the Baltic Sea"'

const isGuide = (path: string) => path.startsWith('docs/guides/')

interface Preparation {
  /** Commands that come before the first of the document. */
  first?: string
  /** Commands that come before one of the document: a reference is not written to be followed from top to bottom. */
  before?: [command: RegExp, line: string][]
  /** Ids that the document cannot know, by what it writes in their place. */
  own?(place: DocumentPlace): Promise<Record<string, string>>
}

/** A database of a PostgreSQL, for what a document restores into one. */
async function restoreTarget({ whenRemoved }: DocumentPlace): Promise<Record<string, string>> {
  const { environment, remove } = await newDatabase('postgresql')
  whenRemoved(remove)
  return { 'postgres://127.0.0.1/polegraph': String(environment.DATABASE_URL) }
}

const withDomain: Preparation = { first: makeDomain }

const preparations: Record<string, Preparation> = {
  'docs/cli.md': {
    first: makeDomain,
    before: [
      [/domains create "Baltic ports"/, deleteDomain],
      [/^polegraph use "/, makeDomain],
      // The one of the first page goes, so that the next has its name alone.
      [/^polegraph autopilot "/, deleteFirst],
      // A paused crawl does not end before it is cancelled.
      [
        /crawl cancel /,
        'polegraph crawl pause "Baltic ports"; polegraph crawl "Baltic ports" --again --no-follow || true',
      ],
      [/^polegraph pages /, 'polegraph crawl resume "Baltic ports"'],
      [/webhooks remove/, 'WEBHOOK=$(make_webhook)'],
    ],
    own: async (place) => ({
      ...(await restoreTarget(place)),
      ...{ '0199f3c2-6a54-7d3e-9c1f-2b7a4e5d6f70': '$WEBHOOK', 'whsec_…': `whsec_${'0'.repeat(32)}` },
    }),
  },
  'docs/guides/follow-an-organization.md': {
    before: [[/--again/, 'curl -sS "$CHANGE_URL" -H "Host: change.example"']],
  },
  'docs/operations.md': {
    before: [
      [/^polegraph domains set /, makeDomain],
      [/^polegraph backup monday/, 'polegraph start'],
    ],
    own: restoreTarget,
  },
  'docs/events.md': withDomain,
  'docs/export.md': withDomain,
  'docs/imports.md': withDomain,
  'docs/mcp.md': withDomain,
  'docs/reconciliation.md': withDomain,
}

/** The functions of the preparations. */
const tools = `here() { echo "$POLEGRAPH_URL/v1/domains/$(polegraph domains show "Baltic ports" --id)"; }
send() { curl -s "$(here)/$1" -H "Authorization: Bearer $POLEGRAPH_KEY" -H 'Content-Type: application/json' -d "$2"; }
make_webhook() { send webhooks '{"url": "http://example.org/hook", "events": ["crawl.finished"]}' | grep -o '"id":"[^"]*"' | cut -d'"' -f4; }
make_person() { send entities '{"kind": "person", "name": "Ada Berg"}'; }`

async function runDocument({ path, blocks }: ShellDocument, place: DocumentPlace): Promise<CommandOutcome[]> {
  // Guides begin where somebody has signed in.
  const { first = isGuide(path) ? 'polegraph login' : undefined, before = [], own } = preparations[path] ?? {}
  const filled = (await own?.(place)) ?? {}
  const lines = blocks.flatMap(({ commands }) => commands.filter((command) => !isLeftOut(command)))
  const prepared = lines.flatMap((line) => [
    ...before.flatMap(([command, earlier]) => (command.test(line) ? [earlier] : [])),
    line,
  ])
  const all = [tools, ...(first ? [first] : []), ...prepared].map((line) => fillIn(line, place, filled))
  return runCommands(
    all.map((line) => prepareCommand(line, place)),
    place,
  )
}

/** Lines that a document shows and no command has written. `…` stands for anything. */
function missingLines({ blocks }: ShellDocument, outcomes: CommandOutcome[], place: DocumentPlace): string[] {
  const written = outcomes.map(({ output }) => output).join('\n')
  const pattern = (line: string) => {
    const parts = fillIn(line.trim(), place).split(/…|\s+/)
    return new RegExp(parts.map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('[^\\n]*?'))
  }
  return blocks.flatMap(({ shown }) => shown.filter((line) => !pattern(line).test(written)))
}

describe.each(shellDocuments.map((document) => [document.path, document] as const))('%s', (path, document) => {
  const isRun = document.blocks.some(({ commands }) => commands.some((command) => !isLeftOut(command)))

  it.runIf(isRun)('has commands that work, and shows what they print', { timeout: 600_000 }, async () => {
    const place = await openPlace({ isGuide: isGuide(path), isDemo: path === 'README.md' })
    try {
      const outcomes = await runDocument(document, place)
      const failed = outcomes.find(({ isDone }) => !isDone)
      expect(failed && `${failed.line}\n${failed.output}`).toBeUndefined()
      const unfilled = outcomes.filter(({ line }) => line.replaceAll(/(?:^|\s)#.*$/gm, '').includes('…'))
      expect(unfilled.map(({ line }) => line)).toEqual([])
      expect(missingLines(document, outcomes, place)).toEqual([])
    } finally {
      await place.remove()
    }
  })
})

it('leaves out nothing that no document has', () => {
  const commands = shellDocuments.flatMap(({ blocks }) => blocks.flatMap((block) => block.commands))
  expect(leftOut.filter(({ command }) => !commands.some((one) => command.test(one)))).toEqual([])
})

describe('the test notices', () => {
  const document = (text: string): ShellDocument => ({ path: 'docs/x.md', blocks: shellBlocks({ text }) })

  it('a command that fails, and what is not shown', async () => {
    const place = await openPlace({ isGuide: false })
    try {
      const page = document(
        '```sh\npolegraph whoami\npolegraph whoamI\npolegraph status\n```\n\n```text\nNobody … knows\n```\n',
      )
      const outcomes = await runDocument(page, place)
      expect(outcomes.map(({ isDone }) => isDone)).toEqual([true, true, false, false])
      expect(missingLines(page, outcomes, place)).toEqual(['Nobody … knows'])
    } finally {
      await place.remove()
    }
  })

  it('where a command ends', () => {
    const page = document("```sh\n# a remark\na \\\n  b # c's\ncat <<'END'\nit's\nEND\nd '{\n}'\n```\n")
    expect(page.blocks[0]?.commands).toEqual(["a \\\n  b # c's", "cat <<'END'\nit's\nEND", "d '{\n}'"])
  })
})
