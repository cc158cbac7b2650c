// Why a page cannot be worked on now, though nothing is wrong with it.

/** It is put back, and taken again from then on. */
export class ComeLater extends Error {
  override name = 'ComeLater'
  readonly at: Date

  constructor(at: Date) {
    super('later')
    this.at = at
  }
}

/** The host is somebody else's by now: nothing may be sent, and nothing would be written. */
export class LeaseLost extends Error {
  override name = 'LeaseLost'
}
