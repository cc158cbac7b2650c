import { useEffect, useState } from 'react'

const full = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' })
const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
]

/** A moment in the zone of the reader, with UTC in its title. `ago` says how long ago, within a week. */
export function Time({ at, ago = false }: { at: string; ago?: boolean }) {
  useMinute(ago)
  const date = new Date(at)
  return (
    <time dateTime={at} title={`${at.replace('T', ' ').replace(/(?:\.\d+)?Z$/, '')} UTC`}>
      {ago ? formatAgo(date) : full.format(date)}
    </time>
  )
}

function formatAgo(date: Date): string {
  const seconds = (date.getTime() - Date.now()) / 1000
  if (Math.abs(seconds) > 7 * 86_400) return full.format(date)
  const [unit, size] = steps.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 1]
  return relative.format(Math.round(seconds / size), unit)
}

function useMinute(isOn: boolean): void {
  const [, setMinute] = useState(0)
  useEffect(() => {
    if (!isOn) return
    const timer = setInterval(() => setMinute((minute) => minute + 1), 60_000)
    return () => clearInterval(timer)
  }, [isOn])
}
