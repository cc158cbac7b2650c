import { type DocumentPlace, person } from './document-service.ts'
import type { PreparedCommand } from './run-commands.ts'

// What a test must know of the commands of the documents: what cannot run here and why, what goes on for ever, what a
// person types, and what stands for the addresses and keys of a reader.

/** Commands that no test of the documents runs, with the reason, and what holds them otherwise. */
export const leftOut: { command: RegExp; because: string }[] = [
  { command: /^npm ci\b/, because: 'installs packages; .ci/run does it' },
  { command: /^npm install --prefix \/tmp\/old /, because: 'installs packages' },
  {
    command: /\bupgrade-database\b/,
    because: 'needs a folder of an older PostgreSQL; cli/test/upgrade-database.long.test.ts has one',
  },
  {
    command: /^polegraph distribute\b/,
    because: 'needs a cluster; server/src/distribute has one where TEST_CITUS_URL names it',
  },
  { command: /^npm install \.\/polegraph-/, because: 'installs packages; cli/test/package.long.test.ts does it' },
  { command: /^npx \.\/polegraph-\S+ start/, because: 'installs packages; cli/test/package.long.test.ts does it' },
  {
    command: /^npm (?:test|run (?:test:long|simulate|check|format|bench|eval|schema|routes|pack))\b/,
    because: 'is for who changes it',
  },
  { command: /^npm run -s bench\b/, because: 'is for who changes it' },
  { command: /^(?:\(cd sdk && npm run pack\)|bash \.ci\/run)/, because: 'is for who changes it; CI does it' },
  { command: /^(?:RECONCILIATION_SCHEMAS|FTM_SCHEMATA)=/, because: 'needs the schemas of others' },
  { command: /\bdemo\b/, because: 'takes a minute; demo/test and cli/test/package.long.test.ts run it' },
  {
    command: /^(?:podman|sudo|journalctl) /,
    because: 'changes the machine; server/test/system/deploy.test.ts holds deploy/',
  },
  { command: /^createdb /, because: 'the test has made a database of that name' },
  { command: /^cypher-shell /, because: 'needs Neo4j; server/src/graph/export reads the statements back' },
]

export const isLeftOut = (command: string) => leftOut.some((one) => one.command.test(command))

/** Commands that go on until Ctrl-C, and what they show when they work. */
const goingOn: [command: RegExp, until: RegExp, meanwhile?: string][] = [
  [/\b(?:npm|polegraph) start\b/, /"msg":"ready"/],
  [/\/events\?since=0" -N$/, /event: crawl\.finished/],
  [/^curl -N\b/, /retry: \d/],
  [/\bevents follow\b.*--graph/, /entity\.added/, 'make_person'],
  [/\bevents follow\b.*--since/, /crawl.finished/],
  [/\bevents follow\b/, /page\.update/, 'polegraph crawl "Baltic ports" --again --no-follow'],
  [/\bwebhooks listen --domain\b/, /ping/],
  [/\bwebhooks listen\b/, /http:\/\/127\.0\.0\.1:\d+/],
]

const refusedHere: [RegExp, RegExp][] = [[/\bautopilot retry\b/, /autopilot is not in a failed state/]]

/** Fills in what stands for something of the reader's own. */
export function fillIn(
  line: string,
  { url, key, web, printed }: DocumentPlace,
  own: Record<string, string> = {},
): string {
  const madeUp = new URL(web.search_url).port
  const filled = line
    .replaceAll(/http:\/\/127\.0\.0\.1:8080|https:\/\/graphs\.example\.org/g, url)
    .replaceAll('svc_…', key)
    .replaceAll(/https:\/\/example\.(org|com)/g, 'http://example.$1')
    .replaceAll(/https:\/\/([a-z-]+)\.example\b/g, `http://$1.localhost:${madeUp}`)
    .replaceAll('--port 9000', '--port 0')
  return Object.entries({ ...printed, ...own }).reduce((text, [from, to]) => text.replaceAll(from, to), filled)
}

export function prepareCommand(line: string, { key }: Pick<DocumentPlace, 'key'>): PreparedCommand {
  const [, until, meanwhile] = goingOn.find(([command]) => command.test(line)) ?? []
  const refused = refusedHere.find(([command]) => command.test(line))?.[1]
  const typed = /\blogin\b.*--email/.test(line)
    ? person.password
    : /\blogin$/.test(withoutRemark(line))
      ? key
      : undefined
  return {
    line,
    ...(until && { until }),
    ...(meanwhile && { meanwhile }),
    ...(refused && { refused }),
    ...(typed !== undefined && { typed }),
  }
}

const withoutRemark = (line: string) => line.replace(/\s+#.*$/, '')
