import { Accordion, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
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
import type { Entity } from '../../../shared/service/types.ts'
import { NewRelationshipWindow } from './new-relationship-window.tsx'
import { RelationshipRow } from './relationship-row.tsx'

/** Types that are open from the start; each asks for its own list. */
const openFirst = 6

interface OfType {
  type: string
  direction: 'out' | 'in'
  count: number
}

const keyOf = ({ type, direction }: OfType) => `${direction}.${type}`

/** Relationships by type and direction, each with pages of its own. */
export function RelationshipsTab({ domainId, entity }: { domainId: string; entity: Entity }) {
  const mayWrite = useMayWrite()
  const [isAdding, setIsAdding] = useState(false)
  const found = useQuery({
    queryKey: ['d', domainId, 'entity', entity.id, 'types'],
    queryFn: ({ signal }) => polegraph.entities.listRelationships(domainId, entity.id, { limit: 1 }, { signal }),
  })
  const types = found.data?.types
  const add = mayWrite && (
    <Button variant="default" leftSection={<PlusIcon size={16} />} onClick={() => setIsAdding(true)}>
      Add a relationship
    </Button>
  )
  return (
    <Stack>
      {found.error && !found.data && <Problem error={found.error} onRetry={() => found.refetch()} />}
      {found.isPending && <Skeleton h={240} />}
      {types?.length === 0 && (
        <Empty title="No relationships yet" action={add}>
          Pages that name it beside others bring them, and people can add what they know.
        </Empty>
      )}
      {types && types.length > 0 && (
        <>
          {add && <Group>{add}</Group>}
          <Accordion
            multiple
            variant="separated"
            defaultValue={types.slice(0, openFirst).map(keyOf)}
            keepMounted={false}
          >
            {types.map((one) => (
              <Accordion.Item key={keyOf(one)} value={keyOf(one)}>
                <Accordion.Control>
                  <Group gap="xs">
                    <Text fw={600} size="sm">
                      {heading(one)}
                    </Text>
                    <Text size="sm" c="dimmed" className="number">
                      {formatNumber(one.count)}
                    </Text>
                  </Group>
                </Accordion.Control>
                <Accordion.Panel>
                  <OneType domainId={domainId} entity={entity} of={one} />
                </Accordion.Panel>
              </Accordion.Item>
            ))}
          </Accordion>
        </>
      )}
      {isAdding && <NewRelationshipWindow domainId={domainId} entity={entity} onClose={() => setIsAdding(false)} />}
    </Stack>
  )
}

/** `Works for …`, or `… works for this` where the entity is the one that it is said of. */
const heading = ({ type, direction }: OfType) =>
  direction === 'out' ? `${capitalized(formatWords(type))} …` : `… ${formatWords(type)} this`

function OneType({ domainId, entity, of }: { domainId: string; entity: Entity; of: OfType }) {
  const { type, direction } = of
  const query = { type, direction, limit: 20 }
  const list = useList({
    key: ['d', domainId, 'entity', entity.id, 'relationships', query],
    page: (from, options) => polegraph.entities.listRelationships(domainId, entity.id, { ...query, ...from }, options),
    items: ({ relationships }) => relationships,
  })
  return (
    <Stack gap={0}>
      <Listed list={list} height={Math.min(of.count, query.limit) * 40} more={`Show more of ${formatNumber(of.count)}`}>
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
    </Stack>
  )
}
