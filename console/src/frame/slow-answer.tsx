import { Text } from '@mantine/core'
import { useIsFetching, useIsMutating } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

const slowAfterMs = 4_000

/** Says that the service takes its time: without it, a page that waits looks like one that is broken. */
export function SlowAnswer() {
  const isWaiting = useIsFetching() + useIsMutating() > 0
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    setIsSlow(false)
    if (!isWaiting) return
    const timer = setTimeout(() => setIsSlow(true), slowAfterMs)
    return () => clearTimeout(timer)
  }, [isWaiting])
  return (
    <Text className="slow-answer" size="xs" role="status">
      {isSlow && 'The service takes long to answer. This page waits for it.'}
    </Text>
  )
}
