import { shellWord } from './output/shell-word.ts'

/** Advice for a domain without sources. */
export const whenNoSource = (domain: string) =>
  `${domain} has no source yet. Give it a page to begin with: polegraph crawl ${shellWord(domain)} https://…`
