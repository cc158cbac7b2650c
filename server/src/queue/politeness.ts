// How long a host is left alone. `CRAWL_DELAY_MS` is the pause between two requests to a host; the numbers here bound
// what sites may ask for, and what a worker waits for itself. After a 429 or 503 without `Retry-After` the host keeps
// its usual delay, and only the page is tried again later (pipeline/retry-times.ts).

/** The longest `Crawl-delay` of a robots.txt that is respected. */
export const crawlDelayMaxMs = 60_000
/** The longest rest that one answer (429 or 503 with `Retry-After`) may ask for its host. */
export const hostRestMaxMs = 120_000
/** The same for an answer to robots.txt. */
export const robotsRestMaxMs = 60_000
/** A longer wait is left to the queue: the worker does other work meanwhile. */
export const longestWaitMs = 2_000
/**
 * A host that could not be reached for so many pages in a row is not asked for `unreachableMs`: its pages fail at once.
 */
export const unreachableAfter = 4
export const unreachableMs = 60_000
/**
 * When a page whose host another worker holds is tried again: after `busyMs` and a random part of it. Without the
 * random part, pages of two hosts that redirect to each other would block each other for ever.
 */
export const busyMs = 1_000
