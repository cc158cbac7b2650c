import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { ExploreSearch } from '../../views/explore-search.ts'

export type Change = (fields: Partial<ExploreSearch>, how?: { replace?: boolean }) => void

/** The address of the page, and a way to change it. Without `replace` the browser's "back" takes the change back. */
export function useExplore(): { domainId: string; search: ExploreSearch; change: Change } {
  const { domainId } = useParams({ from: '/signed-in/d/$domainId/' })
  const search = useSearch({ from: '/signed-in/d/$domainId/' })
  const navigate = useNavigate({ from: '/d/$domainId/' })
  const change = useCallback<Change>(
    (fields, { replace = false } = {}) => {
      void navigate({ search: (old) => ({ ...old, ...fields }), replace, resetScroll: false })
    },
    [navigate],
  )
  return { domainId, search, change }
}
