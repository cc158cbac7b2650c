import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { capitalized, formatValue } from '../../shared/curation/values.ts'
import { formatWords } from '../../shared/format/format.ts'
import { formatWhen } from '../../shared/format/format-when.ts'
import { formatWhere } from '../../shared/format/format-where.ts'
import { shorten } from '../../shared/format/shorten.ts'
import { EntityLink } from '../../shared/page/entity-link.tsx'
import type { Entity, Relationship } from '../../shared/service/types.ts'
import { firstRelationshipsQuery, weakestType } from './relationships/first-relationships.ts'

/** Attributes that say what somebody is, the plainest first. */
const roleFields = ['job_title', 'role', 'occupation', 'profession', 'type']
const mostRelations = 2
const mostSummary = 240

/** A thing in a sentence of nothing but its facts; where these say little, the beginning of its summary. */
export function Sentence({ domainId, entity }: { domainId: string; entity: Entity }) {
  const { data } = useQuery(firstRelationshipsQuery(domainId, entity.id))
  const { kind, when, where, attributes, summary } = entity
  const role = roleFields.flatMap((field) => attributes[field] ?? [])[0]
  const relations = tellingMost(data?.relationships ?? [], entity.id)
  // One day of a person may be that of a birth or of anything else: beside a role it would mislead.
  const time = when && (kind !== 'person' || when.edtf.includes('/')) && formatWhen(when)
  const place = where && formatWhere(where)
  if (!role && relations.length === 0 && summary) return <Said text={shortened(summary)} />
  const first = [role ? capitalized(shorten(role)) : capitalized(formatWords(kind)), time, place].filter(Boolean)
  return (
    <Text component="p" m={0} size="md" className="said">
      {first.join(', ')}
      {relations.map((one, at) => (
        <Fragment key={one.id}>
          {at === 0 ? '; ' : ', '}
          {formatWords(one.type)}{' '}
          <EntityLink domainId={domainId} entityId={one.to.id} inherit underline="always">
            {shorten(one.to.name)}
          </EntityLink>
          {spanOf(one)}
        </Fragment>
      ))}
      .
    </Text>
  )
}

const Said = ({ text }: { text: string }) => (
  <Text component="p" m={0} size="md" className="said">
    {text}
  </Text>
)

/** The end of the sentence, where a summary has several; else a cut between words. */
function shortened(summary: string): string {
  const [sentence = ''] = [
    ...new Intl.Segmenter(undefined, { granularity: 'sentence' }).segment(summary.slice(0, 2_000)),
  ]
    .map(({ segment }) => segment.trim())
    .filter(Boolean)
  if (sentence.length <= mostSummary) return sentence
  return `${sentence.slice(0, mostSummary).replace(/\s+\S*$/, '')}…`
}

/** What is plainly said of it, each type once, the best attested first; what goes on before what is over. */
function tellingMost(relationships: Relationship[], id: string): Relationship[] {
  const own = relationships.filter(
    ({ from, certainty, type }) => from.id === id && certainty === 'said' && type !== weakestType,
  )
  own.sort((a, b) => Number(a.until !== null) - Number(b.until !== null) || b.evidence_count - a.evidence_count)
  const types = new Map<string, Relationship>()
  for (const one of own) if (!types.has(one.type)) types.set(one.type, one)
  return [...types.values()].slice(0, mostRelations)
}

function spanOf({ since, until }: Relationship): string {
  const span = [since && `since ${formatValue('when', since)}`, until && `until ${formatValue('when', until)}`]
  const words = span.filter(Boolean).join(', ')
  return words && ` (${words})`
}
