export interface FoundLink {
  url: string
  text: string
  /** Why the crawl does not take it: a rule of the gate, a trap. */
  rejected?: string | undefined
  /** Whether the gate lets the crawl leave its sources' hosts for it. */
  is_widened: boolean
  is_nofollow: boolean
}
