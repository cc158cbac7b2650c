import { parentPort, workerData } from 'node:worker_threads'
import { judgedText, TextJudges } from '../../gate/text/text-rules.ts'
import type { RecordList } from '../blocks/record-list.ts'
import { type StoredBlocks, unpackBlocks } from '../blocks/stored-blocks.ts'
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
// Nearly every page needs it. The weights of the tagger, which take most memory, are loaded with the first page.
void loadNames()

async function read(job: ParseJob | NamesJob | JudgeJob): Promise<object> {
  if ('texts' in job) return { verdicts: job.texts.map((text) => judges.judge(job.text_rules, text)) }
  if (!('body' in job)) return { names: JSON.stringify(await readNamesOf(job)) }
  const reading = readFetched(job)
  if (reading.kind === 'other') return { reading }
  const { title, text, records } = reading.page
  if (job.has_lists && records.length > 0) await markKindsOf(records, text)
  const by_text = judges.judge(job.text_rules, judgedText(title, text))
  return { reading: { ...reading, by_text, page: packPage(reading.page, job.has_lists ? records : []) } }
}

async function markKindsOf(records: RecordList[], text: string): Promise<void> {
  const [{ markKinds }, { Tagger }] = await Promise.all([
    import('../records/field-kinds.ts'),
    import('../names/tagger/tagger.ts'),
  ])
  markKinds(records, text, Tagger.shared())
}

/** Loaded after the thread is ready, so that a judge need not wait for it. */
function loadNames() {
  return import('../names/read-names.ts')
}

async function readNamesOf({ stored_blocks, records, structured, links, ...page }: NamesJob) {
  const { readNames } = await loadNames()
  const blocks = unpackBlocks(JSON.parse(stored_blocks) as StoredBlocks)
  const { meta } = JSON.parse(structured) as { meta: Record<string, string> }
  const lists = JSON.parse(records) as RecordList[]
  return readNames({
    ...page,
    blocks,
    records: lists,
    links: JSON.parse(links) as { url: string; text: string }[],
    meta,
  })
}
