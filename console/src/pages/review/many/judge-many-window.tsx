import { Button, Checkbox, Group, Modal, Progress, Radio, Select, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { doubtsOf } from '../../../shared/curation/reasons.ts'
import { formatCount, formatNumber, formatWords } from '../../../shared/format/format.ts'
import { Form } from '../../../shared/forms/form.tsx'
import { WindowButtons } from '../../../shared/forms/window-buttons.tsx'
import { Listed } from '../../../shared/lists/listed.tsx'
import { useList } from '../../../shared/lists/use-list.ts'
import { Problem } from '../../../shared/page/problem.tsx'
import { polegraph } from '../../../shared/service/client.ts'
import type { Duplicate } from '../../../shared/service/types.ts'
import { type Rule, useJudgeMany } from './use-judge-many.ts'

const first: Rule = { because: '', kind: null, uncontested: true, judgement: 'same' }

/** A rule, the pairs that it means, and a button that judges them all; what it judges can be taken back in one step. */
export function JudgeManyWindow({ domainId, onClose }: { domainId: string; onClose: () => void }) {
  const [rule, setRule] = useState(first)
  const many = useJudgeMany(domainId, onClose)
  const reasons = useQuery({
    queryKey: ['d', domainId, 'duplicates', 'reasons'],
    queryFn: ({ signal }) => polegraph.duplicates.listReasons(domainId, { signal }),
  })
  const chosen = reasons.data?.reasons.find(({ because }) => because === rule.because)
  const count = chosen && (rule.uncontested ? chosen.uncontested : chosen.pairs)
  const set = (fields: Partial<Rule>) => setRule((before) => ({ ...before, ...fields }))
  return (
    <Modal opened onClose={many.stop ?? onClose} title="Judge many pairs at once" size="lg">
      <Form onSend={() => count && many.run(rule)}>
        <Stack>
          {reasons.error && <Problem error={reasons.error} onRetry={() => reasons.refetch()} />}
          <Select
            label="All pairs with"
            placeholder="Choose what they have in common"
            searchable
            data={(reasons.data?.reasons ?? []).map(({ because, pairs }) => ({
              value: because,
              label: `${formatWords(because)} (${formatNumber(pairs)})`,
            }))}
            value={rule.because || null}
            onChange={(because) =>
              set({
                because: because ?? '',
                // Of pairs that are chosen by what speaks against them, there are none against which nothing does.
                uncontested: !reasons.data?.reasons.find((one) => one.because === because)?.is_against,
              })
            }
            disabled={many.isRunning}
          />
          <Checkbox
            label="Only those against which nothing speaks"
            checked={rule.uncontested}
            onChange={(event) => set({ uncontested: event.currentTarget.checked })}
            disabled={many.isRunning || chosen?.is_against === true}
          />
          <Radio.Group
            label="They are"
            value={rule.judgement}
            onChange={(judgement) => set({ judgement: judgement as Rule['judgement'] })}
          >
            <Group mt={4}>
              <Radio value="same" label="the same" disabled={many.isRunning} />
              <Radio value="different" label="different" disabled={many.isRunning} />
            </Group>
          </Radio.Group>
          {chosen && !many.isRunning && <Preview domainId={domainId} rule={rule} />}
          {many.isRunning && (
            <Stack gap={4}>
              <Text size="sm" role="status" className="number">
                {formatNumber(many.judged)} of {formatNumber(count ?? 0)} judged
              </Text>
              <Progress value={count ? (100 * many.judged) / count : 0} aria-label="Judged" />
            </Stack>
          )}
          {many.problem}
          <WindowButtons back={many.stop ? 'Stop' : 'Cancel'} onClose={many.stop ?? onClose}>
            <Button type="submit" disabled={!count} loading={many.isRunning}>
              {count ? `Judge ${formatCount(count, 'pair')}` : 'Judge'}
            </Button>
          </WindowButtons>
        </Stack>
      </Form>
    </Modal>
  )
}

/** The first pairs that the rule means. */
function Preview({ domainId, rule: { because, uncontested } }: { domainId: string; rule: Rule }) {
  const list = useList({
    key: ['d', domainId, 'duplicates', because, uncontested],
    page: (from, options) => polegraph.duplicates.list(domainId, { because, uncontested, limit: 10, ...from }, options),
    items: ({ duplicates }) => duplicates,
  })
  return (
    <Stack gap="xs" component="section" aria-label="These pairs">
      <Listed
        list={list}
        height={120}
        empty={
          <Text size="sm" c="dimmed">
            {uncontested ? 'Something speaks against every one of them.' : 'None of them waits any more.'}
          </Text>
        }
      >
        {(pairs) => pairs.map((pair) => <PairLine key={pair.id} pair={pair} />)}
      </Listed>
    </Stack>
  )
}

function PairLine({ pair }: { pair: Duplicate }) {
  const [one, other] = pair.entities
  const [doubt] = doubtsOf(pair)
  return (
    <Text size="sm" component="div">
      <span className="said">{one?.name.slice(0, 100)}</span> and{' '}
      <span className="said">{other?.name.slice(0, 100)}</span>
      {doubt && (
        <Text span size="xs" c="dimmed" className="said">
          {' '}
          · but: {formatWords(doubt)}
        </Text>
      )}
    </Text>
  )
}
