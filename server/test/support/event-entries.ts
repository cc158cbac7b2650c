import type { EventEntry } from '../../src/events/logged-event.ts'

// Events as the pipeline writes them, told apart by a number.

const id = '0199f3c2-6a54-7d3e-9c1f-2b7a4e5d6f70'

export const runUpdate = (n: number): EventEntry => ({
  type: 'run.update',
  payload: {
    run_id: id,
    status: 'running',
    pages_total: n,
    pages_done: 0,
    pages_unchanged: 0,
    pages_deterministic: 0,
    pages_agentic: 0,
    pages_irrelevant: 0,
    pages_skipped: 0,
    pages_failed: 0,
    entities_added: 0,
    tokens_input: 0,
    tokens_output: 0,
    spend_usd: 0,
  },
})

export const pageUpdate = (n: number): EventEntry => ({
  type: 'page.update',
  payload: { url: `https://example.org/${n}`, page_id: id, status: 'extracted', mode: 'agentic', error: null },
})

export const crawlFinished = (n: number): EventEntry => ({
  type: 'crawl.finished',
  payload: {
    runId: id,
    run_id: id,
    pages: n,
    unchanged: 0,
    deterministic: n,
    agentic: 0,
    failed: 0,
    entities_added: 0,
  },
})

export const budgetHit = (n: number): EventEntry => ({ type: 'budget.hit', payload: { spend: n, cap: n } })

export const webhookDisabled = (n: number): EventEntry => ({
  type: 'webhook.disabled',
  payload: { webhook_id: id, reason: `failure ${n}`, failing_since: '2026-11-14T09:30:00.000Z' },
})
