import { useElementSize } from '@mantine/hooks'
import { useState } from 'react'
import { formatCount } from '../../shared/format/format.ts'
import { type Bucket, type BucketSize, bucketName, spanOf, type TimeSpan, withGaps } from './time-span.ts'

interface HistogramProps {
  buckets: Bucket[]
  bucket: BucketSize
  onZoom(span: TimeSpan): void
}

const height = 120
/** What a letter of the axis takes, and the room between two names. */
const letterWidth = 7
const gap = 12

/** How much happened when. A bar leads to its time; one tab stop, and arrow keys from bar to bar. */
export function Histogram({ buckets, bucket, onZoom }: HistogramProps) {
  const [focused, setFocused] = useState(0)
  const all = withGaps(buckets, bucket)
  const most = Math.max(1, ...all.map(({ count }) => count))
  const bars = all.flatMap((one, at) => (one.count > 0 ? [{ ...one, at }] : []))
  const { ref, width } = useElementSize()
  const current = Math.min(focused, bars.length - 1)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of bars is no set of fields
    <div
      className="histogram"
      role="group"
      aria-label={`Number of entities by ${bucket}`}
      onKeyDown={(event) => {
        const move = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
        if (move === 0) return
        event.preventDefault()
        const next = Math.max(0, Math.min(bars.length - 1, current + move))
        setFocused(next)
        event.currentTarget.querySelectorAll<HTMLElement>('button')[next]?.focus()
      }}
    >
      {bars.map(({ at, ...one }, index) => {
        const label = `${bucketName(one, bucket)}: ${formatCount(one.count, 'entity', 'entities')}`
        return (
          <button
            key={one.start}
            type="button"
            className="histogram-bar"
            aria-label={label}
            title={label}
            tabIndex={index === current ? 0 : -1}
            style={{ left: `${(100 * at) / all.length}%`, width: `${100 / all.length}%` }}
            onClick={() => onZoom(spanOf(one, bucket))}
          >
            <span style={{ height: Math.max(3, (height * one.count) / most) }} />
          </button>
        )
      })}
      <div className="histogram-axis" ref={ref} aria-hidden>
        {namesOf(all, bucket, width).map(({ name, left }) => (
          <span key={left} style={{ left }}>
            {name}
          </span>
        ))}
      </div>
    </div>
  )
}

/** The names below the bars, as many as have room beside each other and none beyond the end. */
function namesOf(all: Bucket[], bucket: BucketSize, width: number): { name: string; left: number }[] {
  const names = all.map((one) => bucketName(one, bucket))
  const most = letterWidth * names.reduce((longest, { length }) => Math.max(longest, length), 0)
  const step = Math.max(Math.ceil(all.length / 8), Math.ceil((all.length * (most + gap)) / Math.max(1, width)))
  return names
    .map((name, at) => ({ name, at, left: (width * at) / all.length }))
    .filter(({ at, left }) => at % step === 0 && (at === 0 || left + most <= width))
}
