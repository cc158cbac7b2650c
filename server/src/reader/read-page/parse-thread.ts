import { parentPort, workerData } from 'node:worker_threads'
import type { Claim } from '../../facts/claim.ts'
import { judgedText, TextJudges } from '../../gate/text/text-rules.ts'
import type { RecordList } from '../blocks/record-list.ts'
import { type StoredBlocks, unpackBlocks } from '../blocks/stored-blocks.ts'
import { readNames } from '../names/read-names.ts'
import { Tagger } from '../names/tagger/tagger.ts'
import { markKinds } from '../records/field-kinds.ts'
import { packPage } from './packed-page.ts'
import type { JudgeJob, NamesJob, ParseJob } from './parse-job.ts'
import { readFetched } from './read-answer.ts'

// A thread that reads pages, one at a time, and knows nothing else of the server.

const port = parentPort
if (!port) throw new Error('this file is run as a thread')

const judges = new TextJudges((workerData as { rules_bytes: number }).rules_bytes)

port.on('message', (job: ParseJob | NamesJob | JudgeJob) => {
  read(job).then(
    (answer) => port.postMessage(answer),
    (error) => port.postMessage({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  )
})
port.postMessage({ is_ready: true })

async function read(job: ParseJob | NamesJob | JudgeJob): Promise<object> {
  if ('texts' in job) return { verdicts: job.texts.map((text) => judges.judge(job.text_rules, text)) }
  if (!('body' in job)) return { names: JSON.stringify(readNamesOf(job)) }
  const reading = await readFetched(job)
  if (reading.kind === 'other') return { reading }
  const { title, text, records } = reading.page
  // The weights of the tagger are loaded with the first page: they take most of the memory of a thread.
  if (job.has_lists && records.length > 0) markKinds(records, reading.page, Tagger.shared())
  const by_text = judges.judge(job.text_rules, judgedText(title, text))
  return { reading: { ...reading, by_text, page: packPage(reading.page, job.has_lists ? records : []) } }
}

function readNamesOf({ stored_blocks, records, structured, claims, links, ...page }: NamesJob) {
  const blocks = unpackBlocks(JSON.parse(stored_blocks) as StoredBlocks)
  const { meta } = JSON.parse(structured) as { meta: Record<string, string> }
  const lists = JSON.parse(records) as RecordList[]
  return readNames({
    ...page,
    blocks,
    records: lists,
    links: JSON.parse(links) as { url: string; text: string }[],
    meta,
    claims: JSON.parse(claims) as Claim[],
  })
}
