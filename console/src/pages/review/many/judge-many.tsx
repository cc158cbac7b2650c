import { Button } from '@mantine/core'
import { useState } from 'react'
import { useShortcuts } from '../../../shared/page/shortcuts.ts'
import { useMayWrite } from '../../../shared/service/session.ts'
import { JudgeManyWindow } from './judge-many-window.tsx'

/** A button that judges all pairs with a reason in common. */
export function JudgeMany({ domainId }: { domainId: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const mayWrite = useMayWrite()
  useShortcuts(mayWrite ? [{ keys: 'm', does: 'Judge many at once', run: () => setIsOpen(true) }] : [])
  if (!mayWrite) return null
  return (
    <>
      <Button variant="default" size="compact-md" onClick={() => setIsOpen(true)}>
        Judge many at once
      </Button>
      {isOpen && <JudgeManyWindow domainId={domainId} onClose={() => setIsOpen(false)} />}
    </>
  )
}
