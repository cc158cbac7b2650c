import { Badge, Box, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatCount } from '../format/format.ts'
import { Kind } from '../format/kinds.tsx'
import { EntityLink } from '../page/entity-link.tsx'
import { Problem } from '../page/problem.tsx'
import type { Entity } from '../service/types.ts'
import classes from './curation.module.css'
import { entityQuery, evidenceQuery } from './entity-queries.ts'
import { LongText } from './long-text.tsx'
import { Quote } from './quote.tsx'
import { fieldLabel, flatten, formatValue } from './values.ts'

/** Two entities, field by field at the same height, with what pages say about each. */
export function SideBySide({
  domainId,
  ids,
  head,
}: {
  domainId: string
  ids: [string, string]
  /** Stands above each side. */
  head?: (entity: Entity, at: number) => ReactNode
}) {
  const first = useQuery(entityQuery(domainId, ids[0]))
  const second = useQuery(entityQuery(domainId, ids[1]))
  const failed = [first, second].find(({ error }) => error)
  if (failed) return <Problem error={failed.error} onRetry={() => failed.refetch()} />
  if (!first.data || !second.data) return <Skeleton h={320} />
  const sides = [first.data.entity, second.data.entity]
  const values = sides.map(valuesOf)
  const fields = [...new Set(values.flatMap(Object.keys))]
  const rows = fields.map((field) => ({ field, texts: values.map((value) => value[field]) }))
  return (
    <Box className={classes.pair}>
      {sides.map((entity, at) => (
        <Box
          key={entity.id}
          component="section"
          aria-label={entity.name.slice(0, 100)}
          className={classes.side}
          __vars={{ '--rows': String(rows.length + 3) }}
        >
          <Box pb="xs">{head?.(entity, at)}</Box>
          <Side domainId={domainId} entity={entity} rows={rows} at={at} />
        </Box>
      ))}
    </Box>
  )
}

interface Row {
  field: string
  texts: (string | undefined)[]
}

function Side({ domainId, entity, rows, at }: { domainId: string; entity: Entity; rows: Row[]; at: number }) {
  return (
    <>
      <Stack gap={4} pb="xs">
        <Group gap="xs">
          <EntityLink domainId={domainId} entityId={entity.id} fw={600}>
            <span className="said">{cut(entity.name)}</span>
          </EntityLink>
          <Kind kind={entity.kind} />
        </Group>
        <Text size="xs" c="dimmed">
          {formatCount(entity.relationship_count, 'relationship')} · {formatCount(entity.evidence_count, 'quote')} from{' '}
          {formatCount(entity.source_count, 'host')}
        </Text>
      </Stack>
      {rows.map(({ field, texts }) => {
        const isDifferent = texts[0] !== undefined && texts[1] !== undefined && texts[0] !== texts[1]
        const text = texts[at]
        return (
          <Box
            key={field}
            className={`${classes.row} ${isDifferent ? classes.differs : ''} ${text === undefined ? classes.empty : ''}`}
          >
            <Group gap="xs" justify="space-between" wrap="nowrap">
              <Text size="xs" c="dimmed">
                {fieldLabel(field)}
              </Text>
              {isDifferent && (
                <Badge size="xs" color="orange" variant="light" tt="none" style={{ flexShrink: 0 }}>
                  differs
                </Badge>
              )}
            </Group>
            <Text size="sm" component="div" c={text === undefined ? 'dimmed' : undefined}>
              {text === undefined ? '–' : <LongText text={text} most={200} />}
            </Text>
          </Box>
        )
      })}
      <Box className={classes.row}>
        <SomeQuotes domainId={domainId} entityId={entity.id} />
      </Box>
    </>
  )
}

const cut = (text: string) => (text.length > 200 ? `${text.slice(0, 200)}…` : text)

/** The fields that are compared. The kind is not among them: it has a badge beside the name. */
function valuesOf({ name, aliases, summary, when, where, attributes, external_ids, urls }: Entity) {
  const fields = flatten({ name, aliases, summary, when, where, attributes, external_ids, urls })
  const given = Object.entries(fields).filter(([, value]) => value !== null && !(Array.isArray(value) && !value.length))
  return Object.fromEntries(given.map(([field, value]) => [field, formatValue(field, value)]))
}

function SomeQuotes({ domainId, entityId }: { domainId: string; entityId: string }) {
  const { data, error, refetch } = useQuery(evidenceQuery(domainId, entityId, { limit: 4 }))
  if (error) return <Problem error={error} onRetry={() => refetch()} />
  if (!data) return <Skeleton h={120} />
  return (
    <Stack gap="xs">
      <Text size="xs" c="dimmed">
        {data.evidence.length > 0 ? 'Latest quotes' : 'No page speaks of it: a person made it.'}
      </Text>
      {data.evidence.map((quoted) => (
        <Quote key={quoted.id} quoted={quoted} />
      ))}
    </Stack>
  )
}
