import { Button, Group, Modal, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { PolegraphError } from '@polegraph/sdk/polegraph-error.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { polegraph } from '../../shared/client.ts'
import { Notice } from '../../shared/curation/notice.tsx'
import { useDone } from '../../shared/curation/undo.ts'
import { fieldLabel, formatValue } from '../../shared/curation/values.ts'
import { formatWords } from '../../shared/format.ts'
import { Problem } from '../../shared/problem.tsx'
import type { Relationship } from '../../shared/types.ts'
import { SpanFields } from './relationship-draft.tsx'

interface Read {
  relationship: Relationship
  etag: string
}

export function EditRelationshipWindow({
  domainId,
  relationshipId,
  onClose,
}: {
  domainId: string
  relationshipId: string
  onClose: () => void
}) {
  const found = useQuery({
    queryKey: ['d', domainId, 'relationship', relationshipId],
    // The window begins with what is there now, not with what it showed the last time.
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const { data, response } = await polegraph.relationships
        .get(domainId, relationshipId, {}, { signal })
        .withResponse()
      return { relationship: data, etag: response.headers.get('etag') ?? '' }
    },
  })
  return (
    <Modal opened onClose={onClose} title="Edit the relationship">
      {found.error && !found.data && <Problem error={found.error} onRetry={() => found.refetch()} />}
      {found.isPending && <Skeleton h={160} />}
      {found.data && (
        <Fields
          domainId={domainId}
          read={found.data}
          readAgain={async () => (await found.refetch()).data}
          onClose={onClose}
        />
      )}
    </Modal>
  )
}

function Fields({
  domainId,
  read,
  readAgain,
  onClose,
}: {
  domainId: string
  read: Read
  readAgain: () => Promise<Read | undefined>
  onClose: () => void
}) {
  // The state that the window opened with: a later one must not pass for what the person saw.
  const [seen, setSeen] = useState(read)
  const [theirs, setTheirs] = useState<Relationship>()
  const { relationship, etag } = seen
  const [span, setSpan] = useState({ since: relationship.since ?? '', until: relationship.until ?? '' })
  const [attributes, setAttributes] = useState(relationship.attributes)
  const { done } = useDone(domainId)
  const changed = {
    ...(span.since !== (relationship.since ?? '') && { since: span.since.trim() || null }),
    ...(span.until !== (relationship.until ?? '') && { until: span.until.trim() || null }),
    ...(JSON.stringify(attributes) !== JSON.stringify(relationship.attributes) && { attributes }),
  }
  const save = useMutation({
    mutationFn: (body: typeof changed | { pinned: Record<string, null> }) =>
      polegraph.relationships.change(domainId, relationship.id, body, { if_match: etag }).withResponse(),
    onSuccess: ({ response }) => {
      done('Saved.', response)
      onClose()
    },
    onError: async (error) => {
      if (!(error instanceof PolegraphError) || error.status !== 412) return
      const now = await readAgain()
      if (!now) return
      // What was not touched follows theirs: it must not be set back.
      const keep = (mine: string, was: string | null, theirs: string | null) =>
        mine === (was ?? '') ? (theirs ?? '') : mine
      setSpan({
        since: keep(span.since, relationship.since, now.relationship.since),
        until: keep(span.until, relationship.until, now.relationship.until),
      })
      const typed = Object.entries(attributes).filter(([name, value]) => value !== relationship.attributes[name])
      setAttributes({ ...now.relationship.attributes, ...Object.fromEntries(typed) })
      setSeen(now)
      setTheirs(now.relationship)
    },
  })
  const details = save.error instanceof PolegraphError ? save.error.details : []
  const errorOf = (field: string) => details.find(({ path }) => path === field)?.message
  const pinned = relationship.pinned.filter((field) => field !== 'type')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        setTheirs(undefined)
        save.mutate(changed)
      }}
    >
      <Stack>
        <Text size="sm" component="div">
          <span className="said">{relationship.from.name.slice(0, 100)}</span> <b>{formatWords(relationship.type)}</b>{' '}
          <span className="said">{relationship.to.name.slice(0, 100)}</span>
        </Text>
        {theirs && (
          <Notice title="Somebody was faster" isNew>
            <Text size="sm">
              It is now since {formatValue('when', theirs.since)}, until {formatValue('when', theirs.until)}. What you
              typed is kept below; save again to set it.
            </Text>
          </Notice>
        )}
        <SpanFields span={span} onChange={setSpan} errorOf={errorOf} />
        {Object.entries(attributes).map(([key, value]) => (
          <TextInput
            key={key}
            label={fieldLabel(`attributes.${key}`)}
            required
            value={value}
            onChange={(event) => setAttributes({ ...attributes, [key]: event.currentTarget.value })}
            error={errorOf(`attributes.${key}`)}
          />
        ))}
        {pinned.length > 0 && (
          <Button
            variant="default"
            size="compact-sm"
            style={{ alignSelf: 'flex-start' }}
            onClick={() => save.mutate({ pinned: Object.fromEntries(pinned.map((field) => [field, null])) })}
          >
            Show what the pages say
          </Button>
        )}
        {save.error && !theirs && <Problem error={save.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={Object.keys(changed).length === 0} loading={save.isPending}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
