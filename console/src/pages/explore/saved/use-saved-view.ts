import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useExplore } from '../use-explore.ts'
import { savedViewQuery } from './saved-queries.ts'
import { readViewState } from './view-state.ts'

/**
 * The saved view that the address names. When it is opened its filters and what it draws come into the address, where they may
 * be changed; the view itself stays as it is until it is saved again.
 */
export function useSavedView() {
  const { domainId, search, change } = useExplore()
  const { saved } = search
  const query = useQuery({ ...savedViewQuery(domainId, saved ?? ''), enabled: saved !== undefined })
  const [opened, setOpened] = useState<string>()
  const view = saved === query.data?.id ? query.data : undefined
  // An address that has more than the name of a view was made from it, and stays as it is.
  const isBare = Object.keys(search).every((name) => name === 'saved')
  useEffect(() => {
    if (!view || opened === view.id) return
    setOpened(view.id)
    if (isBare) change({ ...readViewState(view.state).search, saved: view.id }, { replace: true })
  }, [view, opened, isBare, change])
  return { view, error: query.error, isWaiting: saved !== undefined && !query.error && opened !== saved }
}
