import { Button, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { limits } from '@polegraph/contract/limits.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { evidenceQuery } from '../../shared/curation/entity-queries.ts'
import { Quote } from '../../shared/curation/quote.tsx'
import { fieldLabel, formatValue } from '../../shared/curation/values.ts'
import { CertaintyMark } from '../../shared/format/certainty-mark.tsx'
import { formatCount, formatWords } from '../../shared/format/format.ts'
import { Kind } from '../../shared/format/kinds.tsx'
import { Empty } from '../../shared/lists/empty.tsx'
import { Listed } from '../../shared/lists/listed.tsx'
import { useList } from '../../shared/lists/use-list.ts'
import { EntityLink } from '../../shared/page/entity-link.tsx'
import { Problem } from '../../shared/page/problem.tsx'
import { polegraph } from '../../shared/service/client.ts'
import type { Contradiction } from '../../shared/service/types.ts'

/** Entities about which pages disagree. */
export function ContradictionsTab({ domainId }: { domainId: string }) {
  const list = useList({
    key: ['d', domainId, 'contradictions'],
    page: (from, options) => polegraph.contradictions.list(domainId, from, options),
    items: ({ contradictions }) => contradictions,
  })
  return (
    <Stack>
      <Listed
        list={list}
        height={320}
        empty={
          <Empty title="Pages agree">
            Where pages tell different things about one entity, all of them are listed here.
          </Empty>
        }
      >
        {(entities) =>
          entities.map(({ entity, contradictions }) => (
            <Paper key={entity.id} withBorder p="md" component="article">
              <Group gap="xs" mb="xs">
                <Title order={2} size="h6" maw="100%">
                  <EntityLink domainId={domainId} entityId={entity.id} inherit>
                    <span className="one-line">{entity.name}</span>
                  </EntityLink>
                </Title>
                <Kind kind={entity.kind} />
              </Group>
              <Stack gap="sm">
                {contradictions.map((one) => (
                  <Disagreeing
                    key={`${one.field} ${one.values[0]?.relationship_id}`}
                    domainId={domainId}
                    entityId={entity.id}
                    contradiction={one}
                  />
                ))}
              </Stack>
            </Paper>
          ))
        }
      </Listed>
    </Stack>
  )
}

function Disagreeing({
  domainId,
  entityId,
  contradiction: { field, relationship, values },
}: {
  domainId: string
  entityId: string
  contradiction: Contradiction
}) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Stack gap={6}>
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={600}>
          {relationship ? (
            <span className="said">
              {relationship.from.name} {formatWords(relationship.type)} {relationship.to.name}
            </span>
          ) : (
            fieldLabel(field)
          )}
        </Text>
        <Group gap="xs">
          <Button size="compact-xs" variant="default" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {isOpen ? 'Hide the quotes' : 'Show the quotes'}
          </Button>
          <Button
            size="compact-xs"
            variant="light"
            renderRoot={(props) => (
              <Link
                {...props}
                to="/d/$domainId/e/$entityId"
                params={{ domainId, entityId }}
                search={relationship ? { tab: 'relationships' } : { field }}
              />
            )}
          >
            Decide
          </Button>
        </Group>
      </Group>
      {values.map(({ value, certainty, hosts, evidence_ids, relationship_id }) => (
        <Stack key={`${certainty} ${value}`} gap={6} pl="sm">
          <Text size="sm" component="div">
            <span className="said">{formatValue(field, value)}</span>{' '}
            {!relationship && <CertaintyMark certainty={certainty} />}{' '}
            <Text span size="xs" c="dimmed" className="said">
              {hosts.slice(0, 5).join(', ')} · {formatCount(evidence_ids.length, 'quote')}
            </Text>
          </Text>
          {isOpen && (
            <ValueQuotes domainId={domainId} entityId={entityId} {...{ field, relationship_id }} ids={evidence_ids} />
          )}
        </Stack>
      ))}
    </Stack>
  )
}

const quotesMost = 5

function ValueQuotes({
  domainId,
  entityId,
  field,
  relationship_id,
  ids,
}: {
  domainId: string
  entityId: string
  field: string
  relationship_id: string | null
  ids: string[]
}) {
  const ofEntity = evidenceQuery(domainId, entityId, { field, limit: limits.list_max })
  const ofRelationship = {
    queryKey: ['relationship', domainId, relationship_id, 'evidence', limits.list_max],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      polegraph.relationships.listEvidence(domainId, relationship_id ?? '', { limit: limits.list_max }, { signal }),
  }
  const [own, related] = [
    useQuery({ ...ofEntity, enabled: relationship_id === null }),
    useQuery({ ...ofRelationship, enabled: relationship_id !== null }),
  ]
  const found = relationship_id === null ? own : related
  if (found.error) return <Problem error={found.error} onRetry={() => found.refetch()} />
  if (!found.data) return <Skeleton h={48} />
  const quotes = found.data.evidence.filter(({ id }) => ids.includes(id)).slice(0, quotesMost)
  return quotes.map((quoted) => <Quote key={quoted.id} quoted={quoted} />)
}
