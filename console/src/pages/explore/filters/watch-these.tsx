import { Button } from '@mantine/core'
import { useState } from 'react'
import { useMayWrite } from '../../../shared/service/session.ts'
import { NewWatch } from '../../../shared/watches/new-watch.tsx'
import { type SavedSearch, watchedWords } from '../../../shared/watches/watches.ts'
import { type ExploreSearch, wordsOf } from '../../../views/explore-search.ts'
import { useExplore } from '../use-explore.ts'

/** Watches what the search and the filters leave; times are no part of a watch. */
export function WatchThese() {
  const { domainId, search } = useExplore()
  const mayWrite = useMayWrite()
  const [isOpen, setIsOpen] = useState(false)
  const query = savedSearchOf(search)
  if (!mayWrite || Object.keys(query).length === 0) return null
  return (
    <>
      <Button size="compact-xs" variant="subtle" onClick={() => setIsOpen(true)}>
        Watch these
      </Button>
      {isOpen && (
        <NewWatch
          domainId={domainId}
          watched={{ query }}
          name={watchedWords({ query, entity_ids: null })}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}

function savedSearchOf({ q, kind, type, host, min_confidence }: ExploreSearch): SavedSearch {
  const kinds = wordsOf(kind)
  const types = wordsOf(type)
  return {
    ...(q && { q }),
    ...(kinds.length > 0 && { kinds }),
    ...(types.length > 0 && { types }),
    ...(host && { host }),
    ...(min_confidence !== undefined && { min_confidence }),
  }
}
