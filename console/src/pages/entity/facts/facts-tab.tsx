import { Box, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { explanationQuery } from '../../../shared/curation/entity-queries.ts'
import { isCut, LongText } from '../../../shared/curation/long-text.tsx'
import { fieldLabel } from '../../../shared/curation/values.ts'
import { formatWhen } from '../../../shared/format/format-when.ts'
import { describeWhere } from '../../../shared/format/format-where.ts'
import type { Entity } from '../../../shared/service/types.ts'
import classes from '../entity.module.css'
import { Addresses, Aliases } from './aliases.tsx'
import { FactRow } from './fact-row.tsx'
import { Neighbors } from './neighbors.tsx'

/** All that is said about an entity, each value with what tells for it. */
export function FactsTab({ domainId, entity, etag }: { domainId: string; entity: Entity; etag: string }) {
  const { data: explained } = useQuery(explanationQuery(domainId, entity.id))
  const of = (field: string) => ({
    domainId,
    entity,
    etag,
    field,
    contradiction: explained?.contradictions.find((one) => one.field === field),
  })
  const { name, aliases, summary, when, where, attributes, external_ids, urls } = entity
  return (
    <Box className={classes.facts}>
      <Stack gap={0} component="section" aria-label="Facts">
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
      <Neighbors domainId={domainId} entity={entity} />
    </Box>
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
