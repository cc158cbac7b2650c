import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'

/** Opens a graph that was just made. */
export function useOpenDomain() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  return async ({ id }: { id: string }) => {
    void queries.invalidateQueries({ queryKey: ['domains'] })
    await navigate({ to: '/d/$domainId', params: { domainId: id } })
  }
}
