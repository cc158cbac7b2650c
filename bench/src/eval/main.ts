import { parseArgs } from 'node:util'
import type { Row } from '../measurement.ts'
import { renderJson, renderTable } from '../report.ts'
import { crawls } from './crawl/crawls.ts'
import { frontier } from './crawl/frontier.ts'
import { robots } from './crawl/robots.ts'
import { schedules } from './crawl/schedules.ts'
import { sitemaps } from './crawl/sitemaps.ts'
import { urls } from './crawl/urls.ts'
import { entities } from './entities/entities.ts'
import { answersFolder, Corpus, CorpusMissing, corpusFolder, type Evaluation, trainingFolder } from './evaluation.ts'
import { ask } from './graph/ask.ts'
import { autopilot } from './graph/autopilot.ts'
import { confidence } from './graph/confidence.ts'
import { graphs } from './graph/graphs.ts'
import { places } from './graph/places.ts'
import { search } from './graph/search.ts'
import { changes } from './reading/changes.ts'
import { dates } from './reading/dates.ts'
import { facts } from './reading/facts.ts'
import { lists } from './reading/lists.ts'
import { mainText } from './reading/main-text.ts'
import { model } from './reading/model.ts'
import { pages } from './reading/pages.ts'
import { prose } from './reading/prose.ts'
import { structured } from './reading/structured.ts'
import { tokens } from './reading/tokens.ts'
import { namesakes } from './resolution/namesakes.ts'
import { resolution } from './resolution/resolution.ts'

// npm run eval -- [names...] [--corpus DIR] [--training DIR] [--site HOST]
// [--answers DIR] [--json]. How good we are on material that was not
// written for us. `--site` takes one whole site, or several where it is said again. It reports: a target that is missed is no failure, a crash is one.

const evaluations: Evaluation[] = [
  robots,
  urls,
  sitemaps,
  pages,
  prose,
  model,
  facts,
  mainText,
  dates,
  entities,
  resolution,
  namesakes,
  graphs,
  search,
  places,
  confidence,
  ask,
  crawls,
  frontier,
  autopilot,
  schedules,
  structured,
  changes,
  tokens,
  lists,
]

function refuse(message: string): never {
  console.error(message)
  console.error(
    'usage: npm run eval -- [names...] [--corpus DIR] [--training DIR] [--site HOST] [--answers DIR] [--json]',
  )
  for (const { name, describe } of evaluations) console.error(`  ${name.padEnd(10)}${describe}`)
  process.exit(64)
}

interface Arguments {
  names: string[]
  corpus: string
  training: string
  answers: string | undefined
  sites: string[]
  json: boolean
}

function readArguments(): Arguments {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: {
        corpus: { type: 'string' },
        training: { type: 'string' },
        site: { type: 'string', multiple: true },
        answers: { type: 'string' },
        json: { type: 'boolean' },
      },
    })
    const corpus = corpusFolder(values.corpus)
    const training = trainingFolder(values.training, corpus)
    const answers = answersFolder(values.answers)
    return { names: positionals, corpus, training, answers, sites: values.site ?? [], json: values.json ?? false }
  } catch (error) {
    refuse(error instanceof Error ? error.message : String(error))
  }
}

async function runAll({ names, corpus: folder, training, answers, sites }: Arguments): Promise<Row[]> {
  const rows: Row[] = []
  for (const { name, run } of evaluations) {
    if (names.length > 0 && !names.includes(name)) continue
    const options = {
      /** Opened by the evaluations that ask for it: not all of them need one. */
      get corpus() {
        return new Corpus(folder)
      },
      training,
      answers,
      isWanted: (site: string) => sites.length === 0 || sites.includes(site),
      progress: (text: string) => console.error(`${name}: ${text}`),
    }
    rows.push(...(await run(options)))
  }
  return rows
}

const given = readArguments()
const { names, json } = given
for (const name of names) {
  if (!evaluations.some((evaluation) => evaluation.name === name)) refuse(`there is no evaluation ${name}`)
}
try {
  const rows = await runAll(given)
  console.log(json ? renderJson(rows) : renderTable(rows))
} catch (error) {
  if (!(error instanceof CorpusMissing)) throw error
  console.error(`${error.message}; name the folder with the material by --corpus`)
  process.exit(66)
}
