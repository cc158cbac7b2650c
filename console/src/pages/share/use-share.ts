import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { type ExploreSearch, wordsOf } from '../../views/explore-search.ts'

export const sharedViews = ['graph', 'timeline', 'map'] as const
export type SharedViewName = (typeof sharedViews)[number]

/** The address of a shared view, and a way to change it. */
export function useShare() {
  const { shareToken } = useParams({ from: '/s/$shareToken' })
  const search = useSearch({ from: '/s/$shareToken' })
  const navigate = useNavigate({ from: '/s/$shareToken' })
  const change = useCallback(
    (fields: Partial<ExploreSearch>, { replace = false } = {}) => {
      void navigate({ search: (old) => ({ ...old, ...fields }), replace, resetScroll: false })
    },
    [navigate],
  )
  return { shareToken, search, change }
}

/** The filters that the public has. */
export function publicFilters({ kind, from, to }: ExploreSearch) {
  return { ...(kind && { kind: wordsOf(kind) }), ...(from && { from }), ...(to && { to }) }
}
