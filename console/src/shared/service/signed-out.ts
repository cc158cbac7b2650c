import { useSyncExternalStore } from 'react'

// A session can end while a person is writing. The page stays as it is, and a window over it asks for the password.

const listeners = new Set<() => void>()
let asked = false

function set(value: boolean): void {
  asked = value
  for (const listener of listeners) listener()
}

export const signInAgain = { ask: () => set(true), done: () => set(false) }

export function useSignedOut(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => asked,
  )
}
