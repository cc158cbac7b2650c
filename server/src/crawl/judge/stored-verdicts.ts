import { aboutOf } from '../../gate/gate.ts'
import type { Judge } from '../../gate/judge.ts'
import { type GateVerdict, judgedText, unruled } from '../../gate/text/text-rules.ts'
import type { Database } from '../../platform/db/database.ts'
import { Turns } from '../../platform/turns.ts'
import type { ParseThreads } from '../../reader/read-page/parse-threads.ts'
import { type JudgedRow, selectJudgedPages, selectShownTexts } from './judge-queries.ts'

// Judges stored pages by the rules of a gate. The text is stored, so nothing is fetched. Whether a page fits the gate's
// `about` is known only from a model's answer, which holds as long as `about` stays the same.

const portionPages = 200
/** A thread judges them in a fraction of a second: pages of others wait for it. */
const portionBytes = 1024 * 1024

export interface StoredVerdict extends GateVerdict {
  page: JudgedRow
}

/** Some pages, in the order of their ids. */
export interface JudgedPortion {
  verdicts: StoredVerdict[]
  /** Of the texts that were read. */
  bytes: number
  is_last: boolean
}

export class StoredVerdicts {
  readonly #db: Database
  readonly #threads: ParseThreads
  readonly #domainId: string
  readonly #ended: AbortSignal | undefined
  readonly #turns = new Turns(Number.POSITIVE_INFINITY)
  /** The `about` of each version. */
  readonly #abouts = new Map<number, string>()

  constructor(parts: { db: Database; threads: ParseThreads; domain_id: string; ended?: AbortSignal }) {
    this.#db = parts.db
    this.#threads = parts.threads
    this.#domainId = parts.domain_id
    this.#ended = parts.ended
  }

  /** Holds one portion in memory: a few pages, and of their texts a megabyte or one text. */
  async next(judge: Judge, after: string | undefined): Promise<JudgedPortion> {
    const rows = await selectJudgedPages(this.#db, this.#domainId, after, portionPages, this.#ended)
    const verdicts: StoredVerdict[] = []
    const unread: StoredVerdict[] = []
    let bytes = 0
    for (const page of rows) {
      const verdict = { page, ...(await this.#byAddress(judge, page)) }
      if (judge.text_rules !== null && page.text_bytes !== null && verdict.keep) {
        if (unread.length > 0 && bytes + page.text_bytes > portionBytes) break
        bytes += page.text_bytes
        unread.push(verdict)
      }
      verdicts.push(verdict)
    }
    if (judge.text_rules !== null && unread.length > 0) await this.#judgeTexts(judge, judge.text_rules, unread)
    for (const verdict of verdicts) await this.#byAbout(judge, verdict)
    return { verdicts, bytes, is_last: verdicts.length === rows.length && rows.length < portionPages }
  }

  async #byAddress(judge: Judge, { url, language, text_bytes }: JudgedRow): Promise<GateVerdict> {
    await this.#turns.next()
    return text_bytes === null ? judge.url(url) : judge.page({ url, language, by_text: unruled })
  }

  async #judgeTexts(judge: Judge, text_rules: string, unread: StoredVerdict[]): Promise<void> {
    const ids = unread.map(({ page }) => page.id)
    const stored = await selectShownTexts(this.#db, this.#domainId, ids, this.#ended)
    const shown = new Map(stored.map(({ page_id, text, shown_chars }) => [page_id, text.slice(0, shown_chars)]))
    // A page that was forgotten meanwhile has no text, and is not written.
    const texts = unread.map(({ page }) => judgedText(page.title, shown.get(page.id) ?? ''))
    const byText = await this.#threads.judge(
      this.#domainId,
      { url: unread[0]?.page.url ?? '', text_rules, texts },
      this.#ended,
    )
    for (const [at, verdict] of unread.entries()) {
      const { url, language } = verdict.page
      Object.assign(verdict, judge.page({ url, language, by_text: byText[at] as GateVerdict }))
    }
  }

  async #byAbout({ about }: Judge, verdict: StoredVerdict): Promise<void> {
    const { status, error_code, gate_version } = verdict.page
    if (!verdict.keep || status === 'extracted' || error_code !== 'off_topic') return
    if ((await this.about(gate_version)) === about) Object.assign(verdict, { keep: false, rule: 'about' })
  }

  async about(version: number): Promise<string> {
    const about = this.#abouts.get(version) ?? (await aboutOf(this.#db, this.#domainId, version))
    this.#abouts.set(version, about)
    return about
  }
}
