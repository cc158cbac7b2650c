import { jsonrepair } from 'jsonrepair'

// The JSON of a model's answer. Small models think aloud, write sentences and fences around it, quote and comment as in
// JavaScript or Python, and stop in the middle.

export interface AnswerJson {
  value: unknown
  /** The text ends before the value does: the last item of its last list is not whole. */
  is_cut: boolean
}

/** Longer answers are not worth mending. */
const mendedChars = 400_000

/** Throws a SyntaxError when there is no JSON. */
export function readAnswerJson(raw: string): AnswerJson {
  const text = withoutThoughts(raw)
  try {
    return { value: JSON.parse(text), is_cut: false }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  const start = text.search(/[{[]/)
  if (start < 0 || text.length > mendedChars) throw new SyntaxError('it has no JSON in it')
  const { end, is_cut } = endOf(text, start)
  return { value: mend(text.slice(start, end)), is_cut }
}

/** The same of an answer that is worth nothing in part. */
export function readWholeAnswerJson(raw: string): unknown {
  const { value, is_cut } = readAnswerJson(raw)
  if (is_cut) throw new SyntaxError('it was cut off')
  return value
}

/** What reasoning models write before they answer. */
function withoutThoughts(raw: string): string {
  const at = raw.lastIndexOf('</think>')
  return (at < 0 ? raw : raw.slice(at + '</think>'.length)).trim()
}

/** Where the first value ends; what follows is prose. */
function endOf(text: string, start: number): { end: number; is_cut: boolean } {
  let depth = 0
  let isString = false
  for (let at = start; at < text.length; at++) {
    const char = text[at]
    if (isString) {
      if (char === '\\') at++
      else if (char === '"') isString = false
    } else if (char === '"') isString = true
    else if (char === '{' || char === '[') depth++
    else if ((char === '}' || char === ']') && --depth === 0) return { end: at + 1, is_cut: false }
  }
  return { end: text.length, is_cut: true }
}

function mend(text: string): unknown {
  try {
    return JSON.parse(jsonrepair(text))
  } catch (error) {
    // Brackets in brackets may be deeper than the stack.
    throw new SyntaxError(error instanceof Error ? error.message : 'unreadable')
  }
}
