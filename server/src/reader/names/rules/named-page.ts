import type { Claim } from '../../../facts/claim.ts'
import type { Block } from '../../blocks/parsed-page.ts'
import type { RecordList } from '../../blocks/record-list.ts'

export interface NamedPage {
  url?: string
  text: string
  /** The invisible data that is stored behind the text. */
  data?: string
  blocks: (Pick<Block, 'start' | 'end' | 'kind' | 'is_main' | 'is_own' | 'level'> & { path?: string[] })[]
  records?: RecordList[]
  /** Links of the main text to pages of the same site. */
  links?: { url: string; text: string }[]
  meta?: Record<string, string>
  /** What the structured data of the page says. */
  claims?: Claim[]
  title: string | null
  language: string | null
}
