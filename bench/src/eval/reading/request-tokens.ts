import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { blocksToRead, type ReadablePage } from '../../../../server/src/pipeline/agentic/prompt/blocks-to-read.ts'
import {
  type Assignment,
  answerSchema,
  type PageHead,
  renderPage,
  renderSystem,
} from '../../../../server/src/pipeline/agentic/prompt/prompt.ts'

// What a model is sent for a page, counted by the tokenizer of current OpenAI models. The page is read for a domain as it
// is made without any wishes.

export const assignment: Assignment = {
  name: '',
  description: '',
  ontology: ['person', 'object', 'location', 'event'],
  attributes: [],
  about: '',
  terms: [],
}
/** The same for every page of a domain. */
export const prefixTokens = tokensOf(renderSystem(assignment)) + tokensOf(JSON.stringify(answerSchema(assignment).json))

export interface RequestTokens {
  calls: number
  /** What is read of the page's text, context lines included. */
  text: number
  /** All that is sent: instructions, schema, the head of the page and the text, for every call. */
  whole: number
  /** What is sent of the page, as text. */
  sent: string
  unread_blocks: number
}

/** `known` are the hashes of the blocks of an earlier version. */
export function requestTokens(page: ReadablePage & PageHead, known?: ReadonlySet<string>): RequestTokens {
  const { portions, unread_blocks } = blocksToRead(page, known)
  const texts = portions.map(({ text }) => text)
  const sum = (count: (text: string) => number) => texts.reduce((total, text) => total + count(text), 0)
  return {
    calls: texts.length,
    text: sum(tokensOf),
    whole: sum((text) => prefixTokens + tokensOf(renderPage(page, text))),
    sent: texts.join('\n'),
    unread_blocks,
  }
}

/** Text that looks like a sign of the tokenizer is text. */
export function tokensOf(text: string): number {
  return countTokens(text, { disallowedSpecial: new Set() })
}
