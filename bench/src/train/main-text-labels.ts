import type { BlockDraft } from '../../../server/src/reader/blocks/block-draft.ts'

// Which blocks of a page belong to the text that people marked as its main text.

export interface Expected {
  id: string
  source: string
  kind: 'full_text' | 'snippets'
  url?: string | null
  text?: string
  must_contain?: string[]
  must_not_contain?: string[]
}

/** 1 main, 0 not, -1 nobody said. */
export function labelBlocks(blocks: BlockDraft[], expected: Expected): Int8Array {
  return expected.kind === 'full_text' ? byText(blocks, expected.text ?? '') : bySnippets(blocks, expected)
}

export function tokens(text: string): string[] {
  return text.match(/[\p{L}\p{N}_]+/gu) ?? []
}

function byText(blocks: BlockDraft[], text: string): Int8Array {
  const labels = new Int8Array(blocks.length).fill(0)
  const gold = tokens(text)
  const shingles = new Set<string>()
  for (let at = 0; at + 4 <= gold.length; at++) shingles.add(gold.slice(at, at + 4).join(' '))
  const lines = new Set(text.split('\n').map((line) => tokens(line).join(' ')))
  const whole = ` ${gold.join(' ')} `
  for (const [at, block] of blocks.entries()) {
    const words = tokens(block.text)
    if (words.length >= 6) {
      let found = 0
      for (let word = 0; word + 4 <= words.length; word++)
        if (shingles.has(words.slice(word, word + 4).join(' '))) found++
      labels[at] = found / (words.length - 3) > 0.5 ? 1 : 0
    } else if (words.length > 0) {
      labels[at] = lines.has(words.join(' ')) ? 1 : whole.includes(` ${words.join(' ')} `) ? -1 : 0
    } else labels[at] = -1
  }
  return settle(labels)
}

/** Short texts that may stand in the main text do so where their neighbours do. */
function settle(labels: Int8Array): Int8Array {
  return labels.map((label, at) => {
    if (label >= 0) return label
    const before = labels.subarray(Math.max(0, at - 2), at)
    const behind = labels.subarray(at + 1, at + 3)
    return before.includes(1) && behind.includes(1) ? 1 : 0
  })
}

const fold = (text: string) => text.replace(/\s+/g, ' ').trim()

function bySnippets(blocks: BlockDraft[], { must_contain = [], must_not_contain = [] }: Expected): Int8Array {
  const labels = new Int8Array(blocks.length).fill(-1)
  const yes = must_contain.map(fold).filter((snippet) => snippet !== '')
  const no = must_not_contain.map(fold).filter((snippet) => snippet !== '')
  for (const [at, block] of blocks.entries()) {
    const text = fold(block.text)
    if (yes.some((snippet) => text.includes(snippet))) labels[at] = 1
    else if (no.some((snippet) => text.includes(snippet))) labels[at] = 0
  }
  return labels
}
