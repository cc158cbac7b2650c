import { Kbd } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { SearchInput } from '../../views/search-input.tsx'
import { useExplore } from './use-explore.ts'

/** The box that finds entities and passages; in focus when the page opens, and by `/`. */
export function SearchBox() {
  const { search, change } = useExplore()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // Not on a phone, whose keyboard would cover the page.
    if (matchMedia('(hover: hover)').matches) input.current?.focus({ preventScroll: true })
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement
      const isTyping = target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName)
      if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      input.current?.select()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return (
    <SearchInput
      ref={input}
      label="Search people, things, places, events and what pages say"
      hint={
        <Kbd size="xs" visibleFrom="sm">
          /
        </Kbd>
      }
      q={search.q}
      onSearch={(q, how) => change({ q, at: undefined, tool: undefined }, how)}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown' && event.key !== 'Enter') return
        event.preventDefault()
        focusResult(0)
      }}
    />
  )
}

/** Moves the focus to a result; before the first one, back to the box. */
export function focusResult(at: number): void {
  const results = document.querySelectorAll<HTMLElement>('[data-result]')
  if (at < 0) document.querySelector<HTMLInputElement>('.explore-search input')?.focus()
  else results[Math.min(at, results.length - 1)]?.focus()
}
