import { useEffect, useRef } from 'react'
import type { Judgement } from './judge-buttons.tsx'

const judgements: Record<string, Judgement> = { s: 'same', d: 'different', u: 'unsure' }
/** The keys that move between pairs. Up and down are left to scrolling: a pair may be longer than the window. */
const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 }

/** Judges with one key. Keys that are meant for a field, a menu, a window or the browser are left alone. */
export function useJudgeKeys(judge: (judgement: Judgement) => void, go: (steps: number) => void): void {
  const latest = useRef({ judge, go })
  latest.current = { judge, go }
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isIn(event.target, takesKeys)) return
      const judgement = judgements[event.key.toLowerCase()]
      const step = steps[event.key]
      if (judgement) latest.current.judge(judgement)
      if (step && !isIn(event.target, '[role=tablist]')) latest.current.go(step)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

const takesKeys = 'input, textarea, select, [contenteditable], [role=dialog], [role=menu], [role=listbox]'

const isIn = (target: EventTarget | null, selector: string) =>
  target instanceof Element && target.closest(selector) !== null
