import { Anchor, Box, Group, Stack, Table, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { LongText } from '../../shared/curation/long-text.tsx'
import { fieldLabel } from '../../shared/curation/values.ts'
import { Away } from '../../shared/format/away.tsx'
import { CertaintyMark } from '../../shared/format/certainty-mark.tsx'
import { formatWords } from '../../shared/format/format.ts'
import { formatWhen } from '../../shared/format/format-when.ts'
import { formatWhere } from '../../shared/format/format-where.ts'
import { Kind } from '../../shared/format/kinds.tsx'
import { shorten } from '../../shared/format/shorten.ts'
import { quoteAddress } from '../../shared/format/text-fragment.ts'
import { Time } from '../../shared/format/time.tsx'
import { readable } from '../../shared/format/web-address.ts'
import type { PublicEdge, PublicEntity, PublicGraph, PublicQuote } from '../../shared/service/types.ts'

interface SharedEntityProps {
  entity: PublicEntity
  /** The entity and its neighbours, where the link shows relationships. */
  around: PublicGraph | undefined
  onChoose(id: string): void
}

/** The public part of an entity: what its link shows. */
export function SharedEntity({ entity, around, onChoose }: SharedEntityProps) {
  const { kind, aliases, summary, when, where, external_ids = {}, urls = [], quotes = [] } = entity
  const attributes = Object.entries(entity.attributes)
  const ids = Object.entries(external_ids)
  return (
    <Stack gap="sm">
      <Group>
        <Kind kind={kind} />
      </Group>
      {aliases.length > 0 && (
        <Text size="sm" c="dimmed" className="said" lineClamp={4}>
          Also {aliases.join(', ')}
        </Text>
      )}
      {summary && (
        <Text size="sm" className="said">
          {summary}
        </Text>
      )}
      {(when || where) && (
        <Text size="sm">{[when && formatWhen(when), where && formatWhere(where)].filter(Boolean).join(', ')}</Text>
      )}
      {(attributes.length > 0 || ids.length > 0 || urls.length > 0) && (
        <Table layout="fixed" aria-label="Values">
          <Table.Tbody>
            {attributes.map(([name, value]) => (
              <Value key={name} label={formatWords(name)}>
                {Array.isArray(value) ? value.join(', ') : String(value)}
              </Value>
            ))}
            {ids.map(([register, value]) => (
              <Value key={register} label={fieldLabel(`external_ids.${register}`)}>
                {value}
              </Value>
            ))}
            {urls.length > 0 && (
              <Value label={fieldLabel('urls')}>
                {urls.map((url) => (
                  <div key={url}>
                    <Away href={url} />
                  </div>
                ))}
              </Value>
            )}
          </Table.Tbody>
        </Table>
      )}
      {around && <Lines entity={entity} around={around} onChoose={onChoose} />}
      {quotes.length > 0 && (
        <Stack gap="xs" component="section" aria-label="Quotes">
          <Title order={3} size="h6">
            Quotes
          </Title>
          <Quotes quotes={quotes} />
        </Stack>
      )}
    </Stack>
  )
}

function Value({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Table.Tr>
      <Table.Th scope="row" w="40%" c="dimmed" fw={400} className="said">
        {label}
      </Table.Th>
      <Table.Td className="said">{children}</Table.Td>
    </Table.Tr>
  )
}

/** The relationships of the entity, each a sentence that leads to the other end. */
function Lines({ entity, around, onChoose }: SharedEntityProps & { around: PublicGraph }) {
  const names = new Map(around.nodes.map(({ id, name }) => [id, name]))
  const lines = (around.edges ?? []).filter(({ from, to }) => from === entity.id || to === entity.id)
  if (lines.length === 0) return null
  const end = (id: string) =>
    id === entity.id ? (
      <span className="said">{shorten(entity.name)}</span>
    ) : (
      <Anchor component="button" inherit onClick={() => onChoose(id)} ta="start">
        <span className="said">{shorten(names.get(id) ?? '')}</span>
      </Anchor>
    )
  return (
    <Stack gap="xs" component="section" aria-label="Relationships">
      <Title order={3} size="h6">
        Relationships
      </Title>
      {lines.map((line: PublicEdge) => (
        <Box key={line.id}>
          <Text size="sm" component="div">
            {end(line.from)}{' '}
            <Text span inherit c="dimmed">
              {formatWords(line.type)}
            </Text>{' '}
            {end(line.to)} <CertaintyMark certainty={line.certainty} />
          </Text>
          {line.quotes && <Quotes quotes={line.quotes} />}
        </Box>
      ))}
      {around.truncated && (
        <Text size="xs" c="dimmed">
          Only the best connected are listed.
        </Text>
      )}
    </Stack>
  )
}

function Quotes({ quotes }: { quotes: PublicQuote[] }) {
  return quotes.map(({ quote, url, observed_at }) => (
    <Box key={`${url} ${observed_at} ${quote}`} component="figure" className="quote">
      <Text component="blockquote" m={0} size="sm">
        <LongText text={quote} />
      </Text>
      <Group component="figcaption" gap={6} c="dimmed" fz="xs">
        <Away href={quoteAddress(url, quote)}>
          <span className="said">{shorten(readable(url), 70)}</span>
        </Away>
        <Time at={observed_at} />
      </Group>
    </Box>
  ))
}
