import { limits } from '@polegraph/contract/limits.ts'
import { cutText } from '../../language/cut-text.ts'

/** Control characters and those that turn the direction of text have no place in a name. */
const misleading = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu

export const promptText = (prompt: string) =>
  prompt.normalize('NFC').replace(misleading, ' ').replace(/\s+/g, ' ').trim()

/** The name of the domain until the brief gives it one. */
export function nameOfPrompt(prompt: string): string {
  return cutText(promptText(prompt), limits.name_max).trim() || 'Autopilot'
}
