import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { formatNumber } from '../../shared/format/format.ts'

/** The first rows of a part, and the others when they are asked for. */
export function FirstRows<Row>({
  rows,
  first,
  count = rows.length,
  what = '',
  isWhole: startsWhole = false,
  onWhole,
  children,
}: {
  rows: Row[]
  first: number
  /** How many there are in all, where `rows` has not all of them. */
  count?: number
  /** A word for the rows, in the plural. */
  what?: string
  isWhole?: boolean
  /** Called when all are asked for. */
  onWhole?: () => void
  children: (rows: Row[], isWhole: boolean) => ReactNode
}) {
  const [isWhole, setIsWhole] = useState(startsWhole)
  // One row more takes no more room than the button.
  const isShort = count <= first + 1
  return (
    <>
      {children(isWhole || isShort ? rows : rows.slice(0, first), isWhole || isShort)}
      {!isShort && (
        <Button
          size="compact-sm"
          variant="subtle"
          h="auto"
          mih={26}
          maw="100%"
          style={{ alignSelf: 'flex-start' }}
          styles={{ label: { whiteSpace: 'normal' } }}
          aria-expanded={isWhole}
          onClick={() => {
            setIsWhole(!isWhole)
            if (!isWhole) onWhole?.()
          }}
        >
          {isWhole ? 'Show fewer' : `Show all ${formatNumber(count)}${what && ` ${what}`}`}
        </Button>
      )}
    </>
  )
}
