import { Stack, Text } from '@mantine/core'
import { Quote } from '../../shared/curation/quote.tsx'
import { fieldLabel, formatValue } from '../../shared/curation/values.ts'
import { Listed } from '../../shared/lists/listed.tsx'
import { useList } from '../../shared/lists/use-list.ts'
import { polegraph } from '../../shared/service/client.ts'
import type { Evidence } from '../../shared/service/types.ts'

/** The quotes that support a field; an alias is often the name on another page. */
const fieldsOf = (field: string) => (field === 'aliases' ? 'name,aliases' : field)

export function useEvidence(domainId: string, entityId: string, field: string | undefined, limit: number) {
  const query = { limit, ...(field !== undefined && { field: fieldsOf(field) }) }
  return useList({
    key: ['d', domainId, 'entity', entityId, 'evidence', 'pages', query],
    page: (from, options) => polegraph.entities.listEvidence(domainId, entityId, { ...query, ...from }, options),
    items: ({ evidence }) => evidence,
  })
}

export function FieldQuotes({ domainId, entityId, field }: { domainId: string; entityId: string; field: string }) {
  const list = useEvidence(domainId, entityId, field, 10)
  return (
    <Stack gap="sm">
      <Listed
        list={list}
        height={56}
        empty={
          <Text size="sm" c="dimmed">
            No page says this: a person set it.
          </Text>
        }
      >
        {(evidence) =>
          evidence.map((quoted) => (
            <Stack gap={2} key={quoted.id}>
              <Claimed quoted={quoted} field={field} />
              <Quote quoted={quoted} />
            </Stack>
          ))
        }
      </Listed>
    </Stack>
  )
}

/** The value as this page states it, where the quote does not say it by itself. */
function Claimed({ quoted, field }: { quoted: Evidence; field: string }) {
  const claimed = quoted.fields.find((one) => fieldsOf(field).split(',').includes(one.field))
  if (!claimed || quoted.quote.includes(claimed.value)) return null
  return (
    <Text size="xs" c="dimmed">
      {fieldLabel(claimed.field)}:{' '}
      <span className="said">{formatValue(claimed.field, claimed.value).slice(0, 300)}</span>
    </Text>
  )
}
