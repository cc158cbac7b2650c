/** The work that a worker has begun and not ended. */
export interface UnderWay {
  /** Hosts by project. */
  hosts: ReadonlyMap<string, number>
  /** Whether a page is among them that may end the process. */
  has_suspect: boolean
}
