import { type RefObject, useEffect, useRef } from 'react'

/** Scrolls a row sideways, so that the open one of its tabs is seen; again when the row becomes wider. */
export function useRowInSight<Row extends HTMLElement>(open: string, selector: string): RefObject<Row | null> {
  const row = useRef<Row>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the open tab is another element when it changes
  useEffect(() => {
    const { current } = row
    if (!current) return
    const bring = () => {
      const tab = current.querySelector<HTMLElement>(selector)
      // `scrollIntoView` would make Chromium's Tab key start here and skip the head of the page.
      if (tab) current.scrollLeft = tab.offsetLeft + (tab.offsetWidth - current.clientWidth) / 2
    }
    bring()
    const resized = new ResizeObserver(bring)
    for (const one of [current, ...current.children]) resized.observe(one)
    return () => resized.disconnect()
  }, [open, selector])
  return row
}
