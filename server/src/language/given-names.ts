import { readWords } from './word-lists.ts'

// Given names that are so common that sharing one means little, and that a name which begins with one is a person's.

const givenNames = readWords('common-names', 'given')

/** `token` is folded. */
export const isCommonGivenName = (token: string): boolean => givenNames.has(token)
