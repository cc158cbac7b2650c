import type { PageMode, PageStatus } from '../queue/claimed-page.ts'

export const counterNames = [
  'pages_total',
  'pages_done',
  'pages_unchanged',
  'pages_deterministic',
  'pages_agentic',
  'pages_irrelevant',
  'pages_skipped',
  'pages_failed',
] as const

export type RunCounters = Record<(typeof counterNames)[number], number>

export const noPages = (): RunCounters => ({
  pages_total: 0,
  pages_done: 0,
  pages_unchanged: 0,
  pages_deterministic: 0,
  pages_agentic: 0,
  pages_irrelevant: 0,
  pages_skipped: 0,
  pages_failed: 0,
})

/** Adds a page to the counters of its run; -1 removes it. */
export function countPage(
  counters: RunCounters,
  page: { status: PageStatus; last_mode: PageMode | null },
  sign: 1 | -1,
): void {
  counters.pages_total += sign
  if (page.status === 'queued') return
  counters.pages_done += sign
  if (page.status === 'extracted') counters[`pages_${page.last_mode ?? 'deterministic'}`] += sign
  else counters[`pages_${page.status}`] += sign
}
