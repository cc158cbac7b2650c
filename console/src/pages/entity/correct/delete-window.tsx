import { Button, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useDecision } from '../../../shared/curation/use-decision.ts'
import { formatCount } from '../../../shared/format/format.ts'
import { Form } from '../../../shared/forms/form.tsx'
import { WindowButtons } from '../../../shared/forms/window-buttons.tsx'
import { polegraph } from '../../../shared/service/client.ts'
import type { Entity } from '../../../shared/service/types.ts'
import { ReasonField, reasonOf } from './reason-field.tsx'

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
      polegraph.entities.delete(domainId, entity.id, reasonOf(reason), {
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
          <ReasonField value={reason} onChange={setReason} isFirst />
          {remove.problem}
          <WindowButtons onClose={onClose}>
            <Button type="submit" color="red" loading={remove.isRunning}>
              Delete
            </Button>
          </WindowButtons>
        </Stack>
      </Form>
    </Modal>
  )
}
