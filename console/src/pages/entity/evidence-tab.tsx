import { Group, Paper, Select, Stack, Text } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Quote } from '../../shared/curation/quote.tsx'
import { fieldLabel, flatten } from '../../shared/curation/values.ts'
import { Empty } from '../../shared/lists/empty.tsx'
import { Listed } from '../../shared/lists/listed.tsx'
import type { Entity } from '../../shared/service/types.ts'
import { useEvidence } from './field-quotes.tsx'

/** All quotes, or those that support one field. */
export function EvidenceTab({ domainId, entity }: { domainId: string; entity: Entity }) {
  const { field } = useSearch({ from: '/signed-in/d/$domainId/e/$entityId' })
  const navigate = useNavigate({ from: '/d/$domainId/e/$entityId' })
  const list = useEvidence(domainId, entity.id, field, 50)
  const { name, aliases, summary, when, where, attributes, external_ids, urls } = entity
  const fields = Object.entries(flatten({ name, aliases, summary, when, where, attributes, external_ids, urls }))
    .filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0))
    .map(([one]) => ({ value: one, label: fieldLabel(one) }))
  return (
    <Stack>
      <Select
        label="Quotes that support"
        placeholder="Anything"
        clearable
        maw={280}
        data={fields}
        value={field ?? null}
        onChange={(value) =>
          void navigate({ search: ({ field: _, ...search }) => ({ ...search, ...(value && { field: value }) }) })
        }
      />
      <Listed
        list={list}
        height={240}
        empty={
          <Empty title="No quotes">
            {field ? 'No page says this: a person set it.' : 'A person made it; no page speaks of it yet.'}
          </Empty>
        }
      >
        {(evidence) =>
          evidence.map((quoted) => (
            <Paper key={quoted.id} withBorder p="sm">
              <Quote quoted={quoted} />
              <Group gap="sm" mt={6}>
                {quoted.fields.map((one) => (
                  <Text key={one.field + one.value} size="xs">
                    <Text span inherit c="dimmed">
                      {fieldLabel(one.field)}
                    </Text>{' '}
                    <span className="said">{one.value.slice(0, 200)}</span>
                  </Text>
                ))}
              </Group>
            </Paper>
          ))
        }
      </Listed>
    </Stack>
  )
}
