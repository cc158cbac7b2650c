import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { watchesKey } from '../../shared/watches/watches.ts'
import { watchAll } from './watch-all.ts'

/** Opens a graph that was just made, and has it watched: so what is new in it is told without asking for that. */
export function useOpenDomain() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  return async ({ id }: { id: string }) => {
    void queries.invalidateQueries({ queryKey: ['domains'] })
    // Where that fails, the card of the graph offers it.
    void watchAll(id).then(
      () => queries.invalidateQueries({ queryKey: watchesKey(id) }),
      () => undefined,
    )
    await navigate({ to: '/d/$domainId', params: { domainId: id } })
  }
}
