import { CloseButton, TextInput } from '@mantine/core'
import { limits } from '@polegraph/contract/limits.ts'
import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useRef, useState } from 'react'
import { SearchIcon } from '../shared/page/icons.tsx'

interface SearchInputProps {
  q: string | undefined
  /** Called soon after words were typed. Only the first ones do not `replace`, so that one "back" leaves the search. */
  onSearch(q: string | undefined, how: { replace: boolean }): void
  label: string
  ref?: Ref<HTMLInputElement>
  /** Stands at the end of the empty box. */
  hint?: ReactNode
  onKeyDown?(event: KeyboardEvent<HTMLInputElement>): void
}

const waitMs = 200

export function SearchInput({ q = '', onSearch, label, ref, hint, onKeyDown }: SearchInputProps) {
  const [text, setText] = useState(q)
  const sent = useRef(q)

  // "Back", and links into the page, change the search without the box.
  useEffect(() => {
    if (q === sent.current) return
    sent.current = q
    setText(q)
  }, [q])

  const latest = useRef(onSearch)
  latest.current = onSearch
  useEffect(() => {
    const words = text.trim()
    if (words === sent.current) return
    const timer = setTimeout(() => {
      const isFirst = sent.current === ''
      sent.current = words
      latest.current(words || undefined, { replace: !isFirst })
    }, waitMs)
    return () => clearTimeout(timer)
  }, [text])

  return (
    <TextInput
      ref={ref}
      className="explore-search"
      type="search"
      aria-label={label}
      placeholder="Search, typos are fine"
      leftSection={<SearchIcon size={16} />}
      rightSection={text === '' ? hint : <CloseButton aria-label="Clear the search" onClick={() => setText('')} />}
      maxLength={limits.query_max}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={(event) => {
        // Of an empty box Escape leaves it, so that the keys of the page work.
        if (event.key === 'Escape') text === '' ? event.currentTarget.blur() : setText('')
        onKeyDown?.(event)
      }}
    />
  )
}
