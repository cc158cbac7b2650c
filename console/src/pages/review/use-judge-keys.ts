import { useShortcuts } from '../../shared/page/shortcuts.ts'
import type { Judgement } from './judge-buttons.tsx'

/** Judges with one key. Up and down are left to scrolling: a pair may be longer than the window. */
export function useJudgeKeys(judge: ((judgement: Judgement) => void) | undefined, go: (steps: number) => void): void {
  const judging = judge && [
    { keys: 's', does: 'The same', run: () => judge('same') },
    { keys: 'd', does: 'Different', run: () => judge('different') },
    { keys: 'u', does: 'Unsure', run: () => judge('unsure') },
  ]
  useShortcuts([
    ...(judging ?? []),
    { keys: 'ArrowLeft', does: 'Previous pair', run: () => go(-1) },
    { keys: 'ArrowRight', does: 'Next pair', run: () => go(1) },
  ])
}
