import { Group, NumberInput, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core'
import { limits } from '@polegraph/contract/limits.ts'
import { formatNumber } from '../../shared/format/format.ts'
import { Time } from '../../shared/format/time.tsx'
import { Form } from '../../shared/forms/form.tsx'
import { LeaveGuard } from '../../shared/forms/leave-guard.tsx'
import { RecrawlSelect } from '../../shared/forms/recrawl-select.tsx'
import { AsCall } from '../../shared/page/as-call.tsx'
import { useMayWrite } from '../../shared/service/session.ts'
import type { Domain } from '../../shared/service/types.ts'
import { SaveButtons } from './save-buttons.tsx'
import { useEdits, useSaveDomain } from './save-domain.ts'

/** The subject of the graph, and the bounds of its crawl. */
export function AboutTab({ domain }: { domain: Domain }) {
  const mayWrite = useMayWrite()
  const { name, description, max_depth, max_pages, readers_may_spend, recrawl_every } = domain
  const {
    fields,
    change: set,
    changes,
    isChanged,
    takeBack,
  } = useEdits({
    name,
    description,
    max_depth,
    max_pages,
    readers_may_spend,
    recrawl_every,
  })
  const save = useSaveDomain(domain.id, takeBack)
  return (
    <>
      <LeaveGuard isChanged={isChanged} />
      <Form onSend={() => save.run(changes)}>
        <Group justify="space-between" align="flex-start" wrap="nowrap">
          <Stack maw={640} flex={1}>
            <TextInput
              label="Name"
              required
              maxLength={limits.name_max}
              readOnly={!mayWrite}
              value={fields.name}
              onChange={(event) => set({ name: event.currentTarget.value })}
            />
            <Textarea
              label="Description"
              description="What the graph covers. The model reads it, and searches for sources use its words."
              autosize
              minRows={3}
              maxLength={limits.description_max}
              readOnly={!mayWrite}
              value={fields.description}
              onChange={(event) => set({ description: event.currentTarget.value })}
            />
            <Bounds maxDepth={fields.max_depth} maxPages={fields.max_pages} mayWrite={mayWrite} onChange={set} />
            <Schedule
              nextAt={domain.next_recrawl_at}
              mayWrite={mayWrite}
              every={fields.recrawl_every}
              onChoose={(recrawl_every) => set({ recrawl_every })}
            />
            <Switch
              label="Viewers may spend"
              description="Whether questions of viewers and of read keys may use the model, and so cost money."
              disabled={!mayWrite}
              checked={fields.readers_may_spend}
              onChange={(event) => set({ readers_may_spend: event.currentTarget.checked })}
            />
            {save.problem}
            {mayWrite && <SaveButtons isChanged={isChanged} isPending={save.isRunning} onTakeBack={takeBack} />}
          </Stack>
          <AsCall call="domains.get" ids={[domain.id]} />
        </Group>
      </Form>
    </>
  )
}

interface BoundsProps {
  maxDepth: number
  maxPages: number
  mayWrite: boolean
  onChange: (change: { max_depth?: number; max_pages?: number }) => void
}

function Bounds({ maxDepth, maxPages, mayWrite, onChange }: BoundsProps) {
  return (
    <>
      <NumberInput
        label="Link depth"
        description={`How many links to follow from a source, from 0 to ${limits.depth_max}.`}
        min={0}
        max={limits.depth_max}
        allowDecimal={false}
        clampBehavior="strict"
        readOnly={!mayWrite}
        value={maxDepth}
        onChange={(value) => typeof value === 'number' && onChange({ max_depth: value })}
      />
      <NumberInput
        label="Page limit"
        description={`How many pages the graph may have, from 1 to ${formatNumber(limits.pages_max)}. Links beyond it wait.`}
        min={1}
        max={limits.pages_max}
        allowDecimal={false}
        clampBehavior="strict"
        thousandSeparator=","
        readOnly={!mayWrite}
        value={maxPages}
        onChange={(value) => typeof value === 'number' && onChange({ max_pages: value })}
      />
    </>
  )
}

interface ScheduleProps {
  every: number | null
  nextAt: string | null
  mayWrite: boolean
  onChoose: (every: number | null) => void
}

function Schedule({ every, nextAt, mayWrite, onChoose }: ScheduleProps) {
  return (
    <div>
      <RecrawlSelect
        label="Crawl again"
        description="In this time its pages are asked for again by themselves, half of them in each of two runs. Sources may differ."
        readOnly={!mayWrite}
        others={[[null, 'When somebody asks']]}
        every={every}
        onChoose={onChoose}
      />
      {nextAt && (
        <Text size="sm" c="dimmed" mt={4}>
          The next run begins <Time at={nextAt} ago />.
        </Text>
      )}
    </div>
  )
}
