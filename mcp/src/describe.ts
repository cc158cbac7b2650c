import type { CallGroups } from '@polegraph/sdk/contract-types.ts'
import { amountOf } from './answer-text.ts'
import { nameText, quoteText, summaryText, valueText, wordText } from './one-line.ts'

// What tools say about the things of the graph, a block of lines each.

export type ListedEntity = Awaited<ReturnType<CallGroups['entities']['get']>>
export type ListedRelationship = Awaited<ReturnType<CallGroups['relationships']['get']>>
export type ListedEvidence = Awaited<ReturnType<CallGroups['entities']['listEvidence']>>['evidence'][number]

/** `[person] Ada Lovelace, id 0199…` */
export const refText = ({ kind, name, id }: { kind: string; name: string; id: string }) =>
  `[${wordText(kind)}] ${nameText(name)}, id ${id}`

/** An entity of a list. */
export function entityLines(entity: ListedEntity): string {
  const { aliases, summary, when } = entity
  const lines = [
    `${refText(entity)}${when ? `, ${when.edtf}` : ''}`,
    ...(aliases.length > 0 ? [`  also: ${aliases.slice(0, 5).map(nameText).join('; ')}`] : []),
    ...(summary ? [`  ${summaryText(summary)}`] : []),
    `  ${standing(entity)}`,
  ]
  return lines.join('\n')
}

/** How much is known of an entity, and how surely. */
export function standing({ relationship_count, evidence_count, source_count, confidence }: ListedEntity): string {
  return [
    amountOf(relationship_count, 'relationship'),
    `${amountOf(evidence_count, 'quote')} on ${amountOf(source_count, 'site')}`,
    `confidence ${confidence.toFixed(2)}`,
  ].join(', ')
}

/** The mark of what is only reported or denied: nobody may take it for a fact. */
export const certaintyText = (certainty: ListedRelationship['certainty']) =>
  certainty === 'said' ? '' : ` [${certainty}]`

/** `Ada Lovelace works_for Analytical Society (since 1835)` */
export function relationshipLine({ from, to, type, certainty, since, until }: ListedRelationship): string {
  const dates = [since && `since ${since}`, until && `until ${until}`].filter(Boolean).join(', ')
  return `${nameText(from.name)} ${wordText(type)} ${nameText(to.name)}${certaintyText(certainty)}${dates && ` (${dates})`}`
}

/** The quote behind a fact, or that there is none: people set values without one. */
export const quoteLine = (evidence: { quote: string; url: string } | undefined) =>
  `  ${evidence ? quoteText(evidence) : 'no quote: set by a person'}`

/** A quote with what it says. */
export function evidenceLines(evidence: ListedEvidence): string {
  const says = evidence.fields.map(({ field, value }) => `${wordText(field)}: ${valueText(value)}`).join('; ')
  return `${quoteText(evidence)}\n  seen ${evidence.observed_at.slice(0, 10)} on page ${evidence.page_id}${certaintyText(evidence.certainty)}${says && `; says ${says}`}`
}
