import { Mark, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'

/** A name in a list, marked where it was found. */
export function Hit({ isHit, children }: { isHit: boolean | undefined; children: ReactNode }) {
  if (!isHit) return <>{children}</>
  return (
    <Mark fw={600}>
      {children}
      <VisuallyHidden> (found)</VisuallyHidden>
    </Mark>
  )
}
