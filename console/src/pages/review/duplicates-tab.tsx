import { Group, Skeleton, Stack, Text } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { doubtsOf } from '../../shared/curation/reasons.ts'
import { useDecision } from '../../shared/curation/use-decision.ts'
import { Empty } from '../../shared/lists/empty.tsx'
import { useList } from '../../shared/lists/use-list.ts'
import { Problem } from '../../shared/page/problem.tsx'
import { polegraph } from '../../shared/service/client.ts'
import { useMayWrite } from '../../shared/service/session.ts'
import type { Duplicate } from '../../shared/service/types.ts'
import { DuplicateView } from './duplicate-view.tsx'
import { JudgeButtons, type Judgement } from './judge-buttons.tsx'
import { JudgeMany } from './many/judge-many.tsx'
import { useJudgeKeys } from './use-judge-keys.ts'

const atATime = 100

/** Pairs that may be the same, one after the other, by keyboard, mouse or touch. */
export function DuplicatesTab({ domainId }: { domainId: string }) {
  const { pair } = useSearch({ from: '/signed-in/d/$domainId/review' })
  const navigate = useNavigate({ from: '/d/$domainId/review' })
  const list = useList({
    key: ['d', domainId, 'duplicates'],
    page: (from, options) => polegraph.duplicates.list(domainId, { limit: atATime, ...from }, options),
    items: ({ duplicates }) => duplicates,
  })
  const { items, hasMore, more } = list
  const pairs = items ?? []
  const at = Math.max(
    0,
    pairs.findIndex(({ id }) => id === pair),
  )
  useEffect(() => {
    if (hasMore && at > pairs.length - 10) more()
  }, [hasMore, more, at, pairs.length])

  const show = (id: string | undefined) =>
    void navigate({
      search: ({ pair: _, ...search }) => ({ ...search, ...(id && { pair: id }) }),
      replace: true,
      resetScroll: false,
    })
  const current = pairs[at]
  if (!items) return list.error ? <Problem error={list.error} onRetry={list.retry} /> : <Skeleton h={480} />
  if (!current) {
    return (
      <Empty title="No pairs to judge">
        When two entities may be the same and the machine is not sure, they wait here for a person.
      </Empty>
    )
  }
  return (
    <Stack>
      <OnePair
        key={current.id}
        domainId={domainId}
        current={current}
        left={`${at + 1} of ${pairs.length}${hasMore ? '+' : ''} to judge`}
        go={(steps) => show(pairs[Math.min(pairs.length - 1, Math.max(0, at + steps))]?.id)}
        onJudged={() => show((pairs[at + 1] ?? pairs[at - 1])?.id)}
      />
      <Group justify="space-between" gap="xs" style={{ order: -1 }}>
        <Text size="sm" c="dimmed" visibleFrom="sm">
          Keys: s same, d different, u unsure, ← and → to move, ? for all.
        </Text>
        <JudgeMany domainId={domainId} />
      </Group>
    </Stack>
  )
}

const said: Record<Judgement, string> = {
  same: 'Same: the two are one now.',
  different: 'Different: they stay apart.',
  unsure: 'Unsure: off the list.',
}

function OnePair({
  domainId,
  current,
  left,
  go,
  onJudged,
}: {
  domainId: string
  current: Duplicate
  left: string
  go: (steps: number) => void
  onJudged: () => void
}) {
  const mayWrite = useMayWrite()
  const [isLeaving, setIsLeaving] = useState(false)
  const judge = useDecision(domainId, {
    call: (judgement: Judgement) => polegraph.duplicates.judge(domainId, current.id, { judgement }),
    says: (judgement) => said[judgement],
    onDone: () => {
      setIsLeaving(true)
      onJudged()
    },
  })
  const isBusy = judge.isRunning || isLeaving
  const decide = (judgement: Judgement) => {
    if (!isBusy) judge.run(judgement)
  }
  useJudgeKeys(mayWrite ? decide : undefined, go)
  return (
    <Stack>
      <JudgeButtons
        left={left}
        isDoubtful={doubtsOf(current).length > 0}
        isBusy={isBusy}
        pending={judge.input}
        onJudge={mayWrite ? decide : undefined}
        go={go}
      />
      {judge.problem}
      <DuplicateView domainId={domainId} duplicate={current} />
    </Stack>
  )
}
