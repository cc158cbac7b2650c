import { limits } from '@polegraph/contract/limits.ts'

/** The reason that the audit keeps with a fact: the words of the page, letter by letter, and where they stand. */
export const quotedReason = (words: string, url: string) => `“${words}” ${url}`

/** Words beyond these do not fit into a reason. */
export const mostWords = (url: string) => limits.note_max - quotedReason('', url).length
