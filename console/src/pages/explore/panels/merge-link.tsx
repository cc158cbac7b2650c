import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { mergeWithAny } from '../../../shared/curation/merge-with-any.ts'

/** Leads to the page of the entity, where the other one is chosen and both are compared. */
export function MergeLink({ domainId, entityId, name }: { domainId: string; entityId: string; name: string }) {
  return (
    <Anchor
      size="xs"
      aria-label={`Merge with…: ${name}`}
      renderRoot={(props) => (
        <Link
          {...props}
          to="/d/$domainId/e/$entityId"
          params={{ domainId, entityId }}
          search={{ merge: mergeWithAny }}
        />
      )}
    >
      Merge with…
    </Anchor>
  )
}
