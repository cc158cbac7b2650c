import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react'
import type { ExploreSearch } from '../../../views/explore-search.ts'
import type { GraphDrawing } from '../../../views/graph/draw/graph-drawing.ts'
import { useExplore } from '../use-explore.ts'

// What a person did to the picture, step by step: one history, whether a step is in the address or a place that was dragged.

interface Step {
  /** In words: `Hide 3 entities`. */
  name: string
  takeBack(): void
}

interface PictureHistory {
  /** The last step; undefined where there is none. */
  last: Step | undefined
  undo(): void
  /** Notes what was done to the picture itself. */
  note(step: Step): void
  /** The picture, while one is drawn. */
  drawing: GraphDrawing | undefined
  setDrawing(drawing: GraphDrawing | undefined): void
  /** Changes the address, as a step. */
  act(name: string, fields: Partial<ExploreSearch>): void
}

const stepsMost = 100

const Context = createContext<PictureHistory | undefined>(undefined)

export function usePictureHistory(): PictureHistory {
  const history = useContext(Context)
  if (!history) throw new Error('there is no history around this part')
  return history
}

const typing = 'input, textarea, select, [contenteditable=true]'

export function PictureHistoryProvider({ children }: { children: ReactNode }) {
  const { domainId, search, change } = useExplore()
  const [steps, setSteps] = useState<Step[]>([])
  const [drawing, setDrawing] = useState<GraphDrawing>()
  const latest = useRef({ search, steps })
  latest.current = { search, steps }
  // biome-ignore lint/correctness/useExhaustiveDependencies: another graph has a history of its own
  useEffect(() => setSteps([]), [domainId])
  const note = useCallback((step: Step) => setSteps((old) => [...old, step].slice(-stepsMost)), [])
  const undo = useCallback(() => {
    const step = latest.current.steps.at(-1)
    setSteps((old) => old.slice(0, -1))
    step?.takeBack()
  }, [])
  const act = useCallback(
    (name: string, fields: Partial<ExploreSearch>) => {
      const before = Object.fromEntries(
        Object.keys(fields).map((field) => [field, latest.current.search[field as keyof ExploreSearch]]),
      )
      note({ name, takeBack: () => change(before) })
      change(fields)
    },
    [note, change],
  )
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey
      if (!isUndo || (event.target as HTMLElement).closest(typing) || latest.current.steps.length === 0) return
      event.preventDefault()
      undo()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [undo])
  const history = useMemo(
    () => ({ last: steps.at(-1), undo, note, act, drawing, setDrawing }),
    [steps, undo, note, act, drawing],
  )
  return <Context value={history}>{children}</Context>
}
