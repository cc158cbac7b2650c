import { useEffect, useRef, useSyncExternalStore } from 'react'

// Keys that do something, wherever the person is. What is registered here is what works now, so the sheet that `?` opens is
// made of it.

export interface Shortcut {
  /** A key as the browser names it, or two that are pressed one after the other: `g r`. */
  keys: string
  /** What it does, in the words of a button. */
  does: string
  run: () => void
  /** Works on every page. */
  isEverywhere?: boolean
}

const registered = new Set<{ current: Shortcut[] }>()
const readers = new Set<() => void>()
let all: Shortcut[] = []

function tell(): void {
  all = [...registered].flatMap(({ current }) => current)
  for (const reader of readers) reader()
}

/** Registers keys while the component is shown. */
export function useShortcuts(shortcuts: Shortcut[]): void {
  const latest = useRef(shortcuts)
  latest.current = shortcuts
  const names = shortcuts.map(({ keys, does }) => `${keys} ${does}`).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: readers are told when the keys or their words change
  useEffect(() => {
    registered.add(latest)
    tell()
    return () => {
      registered.delete(latest)
      tell()
    }
  }, [names])
}

/** The keys that work now. */
export const useRegistered = (): Shortcut[] =>
  useSyncExternalStore(
    (reader) => {
      readers.add(reader)
      return () => void readers.delete(reader)
    },
    () => all,
  )

/** How long the second of two keys is waited for. */
const secondKeyMs = 3_000
const takesKeys = 'input, textarea, select, [contenteditable], [role=dialog], [role=menu], [role=listbox]'
const takesArrows = '[role=tablist], [role=radiogroup], [role=slider], canvas'

/** Runs shortcuts. Keys that are meant for a field, a menu, a window or the browser are left alone. */
export function useShortcutKeys(): void {
  useEffect(() => {
    let first = { key: '', at: 0 }
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.defaultPrevented) return
      if (isIn(event.target, takesKeys)) return
      if (event.key.startsWith('Arrow') && isIn(event.target, takesArrows)) return
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
      const isSecond = first.key !== '' && event.timeStamp - first.at < secondKeyMs
      const keys = isSecond ? `${first.key} ${key}` : key
      first = { key: '', at: 0 }
      // Of two with the same keys the later one is nearer to the person: that of a part of the page.
      const found = [...registered].flatMap(({ current }) => current).findLast((one) => one.keys === keys)
      if (found) {
        event.preventDefault()
        found.run()
      } else if (all.some((one) => one.keys.startsWith(`${key} `))) first = { key, at: event.timeStamp }
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

const isIn = (target: EventTarget | null, selector: string) =>
  target instanceof Element && target.closest(selector) !== null
