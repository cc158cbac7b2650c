import { Anchor } from '@mantine/core'
import { useState } from 'react'

const usualMost = 400

/** Whether a text gets a button for the rest of it. */
export const isCut = (text: string, most = usualMost) => text.length > most * 1.2

/** Text of a stranger, which may be as long as a book: its beginning, and the rest when asked for. */
export function LongText({ text, most = usualMost }: { text: string; most?: number }) {
  const [isWhole, setIsWhole] = useState(false)
  if (!isCut(text, most)) return <span className="said">{text}</span>
  return (
    <>
      <span className="said">{isWhole ? text : `${text.slice(0, most)}…`}</span>{' '}
      <Anchor component="button" type="button" size="sm" onClick={() => setIsWhole(!isWhole)}>
        {isWhole ? 'Show less' : 'Show all'}
      </Anchor>
    </>
  )
}
