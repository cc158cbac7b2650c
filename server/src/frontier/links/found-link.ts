export interface FoundLink {
  url: string
  text: string
  /** Why the crawl does not take the link: a rule of the gate, a trap. */
  rejected?: string | undefined
  /** Whether the gate lets the crawl leave its sources' hosts for this link. */
  is_widened: boolean
  is_nofollow: boolean
}

/** The links of one page. */
export interface NotedLinks {
  found: FoundLink[]
  /** How many more links to the page's own area this process has put into the frontier before. */
  seen: number
}

export const noLinks: NotedLinks = { found: [], seen: 0 }
