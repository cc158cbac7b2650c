/**
 * The embedded database takes most of the machine. Where tests of crawls are many and similar, a part of them runs on
 * it, and all of them on PostgreSQL, as CI does.
 */
export const isThorough = process.env.TEST_DATABASE_URL !== undefined
