import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { capitalized } from '../../../shared/curation/values.ts'
import { formatNumber, formatWords } from '../../../shared/format/format.ts'
import { Empty } from '../../../shared/lists/empty.tsx'
import { Listed } from '../../../shared/lists/listed.tsx'
import { useList } from '../../../shared/lists/use-list.ts'
import { PlusIcon } from '../../../shared/page/icons.tsx'
import { Problem } from '../../../shared/page/problem.tsx'
import { polegraph } from '../../../shared/service/client.ts'
import { useMayWrite } from '../../../shared/service/session.ts'
import type { Entity, Relationship } from '../../../shared/service/types.ts'
import { FirstRows } from '../first-rows.tsx'
import { Section } from '../section.tsx'
import { firstRelationshipsQuery, weakestType } from './first-relationships.ts'
import { NewRelationshipWindow } from './new-relationship-window.tsx'
import { RelationshipRow } from './relationship-row.tsx'

interface OfType {
  type: string
  direction: 'out' | 'in'
  count: number
}

/** Rows of a type before the others are asked for. */
const first = 5

/** Relationships by type and direction: the first ones of each, and the others when they are asked for. */
export function Relationships({ domainId, entity }: { domainId: string; entity: Entity }) {
  const mayWrite = useMayWrite()
  const [isAdding, setIsAdding] = useState(false)
  const found = useQuery(firstRelationshipsQuery(domainId, entity.id))
  const types = found.data?.types.toSorted((a, b) => Number(a.type === weakestType) - Number(b.type === weakestType))
  const add = mayWrite && (
    <Button size="xs" variant="default" leftSection={<PlusIcon size={14} />} onClick={() => setIsAdding(true)}>
      Add a relationship
    </Button>
  )
  return (
    <Section name="relationships" title="Relationships" count={entity.relationship_count} action={add}>
      {found.error && !found.data && <Problem error={found.error} onRetry={() => found.refetch()} />}
      {found.isPending && <Skeleton h={240} />}
      {types?.length === 0 && (
        <Empty title="No relationships yet">
          Pages that name it beside others bring them, and people can add what they know.
        </Empty>
      )}
      <Stack gap="lg">
        {types?.map((one) => (
          <OneType
            key={`${one.direction}.${one.type}`}
            domainId={domainId}
            entity={entity}
            of={one}
            known={found.data?.relationships.filter((relationship) => isOf(relationship, one, entity.id)) ?? []}
          />
        ))}
      </Stack>
      {isAdding && <NewRelationshipWindow domainId={domainId} entity={entity} onClose={() => setIsAdding(false)} />}
    </Section>
  )
}

const isOf = ({ type, from, to }: Relationship, of: OfType, id: string) =>
  type === of.type && (of.direction === 'out' ? from.id === id : to.id === id)

/** `Works for …`, or `… works for this` where the entity is the one that it is said of. */
const heading = ({ type, direction }: OfType) =>
  direction === 'out' ? `${capitalized(formatWords(type))} …` : `… ${formatWords(type)} this`

/** What has a time stands first, the latest above; the rest keeps its order. */
function latestFirst(relationships: Relationship[]): Relationship[] {
  const timeOf = ({ since, until }: Relationship) => since ?? until ?? ''
  return relationships.toSorted((a, b) => (timeOf(a) < timeOf(b) ? 1 : timeOf(a) > timeOf(b) ? -1 : 0))
}

function OneType(props: { domainId: string; entity: Entity; of: OfType; known: Relationship[] }) {
  const { domainId, entity, of, known } = props
  const { type, direction, count } = of
  const [isWanted, setIsWanted] = useState(false)
  const isKnown = known.length >= count
  const query = { type, direction, limit: 50 }
  const list = useList({
    key: ['d', domainId, 'entity', entity.id, 'relationships', query],
    page: (from, options) => polegraph.entities.listRelationships(domainId, entity.id, { ...query, ...from }, options),
    items: ({ relationships }) => relationships,
    // A hub has more than the first answer: then each type has a list of its own.
    enabled: !isKnown && (isWanted || known.length < first),
  })
  const rows = isKnown ? latestFirst(known) : (list.items ?? (known.length > 0 ? known : undefined))
  return (
    <section aria-label={heading(of)}>
      <Group gap="xs" mb={4}>
        <Title order={3} size="h6">
          {heading(of)}
        </Title>
        <Text size="sm" c="dimmed" className="number">
          {formatNumber(count)}
        </Text>
      </Group>
      <Stack gap={0}>
        <FirstRows rows={rows ?? []} {...{ first, count }} onWhole={() => setIsWanted(true)}>
          {(shown, isWhole) => (
            <Listed
              list={{ ...list, items: rows && shown, hasMore: !isKnown && isWhole && list.hasMore }}
              height={Math.min(count, first) * 40}
              more={`Show more of ${formatNumber(count)}`}
            >
              {(relationships) =>
                relationships.map((relationship) => (
                  <RelationshipRow
                    key={relationship.id}
                    domainId={domainId}
                    relationship={relationship}
                    other={direction === 'out' ? relationship.to : relationship.from}
                  />
                ))
              }
            </Listed>
          )}
        </FirstRows>
      </Stack>
    </section>
  )
}
