import { newIdempotencyKey } from '@polegraph/sdk/transport.ts'
import { useRef } from 'react'

/**
 * Gives the key that makes a POST happen once: the same for the same body, so that whoever clicks again because no answer
 * came makes nothing twice.
 */
export function useOnceKey(): (body: object) => string {
  const kept = useRef({ body: '', key: '' })
  return (asked) => {
    const body = JSON.stringify(asked)
    if (kept.current.body !== body) kept.current = { body, key: newIdempotencyKey() }
    return kept.current.key
  }
}
