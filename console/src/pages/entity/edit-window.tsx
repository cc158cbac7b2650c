import { Button, Group, Modal, Stack, Textarea } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { PolegraphError } from '@polegraph/sdk/polegraph-error.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { polegraph } from '../../shared/client.ts'
import { entityQuery } from '../../shared/curation/entity-queries.ts'
import { useDone } from '../../shared/curation/undo.ts'
import { formatCount } from '../../shared/format.ts'
import { Problem } from '../../shared/problem.tsx'
import type { Entity } from '../../shared/types.ts'
import { EditConflict } from './edit-conflict.tsx'
import { EditFields } from './edit-fields.tsx'
import { bodyOf, type Conflict, changedFields, draftOf, rebased } from './entity-draft.ts'

/** Sets what a person knows better. Only fields that were changed are sent, and stay so whatever pages say. */
export function EditWindow({
  domainId,
  entity,
  etag,
  onClose,
}: {
  domainId: string
  entity: Entity
  etag: string
  onClose: () => void
}) {
  const isNarrow = useMediaQuery('(max-width: 48em)') ?? false
  const [from, setFrom] = useState({ base: draftOf(entity), etag })
  const [draft, setDraft] = useState(from.base)
  const [reason, setReason] = useState('')
  const [conflicts, setConflicts] = useState<Conflict[]>()
  const queries = useQueryClient()
  const { done } = useDone(domainId)
  const changed = changedFields(from.base, draft)
  const emptied = changed.filter((field) => /^(?:attributes|external_ids)\./.test(field) && !draft[field]?.trim())

  const save = useMutation({
    mutationFn: () =>
      polegraph.entities
        .change(
          domainId,
          entity.id,
          { ...bodyOf(draft, changed), ...(reason.trim() && { reason: reason.trim() }) },
          { if_match: from.etag },
        )
        .withResponse(),
    onSuccess: ({ response }) => {
      done('Saved.', response)
      onClose()
    },
    onError: async (error) => {
      if (!(error instanceof PolegraphError) || error.status !== 412) return
      const now = await queries.fetchQuery({ ...entityQuery(domainId, entity.id), staleTime: 0 })
      const theirs = draftOf(now.entity)
      const next = rebased(from.base, draft, theirs)
      setFrom({ base: theirs, etag: now.etag })
      setDraft(next.draft)
      setConflicts(next.conflicts)
    },
  })
  const isStale = save.error instanceof PolegraphError && save.error.status === 412
  const details = save.error instanceof PolegraphError ? save.error.details : []
  return (
    <Modal
      opened
      onClose={onClose}
      title="Edit"
      size="xl"
      fullScreen={isNarrow}
      closeOnClickOutside={changed.length === 0}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          setConflicts(undefined)
          save.mutate()
        }}
      >
        <Stack>
          {conflicts && (
            <EditConflict
              conflicts={conflicts}
              draft={draft}
              onChoose={(field, text) => setDraft({ ...draft, [field]: text })}
            />
          )}
          <EditFields
            domainId={domainId}
            draft={draft}
            base={from.base}
            onChange={(field, text) => setDraft((before) => ({ ...before, [field]: text }))}
            errorOf={(field) =>
              emptied.includes(field) && from.base[field]
                ? 'It needs a value. To remove it, close this window, open the value and delete it.'
                : details.find(({ path }) => path === field)?.message
            }
          />
          <Textarea
            label="Reason"
            description="Kept in the audit."
            autosize
            maxLength={1000}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          {save.error && !(isStale && conflicts) && <Problem error={save.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" disabled={changed.length === 0 || emptied.length > 0} loading={save.isPending}>
              {changed.length === 0 ? 'Save' : `Save ${formatCount(changed.length, 'change')}`}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
