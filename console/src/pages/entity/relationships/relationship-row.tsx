import { ActionIcon, Badge, Box, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Quote } from '../../../shared/curation/quote.tsx'
import { useDecision } from '../../../shared/curation/use-decision.ts'
import { fieldLabel, formatValue } from '../../../shared/curation/values.ts'
import { CertaintyMark } from '../../../shared/format/certainty-mark.tsx'
import { formatCount, formatWords } from '../../../shared/format/format.ts'
import { Kind } from '../../../shared/format/kinds.tsx'
import { shorten } from '../../../shared/format/shorten.ts'
import { EntityLink } from '../../../shared/page/entity-link.tsx'
import { Problem } from '../../../shared/page/problem.tsx'
import { polegraph } from '../../../shared/service/client.ts'
import { useMayWrite } from '../../../shared/service/session.ts'
import type { Relationship } from '../../../shared/service/types.ts'
import { ChevronIcon } from '../chevron-icon.tsx'
import classes from '../entity.module.css'
import { peeked, QuotePeek } from '../quote-peek.tsx'
import { EditRelationshipWindow } from './edit-relationship-window.tsx'

export function RelationshipRow({
  domainId,
  relationship,
  other,
}: {
  domainId: string
  relationship: Relationship
  other: Relationship['to']
}) {
  const [isOpen, setIsOpen] = useState(false)
  const { since, until, attributes, certainty, said_as, pinned, evidence_count } = relationship
  const time = [since && `since ${formatValue('when', since)}`, until && `until ${formatValue('when', until)}`]
  const words = said_as.map(formatWords).join(', ')
  return (
    <Box className={classes.relationship}>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Group
          gap="xs"
          miw={0}
          style={{ flex: 1 }}
          {...(said_as.length > 0 && { title: `In the words of pages: ${words}` })}
        >
          <EntityLink domainId={domainId} entityId={other.id} size="sm" maw="100%">
            <span className="said" title={other.name.slice(0, 1_000)}>
              {shorten(other.name)}
            </span>
          </EntityLink>
          <Kind kind={other.kind} />
          <CertaintyMark certainty={certainty} />
          <Text size="xs" c="dimmed" component="div">
            {time.filter(Boolean).join(', ')}
          </Text>
          {pinned.length > 0 && (
            <Badge variant="light" color="blue" size="sm" tt="none">
              set by a person
            </Badge>
          )}
        </Group>
        <Group gap="xs" wrap="nowrap" style={{ flexShrink: 0 }}>
          <Text size="xs" c="dimmed" visibleFrom="xs">
            {formatCount(evidence_count, 'quote')}
          </Text>
          <QuotePeek peek={relationshipQuotes(domainId, relationship.id, peeked)} isOff={isOpen}>
            <ActionIcon
              className={classes.value ?? ''}
              variant="subtle"
              color="gray"
              aria-expanded={isOpen}
              aria-label={`Quotes for ${other.name.slice(0, 80)}`}
              onClick={() => setIsOpen(!isOpen)}
            >
              <ChevronIcon size={16} />
            </ActionIcon>
          </QuotePeek>
        </Group>
      </Group>
      {isOpen && (
        <Stack gap="sm" py="xs">
          {Object.entries(attributes).map(([key, value]) => (
            <Text key={key} size="sm">
              {fieldLabel(`attributes.${key}`)}: <span className="said">{value}</span>
            </Text>
          ))}
          <RelationshipQuotes domainId={domainId} relationship={relationship} />
          <RelationshipActions domainId={domainId} relationship={relationship} />
        </Stack>
      )}
    </Box>
  )
}

const relationshipQuotes = (domainId: string, id: string, limit: number) => ({
  // The key does not begin with the domain's: a deletion refreshes all of it, and this would be a 404.
  queryKey: ['relationship', domainId, id, 'evidence', limit],
  read: (signal: AbortSignal) => polegraph.relationships.listEvidence(domainId, id, { limit }, { signal }),
})

function RelationshipQuotes({ domainId, relationship: { id } }: { domainId: string; relationship: Relationship }) {
  const { queryKey, read } = relationshipQuotes(domainId, id, 20)
  const found = useQuery({ queryKey, queryFn: async ({ signal }) => read(signal) })
  if (found.error) return <Problem error={found.error} onRetry={() => found.refetch()} />
  if (!found.data) return <Skeleton h={48} />
  if (found.data.evidence.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        No page says this: a person added it.
      </Text>
    )
  }
  return found.data.evidence.map((quoted) => <Quote key={quoted.id} quoted={quoted} of={{ relationship: id }} />)
}

function RelationshipActions({ domainId, relationship }: { domainId: string; relationship: Relationship }) {
  const mayWrite = useMayWrite()
  const [isEditing, setIsEditing] = useState(false)
  const remove = useDecision(domainId, {
    call: () => polegraph.relationships.delete(domainId, relationship.id, {}),
    says: 'The relationship is deleted, and stays so.',
  })
  if (!mayWrite) return null
  return (
    <>
      <Group gap="xs">
        <Button size="compact-sm" variant="default" onClick={() => setIsEditing(true)}>
          Edit
        </Button>
        <Button size="compact-sm" variant="light" color="red" loading={remove.isRunning} onClick={() => remove.run()}>
          Delete
        </Button>
      </Group>
      {remove.problem}
      {isEditing && (
        <EditRelationshipWindow
          domainId={domainId}
          relationshipId={relationship.id}
          onClose={() => setIsEditing(false)}
        />
      )}
    </>
  )
}
