import { readFileSync } from 'node:fs'
import { decodeModel } from './tree-model.ts'

// The models of main text, as bench/src/train/main-text.ts has written them.

interface StoredModel {
  depth: number
  /** In base64. */
  trees: string
}

const file = new URL('../../../data/main-text.json', import.meta.url)
const { block, context } = JSON.parse(readFileSync(file, 'utf8')) as Record<'block' | 'context', StoredModel>

export const blockModel = decodeModel(block.depth, block.trees)
export const contextModel = decodeModel(context.depth, context.trees)
