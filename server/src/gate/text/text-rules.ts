import type { gateRules } from '@polegraph/contract/crawl/gate.ts'
import type { z } from 'zod'
import { foldText } from '../../language/fold-terms.ts'
import { countWords } from '../../language/scripts.ts'
import { Cache } from '../../platform/cache.ts'
import { compileTerms } from './find-terms.ts'

// The rules of a gate that read the text of a page. The time that they take grows with what strangers wrote, so only
// the reading threads use them (reader/read-page/parse-thread.ts).

type TextRules = Pick<z.output<typeof gateRules>, 'min_words' | 'exclude_terms' | 'include_terms'>

export interface GateVerdict {
  keep: boolean
  /** The rule that decided, such as `block_paths /tag/**`; null when no rule matched. */
  rule: string | null
}

export const unruled: GateVerdict = { keep: true, rule: null }
export const kept = (rule: string): GateVerdict => ({ keep: true, rule })
export const dropped = (rule: string): GateVerdict => ({ keep: false, rule })

/** JSON of the rules for a reading thread; null when the gate has none of them. */
export function packTextRules({ min_words = 0, exclude_terms = [], include_terms = [] }: TextRules): string | null {
  if (min_words === 0 && exclude_terms.length === 0 && include_terms.length === 0) return null
  return JSON.stringify({ min_words, exclude_terms, include_terms })
}

/** The visible text of a page as the rules see it. */
export const judgedText = (title: string | null, text: string) => (title === null ? text : `${title}\n${text}`)

/** Judges texts by any rules. Remembers compiled rules up to a bound. */
export class TextJudges {
  readonly #compiled: Cache<CompiledRules>

  constructor(maxBytes: number) {
    this.#compiled = new Cache('text_rules', ({ bytes }) => bytes, { max_bytes: maxBytes })
  }

  /** Memory that the remembered rules take. */
  get bytes(): number {
    return this.#compiled.calculatedSize
  }

  judge(rules: string | null, text: string): GateVerdict {
    if (rules === null) return unruled
    const compiled = this.#compiled.get(rules) ?? compileTextRules(JSON.parse(rules) as TextRules)
    this.#compiled.set(rules, compiled)
    return compiled.judge(text)
  }
}

interface CompiledRules {
  judge(text: string): GateVerdict
  bytes: number
}

function compileTextRules({ min_words = 0, exclude_terms = [], include_terms = [] }: TextRules): CompiledRules {
  const excluded = compileTerms(exclude_terms)
  const included = compileTerms(include_terms)
  const judge = (text: string) => {
    const folded = foldText(text)
    const words = min_words === 0 ? 0 : countWords(folded)
    if (words < min_words) return dropped(`min_words ${min_words} (${words})`)
    const unwanted = excluded.find(folded)
    if (unwanted !== undefined) return dropped(`exclude_terms ${unwanted}`)
    if (include_terms.length === 0) return unruled
    const wanted = included.find(folded)
    return wanted === undefined ? dropped('include_terms') : kept(`include_terms ${wanted}`)
  }
  const letters = [...exclude_terms, ...include_terms].reduce((sum, { length }) => sum + length, 0)
  return { judge, bytes: excluded.bytes + included.bytes + 2 * letters }
}
