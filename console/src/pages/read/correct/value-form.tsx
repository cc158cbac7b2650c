import { Autocomplete, Button, Skeleton, Stack, Text, Textarea } from '@mantine/core'
import { limits } from '@polegraph/contract/limits.ts'
import { PolegraphError } from '@polegraph/sdk/polegraph-error.ts'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { entityQuery } from '../../../shared/curation/entity-queries.ts'
import { Notice } from '../../../shared/curation/notice.tsx'
import { useDecision } from '../../../shared/curation/use-decision.ts'
import { fieldLabel, flatten, formatValue } from '../../../shared/curation/values.ts'
import { isWord, toWord } from '../../../shared/format/word.ts'
import { Form } from '../../../shared/forms/form.tsx'
import { WindowButtons } from '../../../shared/forms/window-buttons.tsx'
import { Problem } from '../../../shared/page/problem.tsx'
import { polegraph } from '../../../shared/service/client.ts'
import { domainQuery } from '../../../shared/service/domain.ts'
import type { Entity } from '../../../shared/service/types.ts'
import type { Named } from './entity-choice.tsx'

export interface FactFormProps {
  about: Named
  entities: Named[]
  words: string
  reason: string
  onChange: () => void
  onClose: () => void
}

const ownFields = ['name', 'aliases', 'summary', 'when']

/** A value that the words give. What it replaces is shown, also when somebody else has just set it. */
export function ValueForm({ about, words, reason, onChange, onClose }: FactFormProps) {
  const { domainId } = useParams({ from: '/signed-in/d/$domainId/p/$pageId' })
  const found = useQuery({ ...entityQuery(domainId, about.id), staleTime: 0 })
  const { data: domain } = useQuery(domainQuery(domainId))
  const [typed, setTyped] = useState('')
  const [value, setValue] = useState(words.slice(0, limits.summary_max))
  const entity = found.data?.entity
  const keys = [...Object.keys(entity?.attributes ?? {}), ...(domain?.attributes ?? []).map(({ key }) => key)]
  const fields = [...ownFields, ...new Set(keys.map((key) => `attributes.${key}`))]
  const field = fields.find((one) => fieldLabel(one).toLowerCase() === typed.trim().toLowerCase()) ?? attributeOf(typed)
  const save = useDecision(domainId, {
    call: () =>
      polegraph.entities.change(
        domainId,
        about.id,
        { ...(entity && field ? bodyOf(entity, field, value.trim()) : {}), reason },
        { if_match: found.data?.etag ?? '' },
      ),
    says: 'Saved.',
    onDone: onClose,
    onFailed: (error) => isStale(error) && found.refetch(),
  })
  if (found.error && !found.data) return <Problem error={found.error} onRetry={() => found.refetch()} />
  if (!entity) return <Skeleton h={160} />
  const now = field && flatten({ ...entity })[field]
  const details = save.error instanceof PolegraphError ? save.error.details : []
  return (
    <Form onSend={() => save.run()}>
      <Stack>
        <Autocomplete
          label="What it is"
          placeholder="Job title"
          required
          data={fields.map(fieldLabel)}
          value={typed}
          onChange={(text) => {
            setTyped(text)
            onChange()
          }}
        />
        <Textarea
          label="Value"
          description={field === 'when' ? 'A year, month, day or span: 1987, 1987-05, 1987/1990.' : undefined}
          required
          autosize
          maxRows={8}
          value={value}
          onChange={(event) => {
            setValue(event.currentTarget.value)
            onChange()
          }}
          error={details.find(({ path }) => path === field)?.message}
        />
        {field && (
          <Text size="sm" c="dimmed" className="said">
            Now: {formatValue(field, now).slice(0, 300)}
            {field === 'aliases' && ' (this is added)'}
          </Text>
        )}
        {isStale(save.error) ? (
          <Notice title="Somebody was faster" isNew>
            <Text size="sm">It was changed in the meantime. Look at what is there now, then save again.</Text>
          </Notice>
        ) : (
          save.problem
        )}
        <WindowButtons onClose={onClose}>
          <Button type="submit" disabled={!field || !value.trim() || found.isFetching} loading={save.isRunning}>
            Save
          </Button>
        </WindowButtons>
      </Stack>
    </Form>
  )
}

const isStale = (error: unknown) => error instanceof PolegraphError && error.status === 412

function attributeOf(typed: string): string | undefined {
  const word = toWord(typed)
  return isWord(word) ? `attributes.${word}` : undefined
}

/** The body that sets one field; a further name is added to those that are there. */
function bodyOf(entity: Entity, field: string, value: string) {
  const [outer, key = ''] = field.split('.', 2)
  if (outer === 'attributes') return { attributes: { [key]: value } }
  if (field === 'aliases') return { aliases: [...new Set([...entity.aliases, value])] }
  if (field === 'name') return { name: value }
  return field === 'when' ? { when: value } : { summary: value }
}
