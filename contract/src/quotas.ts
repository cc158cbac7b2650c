// How much of each thing there may be: of one project (or user, or domain), and in the whole installation. The total is far
// above what one person can make, so that nobody uses it up for the others. An operator
// changes them with QUOTAS; nobody should ever meet the defaults by honest work.

export interface Quota {
  of: 'project' | 'user' | 'domain'
  own: number
  total: number
  what: string
}

export const quotas = {
  projects: { of: 'user', own: 20, total: 1_000_000, what: 'Projects that a person owns.' },
  keys: { of: 'project', own: 1_000, total: 10_000_000, what: 'API keys that work.' },
  invites: { of: 'project', own: 1_000, total: 10_000_000, what: 'Invites that can still be accepted.' },
  domains: { of: 'project', own: 1_000, total: 1_000_000, what: 'Domains.' },
  gate_drafts: { of: 'domain', own: 100, total: 1_000_000, what: 'Drafts of gate rules.' },
  gate_mb: {
    of: 'domain',
    own: 20,
    total: 100_000,
    what: 'Megabytes of gate rules and notes, as they are stored, of all versions.',
  },
  curations: { of: 'domain', own: 1_000_000, total: 100_000_000, what: 'Changes that people made to the graph.' },
  curated_mb: {
    of: 'project',
    own: 2_000,
    total: 200_000,
    what: 'Megabytes of corrections, with what they changed and their reasons.',
  },
  imported_mb: { of: 'project', own: 20_000, total: 2_000_000, what: 'Megabytes of files that were imported.' },
  feedback: { of: 'project', own: 1_000, total: 1_000_000, what: 'Feedback that was sent.' },
  sessions: {
    of: 'user',
    own: 100,
    total: 1_000_000,
    what: 'Open sessions. The oldest of a person ends when one more begins.',
  },
  streams: { of: 'project', own: 250, total: 10_000, what: 'Event streams open at a time in one process.' },
  pages: { of: 'project', own: 10_000_000, total: 1_000_000_000, what: 'Pages that domains hold.' },
  text_mb: { of: 'project', own: 200_000, total: 20_000_000, what: 'Megabytes of text of pages.' },
} as const satisfies Record<string, Quota>

export type QuotaName = keyof typeof quotas
