import { Skeleton, Stack, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Quote } from '../../shared/curation/quote.tsx'
import { fieldLabel, formatValue } from '../../shared/curation/values.ts'
import { ShowMore } from '../../shared/lists/show-more.tsx'
import { Problem } from '../../shared/page/problem.tsx'
import { polegraph } from '../../shared/service/client.ts'
import type { Evidence } from '../../shared/service/types.ts'

/** The quotes that support a field; an alias is often the name on another page. */
const fieldsOf = (field: string) => (field === 'aliases' ? 'name,aliases' : field)

export function useEvidence(domainId: string, entityId: string, field: string | undefined, limit: number) {
  const query = { limit, ...(field !== undefined && { field: fieldsOf(field) }) }
  return useInfiniteQuery({
    queryKey: ['d', domainId, 'entity', entityId, 'evidence', 'pages', query],
    queryFn: ({ signal, pageParam: cursor }) =>
      polegraph.entities.listEvidence(domainId, entityId, { ...query, ...(cursor && { cursor }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
  })
}

export function FieldQuotes({ domainId, entityId, field }: { domainId: string; entityId: string; field: string }) {
  const found = useEvidence(domainId, entityId, field, 10)
  if (found.error && !found.data) return <Problem error={found.error} onRetry={() => found.refetch()} />
  if (!found.data) return <Skeleton h={56} />
  const evidence = found.data.pages.flatMap((page) => page.evidence)
  if (evidence.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        No page says this: a person set it.
      </Text>
    )
  }
  return (
    <Stack gap="sm">
      {evidence.map((quoted) => (
        <Stack gap={2} key={quoted.id}>
          <Claimed quoted={quoted} field={field} />
          <Quote quoted={quoted} />
        </Stack>
      ))}
      <ShowMore found={found} />
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
