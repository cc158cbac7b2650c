import { mergeWithAny } from '../../../shared/curation/merge-with-any.ts'
import { EntityLink } from '../../../shared/page/entity-link.tsx'

/** Leads to the page of the entity, where the other one is chosen and both are compared. */
export function MergeLink({ domainId, entityId, name }: { domainId: string; entityId: string; name: string }) {
  return (
    <EntityLink
      domainId={domainId}
      entityId={entityId}
      search={{ merge: mergeWithAny }}
      size="xs"
      aria-label={`Merge with…: ${name}`}
    >
      Merge with…
    </EntityLink>
  )
}
