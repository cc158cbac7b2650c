import { Stack, Text } from '@mantine/core'
import type { ComponentProps } from 'react'
import { isCut, LongText } from '../../../shared/curation/long-text.tsx'
import { fieldLabel } from '../../../shared/curation/values.ts'
import { formatWhen } from '../../../shared/format/format-when.ts'
import { describeWhere } from '../../../shared/format/format-where.ts'
import type { Contradiction, Entity } from '../../../shared/service/types.ts'
import { Addresses, Aliases } from './aliases.tsx'
import { FactRow } from './fact-row.tsx'

/** All that is said about an entity, each value with what tells for it. */
export function Facts({
  domainId,
  entity,
  etag,
  contradictions,
}: {
  domainId: string
  entity: Entity
  etag: string
  contradictions: Contradiction[]
}) {
  const of = (field: string) => ({
    domainId,
    entity,
    etag,
    field,
    contradiction: contradictions.find((one) => one.field === field),
  })
  const { name, aliases, summary, when, where, attributes, external_ids, urls } = entity
  return (
    <Stack gap={0}>
      <TextRow {...of('name')} text={name} />
      {(aliases.length > 0 || entity.pinned.includes('aliases')) && (
        <FactRow {...of('aliases')} isPlain>
          <Aliases domainId={domainId} entity={entity} />
        </FactRow>
      )}
      {summary !== null && <TextRow {...of('summary')} text={summary} />}
      {when && (
        <FactRow {...of('when')}>
          <span className="said" title={when.edtf}>
            {formatWhen(when)}
          </span>
        </FactRow>
      )}
      {where && (
        <FactRow {...of('where')}>
          <span className="said">{describeWhere(where)}</span>
        </FactRow>
      )}
      {Object.entries(attributes).map(([key, value]) => (
        <TextRow key={key} {...of(`attributes.${key}`)} text={value} />
      ))}
      {Object.entries(external_ids).map(([register, value]) => (
        <TextRow key={register} {...of(`external_ids.${register}`)} text={value} />
      ))}
      {(urls.length > 0 || entity.pinned.includes('urls')) && (
        <FactRow {...of('urls')} isPlain>
          <Addresses urls={urls} />
        </FactRow>
      )}
      <Missing entity={entity} />
    </Stack>
  )
}

function TextRow({ text, ...fact }: Omit<ComponentProps<typeof FactRow>, 'isPlain' | 'children'> & { text: string }) {
  return (
    <FactRow {...fact} isPlain={isCut(text)}>
      <LongText text={text} />
    </FactRow>
  )
}

/** Says in one line what no page tells, instead of a row each. */
function Missing({ entity }: { entity: Entity }) {
  const fields = [
    entity.summary === null && 'summary',
    !entity.when && 'when',
    !entity.where && 'where',
    Object.keys(entity.attributes).length === 0 && 'attributes',
  ].filter((field) => field !== false)
  if (fields.length === 0) return null
  return (
    <Text size="sm" c="dimmed" pt="sm">
      Not told by any page: {fields.map((field) => fieldLabel(field).toLowerCase()).join(', ')}.
    </Text>
  )
}
