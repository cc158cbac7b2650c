import { shellWord } from './output/shell-word.ts'

/** What to do about a domain that has nothing to begin with. */
export const whenNoSource = (domain: string) =>
  `${domain} has no source yet. Give it a page to begin with: polegraph crawl ${shellWord(domain)} https://…`
