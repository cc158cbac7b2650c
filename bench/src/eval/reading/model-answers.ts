import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { QuoteFinder } from '../../../../server/src/facts/find-quote.ts'
import { primaryLanguage } from '../../../../server/src/language/detection/tell-language.ts'
import { type Answer, readAnswer } from '../../../../server/src/pipeline/agentic/answer/answer.ts'
import { type Checked, checkAnswer } from '../../../../server/src/pipeline/agentic/answer/check-answer.ts'
import { blocksToRead, type Portion } from '../../../../server/src/pipeline/agentic/prompt/blocks-to-read.ts'
import { PageBlocks } from '../../../../server/src/pipeline/agentic/prompt/page-blocks.ts'
import { answerSchema, renderPage, renderSystem } from '../../../../server/src/pipeline/agentic/prompt/prompt.ts'
import { packBlocks, unpackBlocks } from '../../../../server/src/reader/blocks/stored-blocks.ts'
import { parsePage } from '../../../../server/src/reader/read-page/parse-page.ts'
import { recipePageOf } from '../../../../server/src/recipes/recipe-page.ts'
import { decodeText } from '../../../../server/src/web/charset/charset.ts'
import type { Corpus } from '../evaluation.ts'
import type { Marks } from './prose.ts'
import { assignment, tokensOf } from './request-tokens.ts'

// Answers of a model about marked pages, kept as files: each is named by the hash of its page as it is sent, in a folder of its language.

/** Written by hand, as a good model would: bench/answers/README.md. */
export const ourAnswers = resolve(import.meta.dirname, '../../../answers')

interface Asked {
  portion: Portion
  file: string
  prompt: string
  tokens: number
}

export interface Answered {
  text: string
  tokens: number
  answer: Answer
  checked: Checked
}

export interface AnsweredPage {
  file: string
  marks: Marks
  page: ParsedForModel
  finder: QuoteFinder
  answers: Answered[]
}

export type ParsedForModel = ReturnType<typeof readPage>

/** The marked pages that have all their answers in a folder, and what is asked about the others. */
export function readAnswers(corpus: Corpus, folder: string): { pages: AnsweredPage[]; unanswered: Asked[] } {
  const pages: AnsweredPage[] = []
  const unanswered: Asked[] = []
  for (const file of corpus.list('prose/gold')) {
    const marks = JSON.parse(corpus.read(`prose/gold/${file}`).toString('utf8')) as Marks
    const page = readPage(corpus, marks)
    const room = join(folder, primaryLanguage(marks.language) ?? 'other')
    const asked = page.portions.map((portion) => askedOf(page, portion, room))
    const missing = asked.filter((one) => !existsSync(`${one.file}.json`))
    unanswered.push(...missing)
    if (missing.length > 0) continue
    const finder = new QuoteFinder(page.text)
    pages.push({ file, marks, page, finder, answers: asked.map((one) => answerOf(page, one, finder)) })
  }
  return { pages, unanswered }
}

export function writePrompt({ file, prompt }: Asked): void {
  mkdirSync(resolve(file, '..'), { recursive: true })
  writeFileSync(`${file}.prompt.md`, `${prompt}\n`)
}

function readPage(corpus: Corpus, { page, url }: Pick<Marks, 'page' | 'url'>) {
  const parsed = parsePage(decodeText(corpus.read(page), null, 'html').text, { url })
  const stored = packBlocks(parsed.blocks, parsed.records)
  const blocks = unpackBlocks(stored)
  const { lists } = recipePageOf(blocks, stored.lists, parsed.text)
  const readable = { text: parsed.text, blocks, lists }
  return { ...parsed, url, readable, portions: blocksToRead(readable, undefined).portions }
}

function askedOf(page: ParsedForModel, portion: Portion, folder: string): Asked {
  const user = renderPage(page, portion.text)
  const prompt = [renderSystem(assignment), JSON.stringify(answerSchema(assignment).json), user].join('\n\n---\n\n')
  const name = createHash('sha256').update(user).digest('hex').slice(0, 16)
  return { portion, prompt, file: join(folder, name), tokens: tokensOf(prompt) }
}

function answerOf(page: ParsedForModel, { portion, file, tokens }: Asked, finder: QuoteFinder): Answered {
  const text = readFileSync(`${file}.json`, 'utf8').trim()
  const read = readAnswer(text)
  if (!('answer' in read)) throw new Error(`${file}.json: ${read.mistakes[0]}`)
  return { text, tokens, answer: read.answer, checked: checkPortion(page, portion, read.answer, finder) }
}

function checkPortion(page: ParsedForModel, portion: Portion, answer: Answer, finder: QuoteFinder) {
  const blocks = new PageBlocks(page.readable)
  return checkAnswer(answer, {
    finder,
    title: page.title,
    language: page.language,
    published_at: page.published_at,
    ontology: assignment.ontology,
    blockAt: (start) => blocks.at(start),
    reads: portion.reads,
  })
}
