import { useMemo } from 'react'
import { type LookBy, overviewLook, usualLook } from '../../../views/graph/look/looks.ts'
import { useExplore } from '../use-explore.ts'

/** What colours and sizes mean. Communities have the colour of the kind that most members have. */
export function useLook(isOverview: boolean): LookBy {
  const { color = usualLook.color, size = usualLook.size } = useExplore().search
  return useMemo(() => (isOverview ? overviewLook : { color, size }), [isOverview, color, size])
}
