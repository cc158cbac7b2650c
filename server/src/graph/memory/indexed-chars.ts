/** As much of a text as the index of its words knows: a tsvector holds one megabyte. Migration 0006 has it too. */
export const indexedChars = 100_000
