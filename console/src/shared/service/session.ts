import { queryOptions, useQuery } from '@tanstack/react-query'
import { polegraph } from './client.ts'
import type { Role } from './types.ts'

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => polegraph.session.get({ signal }),
  staleTime: 60_000,
})

/** The role of the person in the current project. */
export function useRole(): Role | undefined {
  const { data } = useQuery(sessionQuery)
  return data?.projects.find(({ id }) => id === data.project_id)?.role
}

/** Whether the person may change graphs. The service decides; this only spares controls that it would refuse. */
export function useMayWrite(): boolean {
  const role = useRole()
  return role === 'owner' || role === 'editor'
}

export const useIsOwner = () => useRole() === 'owner'
