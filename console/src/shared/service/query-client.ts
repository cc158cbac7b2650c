import { PolegraphError } from '@polegraph/sdk/polegraph-error.ts'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { signInAgain } from './signed-out.ts'

// The client repeats calls that may be repeated, so the cache of queries does not.

function noteSignedOut(error: Error): void {
  // Without a session from the start, the frame shows the page to sign in.
  if (isSignedOut(error) && queryClient.getQueryData(['session'])) signInAgain.ask()
}

export const isSignedOut = (error: unknown) => error instanceof PolegraphError && error.code === 'invalid_api_key'

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => query.queryKey[0] === 'session' || noteSignedOut(error),
  }),
  mutationCache: new MutationCache({ onError: noteSignedOut }),
  defaultOptions: {
    queries: { retry: false, staleTime: 5_000 },
    mutations: { retry: false },
  },
})
