import { Anchor, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { fieldLabel } from '../../shared/curation/values.ts'
import { formatCount, formatWords } from '../../shared/format/format.ts'
import { shorten } from '../../shared/format/shorten.ts'
import { EntityLink } from '../../shared/page/entity-link.tsx'
import { polegraph } from '../../shared/service/client.ts'
import type { Contradiction, Entity, Relationship } from '../../shared/service/types.ts'
import { FirstRows } from './first-rows.tsx'
import { leadTo } from './lead-to.ts'
import { Section } from './section.tsx'

const first = 5

/** Contradictions and denials stand before the facts, so that nobody takes one of them for settled. */
export function Contested({
  domainId,
  entity,
  contradictions,
}: {
  domainId: string
  entity: Entity
  contradictions: Contradiction[]
}) {
  const query = { certainty: 'denied', limit: 50 } as const
  const { data } = useQuery({
    queryKey: ['d', domainId, 'entity', entity.id, 'relationships', query],
    queryFn: ({ signal }) => polegraph.entities.listRelationships(domainId, entity.id, query, { signal }),
  })
  const fields = contradictions.filter(({ relationship }) => relationship === null)
  const denied = data?.relationships ?? []
  if (fields.length + denied.length === 0) return null
  const rows = [
    ...fields.map((one) => <ContestedField key={one.field} contradiction={one} />),
    ...denied.map((one) => (
      <Denied key={one.id} domainId={domainId} entityId={entity.id} denied={one} contradictions={contradictions} />
    )),
  ]
  return (
    <Section name="contested" title="Contested" count={rows.length}>
      <Stack gap={4}>
        <FirstRows rows={rows} {...{ first, what: 'contested' }}>
          {(shown) => shown}
        </FirstRows>
      </Stack>
    </Section>
  )
}

function ContestedField({ contradiction: { field, values } }: { contradiction: Contradiction }) {
  const said = values.filter(({ certainty }) => certainty === 'said')
  const hosts = new Set(values.flatMap((one) => one.hosts))
  return (
    <Text size="sm">
      <Anchor component="button" type="button" size="sm" underline="always" onClick={() => leadTo(`fact-${field}`)}>
        {fieldLabel(field)}
      </Anchor>
      : {formatCount(said.length, 'value')}
      {said.length < values.length && ', denied too,'} on {formatCount(hosts.size, 'site')}
    </Text>
  )
}

/** A relationship that pages deny, and the sites that state it all the same. */
function Denied({
  domainId,
  entityId,
  denied,
  contradictions,
}: {
  domainId: string
  entityId: string
  denied: Relationship
  contradictions: Contradiction[]
}) {
  const against = contradictions.find(({ values }) =>
    values.some(({ relationship_id }) => relationship_id === denied.id),
  )
  const hostsOf = (certainty: 'said' | 'denied') =>
    against?.values.filter((one) => one.certainty === certainty).flatMap(({ hosts }) => hosts) ?? []
  const end = (one: Relationship['from']) =>
    one.id === entityId ? (
      shorten(one.name)
    ) : (
      <EntityLink domainId={domainId} entityId={one.id} size="sm" underline="always">
        {shorten(one.name)}
      </EntityLink>
    )
  return (
    <Text size="sm" component="div" className="said">
      {end(denied.from)} {formatWords(denied.type)} {end(denied.to)}: denied
      {against && ` by ${hostsOf('denied').join(', ')}, said by ${hostsOf('said').join(', ')}`}
    </Text>
  )
}
