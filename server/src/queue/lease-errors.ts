// Errors for pages that cannot be worked on now, though nothing is wrong with them.

/** The page is put back into the queue, and may be taken again at `at`. */
export class ComeLater extends Error {
  override name = 'ComeLater'
  readonly at: Date

  constructor(at: Date) {
    super('later')
    this.at = at
  }
}

/** Nothing may be sent: another worker holds the host by now, or somebody stopped the crawl. */
export class LeaseLost extends Error {
  override name = 'LeaseLost'
}
