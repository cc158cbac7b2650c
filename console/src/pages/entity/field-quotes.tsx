import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { explanationQuery } from '../../shared/curation/entity-queries.ts'
import { LongText } from '../../shared/curation/long-text.tsx'
import { Quote } from '../../shared/curation/quote.tsx'
import { fieldLabel, formatValue } from '../../shared/curation/values.ts'
import { Listed } from '../../shared/lists/listed.tsx'
import { useList } from '../../shared/lists/use-list.ts'
import { polegraph } from '../../shared/service/client.ts'
import type { Evidence } from '../../shared/service/types.ts'

/** The quotes that support a field; an alias is often the name on another page. */
export const fieldsOf = (field: string) => (field === 'aliases' ? 'name,aliases' : field)

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
      <Listed list={list} height={56} empty={<SetByPerson domainId={domainId} entityId={entityId} field={field} />}>
        {(evidence) =>
          evidence.map((quoted) => (
            <Stack gap={2} key={quoted.id}>
              <Claimed quoted={quoted} field={field} />
              <Quote quoted={quoted} of={{ entity: entityId }} />
            </Stack>
          ))
        }
      </Listed>
    </Stack>
  )
}

/** Why a person set a value that no page says: often the words of a page, with its address. */
function SetByPerson({ domainId, entityId, field }: { domainId: string; entityId: string; field: string }) {
  const { data } = useQuery(explanationQuery(domainId, entityId))
  const edit = data?.edits.find(({ after, undone_by }) => undone_by === null && after !== null && field in after)
  return (
    <Text size="sm" c="dimmed" component="div">
      No page says this: a person set it.
      {edit?.reason && (
        <>
          {' Because: '}
          <LongText text={edit.reason} />
        </>
      )}
    </Text>
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
