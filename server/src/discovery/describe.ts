import { countOf } from '../language/count-of.ts'
import type { DiscoveryResult, SuggestedSource } from './discovery.ts'
import type { LeftOut, SeenSite, SiteVerdict } from './explore/findings.ts'
import type { ByModel } from './rounds/progress.ts'

// The sentences of a discovery.

const kindsNamed = 4
const topicsNamed = 5

export function describeSource(
  { found, url, title, topics, kinds }: SeenSite,
  queries: number,
  verdict: SiteVerdict | null,
): SuggestedSource {
  const named = kinds.filter(([, n]) => n > 0)
  const total = named.reduce((sum, [, n]) => sum + n, 0)
  const counts = named.slice(0, kindsNamed).map(([kind, n]) => `${kind} ${n}`)
  const parts = [
    topics.length > 0 && `mentions ${topics.slice(0, topicsNamed).join(', ')}`,
    total > 0 && `names ${total} ${total === 1 ? 'entity' : 'entities'} (${counts.join(', ')})`,
  ].filter((part) => part !== false)
  const page = title === '' ? 'Its page' : `Its page “${title}”`
  const holds = parts.length > 0 ? `${page} ${parts.join(' and ')}. ` : ''
  const foundBy = `${found.found_by} of ${queries} ${queries === 1 ? 'search' : 'searches'} found it.`
  const kept = verdict ? ` The model keeps it: ${verdict.reason || 'it gave no reason'}` : ''
  return { url, reason: `${holds}${foundBy}${kept}`, kinds: kinds.map(([kind]) => kind) }
}

const whys: Record<LeftOut, (n: number) => string> = {
  source: (n) => `${n} ${n === 1 ? 'is a source' : 'are sources'} already`,
  gate: (n) => `${n} dropped by the gate`,
  robots: (n) => `${n} closed by robots.txt`,
  unreachable: (n) => `${n} that could not be read`,
  unrelated: (n) => `${n} that ${n === 1 ? 'says' : 'say'} nothing about the subject`,
  not_looked_at: (n) => `${n} not looked at`,
}

export function describeResult(
  provider: string,
  { hits, sites, left_out }: DiscoveryResult,
  suggested: number,
  trouble: {
    /** Why a search was not answered. */
    unanswered: string | undefined
    /** The time for looking at sites was over before all were looked at. */
    was_cut: boolean
    by_model: ByModel | undefined
  },
): string {
  const found =
    hits === 0
      ? `${provider} found nothing.`
      : `${provider} found ${countOf(hits, 'page')} on ${countOf(sites, 'site')}; ${suggested === 0 ? 'none is' : countOf(suggested, 'is', 'are')} suggested.`
  const dropped = trouble.by_model?.dropped.length ?? 0
  const left = [
    ...Object.entries(left_out).flatMap(([why, n]) => (n > 0 ? [whys[why as LeftOut](n)] : [])),
    ...(dropped > 0 ? [`${dropped} dropped by the model`] : []),
  ]
  const rest = left.length > 0 ? ` Left out: ${left.join(', ')}.` : ''
  const unanswered = trouble.unanswered === undefined ? '' : ` Not every search was answered: ${trouble.unanswered}.`
  const cut = trouble.was_cut ? ' Sites took too long to answer, so not all were looked at.' : ''
  return `${found}${rest}${unanswered}${cut}${trouble.by_model ? ` ${describeRounds(trouble.by_model)}` : ''}`
}

function describeRounds({ calls, ended, note }: ByModel): string {
  const asked = `The model was asked ${calls === 1 ? 'once' : `${calls} times`}`
  if (ended === 'budget' || ended === 'failed') return `${asked}; the rules went on, because ${note}.`
  return `${asked}; it ended because ${note}.`
}
