/** What a worker has under way. */
export interface UnderWay {
  /** Hosts by project. */
  hosts: ReadonlyMap<string, number>
  /** Whether a page is among them that may end the process. */
  has_suspect: boolean
}
