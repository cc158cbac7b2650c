import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { EntityPicker } from '../../../shared/curation/entity-picker.tsx'
import { NewRelationshipForm } from '../../../shared/curation/new-relationship-form.tsx'
import { FormWindow } from '../../../shared/forms/leave-guard.tsx'
import type { Entity } from '../../../shared/service/types.ts'

/** A relationship that a person knows of. */
export function NewRelationshipWindow({
  domainId,
  entity,
  onClose,
}: {
  domainId: string
  entity: Entity
  onClose: () => void
}) {
  const [other, setOther] = useState<Entity>()
  const [isTyped, setIsTyped] = useState(false)
  return (
    <FormWindow isChanged={isTyped || other !== undefined} onClose={onClose} title="Add a relationship" size="lg">
      <NewRelationshipForm {...{ domainId, about: entity, other, onClose }} onChange={() => setIsTyped(true)}>
        <Other domainId={domainId} entity={entity} other={other} onPick={setOther} />
      </NewRelationshipForm>
    </FormWindow>
  )
}

/** The other end: it is picked, and then shown. */
function Other(props: {
  domainId: string
  entity: Entity
  other: Entity | undefined
  onPick: (other: Entity | undefined) => void
}) {
  const { domainId, entity, other, onPick } = props
  if (!other) {
    return <EntityPicker domainId={domainId} label="With which other one?" except={entity.id} onPick={onPick} />
  }
  return (
    <Group justify="space-between" wrap="nowrap">
      <Text size="sm" className="one-line">
        With {other.name}
      </Text>
      <Button size="compact-sm" variant="default" onClick={() => onPick(undefined)}>
        Change
      </Button>
    </Group>
  )
}
