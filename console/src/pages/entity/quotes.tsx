import { Group, Paper, Stack, Text } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { Quote } from '../../shared/curation/quote.tsx'
import { fieldLabel, formatValue } from '../../shared/curation/values.ts'
import { Empty } from '../../shared/lists/empty.tsx'
import { Listed } from '../../shared/lists/listed.tsx'
import type { Entity, Evidence } from '../../shared/service/types.ts'
import { useEvidence } from './field-quotes.tsx'
import { FirstRows } from './first-rows.tsx'
import { Section } from './section.tsx'

const first = 5

/** All quotes, the newest first. */
export function Quotes({ domainId, entity }: { domainId: string; entity: Entity }) {
  const { tab } = useSearch({ from: '/signed-in/d/$domainId/e/$entityId' })
  const list = useEvidence(domainId, entity.id, undefined, 50)
  const isAll = entity.evidence_count <= first + 1
  return (
    <Section name="evidence" title="Quotes" count={entity.evidence_count}>
      <Stack gap="xs">
        <FirstRows
          rows={list.items ?? []}
          {...{ first, count: entity.evidence_count, what: 'quotes', isWhole: tab === 'evidence' }}
        >
          {(rows, isWhole) => (
            <Listed
              list={{ ...list, items: list.items && rows, hasMore: list.hasMore && isWhole && !isAll }}
              height={240}
              empty={<Empty title="No quotes">A person made it; no page speaks of it yet.</Empty>}
            >
              {(evidence) => evidence.map((quoted) => <Quoted key={quoted.id} quoted={quoted} entityId={entity.id} />)}
            </Listed>
          )}
        </FirstRows>
      </Stack>
    </Section>
  )
}

function Quoted({ quoted, entityId }: { quoted: Evidence; entityId: string }) {
  return (
    <Paper withBorder p="sm">
      <Quote quoted={quoted} of={{ entity: entityId }} />
      <Group gap="sm" mt={6}>
        {quoted.fields.map((one) => (
          <Text key={one.field + one.value} size="xs">
            <Text span inherit c="dimmed">
              {fieldLabel(one.field)}
            </Text>{' '}
            <span className="said">{formatValue(one.field, one.value).slice(0, 200)}</span>
          </Text>
        ))}
      </Group>
    </Paper>
  )
}
