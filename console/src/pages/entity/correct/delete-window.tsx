import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { limits } from '@polegraph/contract/limits.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useDone } from '../../../shared/curation/undo.ts'
import { formatCount } from '../../../shared/format/format.ts'
import { Problem } from '../../../shared/page/problem.tsx'
import { polegraph } from '../../../shared/service/client.ts'
import type { Entity } from '../../../shared/service/types.ts'

export function DeleteWindow({
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
  const [reason, setReason] = useState('')
  const { done, refresh } = useDone(domainId)
  const remove = useMutation({
    mutationFn: () =>
      polegraph.entities.delete(domainId, entity.id, reason.trim() ? { reason: reason.trim() } : {}, {
        if_match: etag,
      }),
    onSuccess: (answer) => {
      done('Deleted.', answer)
      onClose()
    },
    // Somebody may have changed it: the next try is about what is there now.
    onError: () => void refresh(),
  })
  return (
    <Modal opened onClose={onClose} title="Delete for good?">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          remove.mutate()
        }}
      >
        <Stack>
          <Text size="sm">
            <span className="said">{entity.name.slice(0, 200)}</span> leaves the graph with{' '}
            {formatCount(entity.relationship_count, 'relationship')}. No crawl and no other spelling brings it back,
            until it is brought back by a person, here or on the review page.
          </Text>
          <Textarea
            label="Reason"
            description="Kept in the audit."
            autosize
            maxLength={limits.note_max}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            data-autofocus
          />
          {remove.error && <Problem error={remove.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" color="red" loading={remove.isPending}>
              Delete
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
