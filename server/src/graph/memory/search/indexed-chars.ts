/** The part of a text whose words are indexed: a tsvector holds at most one megabyte. */
export const indexedChars = 100_000
