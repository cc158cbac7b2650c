import { Stack, Text, Tooltip } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { shorten } from '../../shared/format/shorten.ts'
import { readable } from '../../shared/format/web-address.ts'
import { explain } from '../../shared/page/problem.tsx'
import type { Evidence } from '../../shared/service/types.ts'

/** So many quotes are shown while the pointer rests on a value; a click opens all of them. */
export const peeked = 2

/** How the quotes are asked for. */
interface Peek {
  queryKey: readonly unknown[]
  read: (signal: AbortSignal) => PromiseLike<{ evidence: Evidence[] }>
}

/** Shows the first quotes of a value while the pointer rests on it, or the keyboard has come to it. */
export function QuotePeek({
  peek,
  isOff,
  children,
}: {
  peek: Peek
  /** The quotes stand below the value already. */
  isOff: boolean
  children: ReactElement
}) {
  return (
    <Tooltip
      label={<Peeked {...peek} />}
      disabled={isOff}
      multiline
      w={380}
      maw="92vw"
      p="sm"
      position="bottom-start"
      openDelay={250}
      events={{ hover: true, focus: true, touch: false }}
      styles={{
        tooltip: {
          background: 'var(--mantine-color-body)',
          color: 'var(--mantine-color-text)',
          border: '1px solid var(--mantine-color-default-border)',
          boxShadow: 'var(--mantine-shadow-md)',
        },
      }}
    >
      {children}
    </Tooltip>
  )
}

function Peeked({ queryKey, read }: Peek) {
  const { data, error } = useQuery({ queryKey, queryFn: async ({ signal }) => read(signal) })
  if (error && !data) return <Text size="sm">{explain(error).title}</Text>
  if (!data) return <Text size="sm">Looking for the quotes</Text>
  if (data.evidence.length === 0) return <Text size="sm">No page says this: a person set it.</Text>
  return (
    <Stack gap="xs">
      {data.evidence.map(({ id, quote, url }) => (
        <div key={id}>
          <Text size="sm" className="said" lineClamp={4}>
            “{quote.slice(0, 400)}”
          </Text>
          <Text size="xs" c="dimmed" className="said">
            {shorten(readable(url))}
          </Text>
        </div>
      ))}
    </Stack>
  )
}
