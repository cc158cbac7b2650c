import { useEffect } from 'react'

/** For so long after the last of them the place is kept while the parts above it still come. */
const settlesMs = 3_000

/** Leads to a part of the page, and keeps it in view while the parts above it come; a person who moves on is not held. */
export function leadTo(id: string): () => void {
  const ending = new AbortController()
  const end = () => ending.abort()
  const part = document.getElementById(id)
  if (!part) return end
  let timer = setTimeout(end, settlesMs)
  const go = () => {
    clearTimeout(timer)
    timer = setTimeout(end, settlesMs)
    part.scrollIntoView({ block: 'start' })
  }
  const observer = new ResizeObserver(go)
  ending.signal.addEventListener('abort', () => {
    observer.disconnect()
    clearTimeout(timer)
  })
  observer.observe(part.closest('main') ?? document.body)
  for (const moved of ['wheel', 'touchstart', 'keydown', 'pointerdown']) {
    addEventListener(moved, end, { signal: ending.signal, passive: true })
  }
  go()
  part.querySelector<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true })
  return end
}

/** Leads to the part that the address names. */
export function usePartOfAddress(id: string | undefined): void {
  useEffect(() => (id === undefined ? undefined : leadTo(id)), [id])
}
