import type { Block } from '../../blocks/parsed-page.ts'

export interface NamedPage {
  text: string
  blocks: Pick<Block, 'start' | 'end' | 'kind' | 'is_main' | 'is_own'>[]
  title: string | null
  language: string | null
}
