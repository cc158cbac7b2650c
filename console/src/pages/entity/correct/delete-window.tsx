import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { limits } from '@polegraph/contract/limits.ts'
import { useState } from 'react'
import { useDecision } from '../../../shared/curation/use-decision.ts'
import { formatCount } from '../../../shared/format/format.ts'
import { Form } from '../../../shared/forms/form.tsx'
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
  const remove = useDecision(domainId, {
    call: () =>
      polegraph.entities.delete(domainId, entity.id, reason.trim() ? { reason: reason.trim() } : {}, {
        if_match: etag,
      }),
    says: 'Deleted.',
    onDone: onClose,
  })
  return (
    <Modal opened onClose={onClose} title="Delete for good?">
      <Form onSend={() => remove.run()}>
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
          {remove.problem}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" color="red" loading={remove.isRunning}>
              Delete
            </Button>
          </Group>
        </Stack>
      </Form>
    </Modal>
  )
}
