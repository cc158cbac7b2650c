import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { NewRelationshipForm } from '../../../shared/curation/new-relationship-form.tsx'
import { EntityChoice, type Named } from './entity-choice.tsx'
import type { FactFormProps } from './value-form.tsx'

/** A relationship that the words tell. */
export function RelationshipForm({ about, entities, reason, onChange, onClose }: FactFormProps) {
  const { domainId } = useParams({ from: '/signed-in/d/$domainId/p/$pageId' })
  const [other, setOther] = useState<Named>()
  return (
    <NewRelationshipForm {...{ domainId, about, other, reason, onChange, onClose }}>
      <EntityChoice
        label="With which other one?"
        {...{ entities, except: about.id, chosen: other }}
        onChoose={(entity) => {
          setOther(entity)
          onChange()
        }}
      />
    </NewRelationshipForm>
  )
}
