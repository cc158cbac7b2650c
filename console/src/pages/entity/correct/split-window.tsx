import { Button, Checkbox, Stack, Text, TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { limits } from '@polegraph/contract/limits.ts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useDecision } from '../../../shared/curation/use-decision.ts'
import { formatCount } from '../../../shared/format/format.ts'
import { readable } from '../../../shared/format/web-address.ts'
import { Form } from '../../../shared/forms/form.tsx'
import { FormWindow } from '../../../shared/forms/leave-guard.tsx'
import { WindowButtons } from '../../../shared/forms/window-buttons.tsx'
import { Listed } from '../../../shared/lists/listed.tsx'
import { polegraph } from '../../../shared/service/client.ts'
import type { Entity, Evidence } from '../../../shared/service/types.ts'
import { useEvidence } from '../field-quotes.tsx'
import { ReasonField, reasonOf } from './reason-field.tsx'

/** Parts two things that went by one name: the person chooses the quotes that are about the other one. */
export function SplitWindow({
  domainId,
  entity,
  etag,
  onClose,
}: {
  domainId: string
  entity: Entity
  etag: string
  onClose: () => void
}) {
  const isNarrow = useMediaQuery('(max-width: 48em)') ?? false
  const list = useEvidence(domainId, entity.id, undefined, 200)
  const { chosen, choose } = useChosen()
  const [name, setName] = useState(entity.name.slice(0, limits.name_max))
  const [reason, setReason] = useState('')
  const navigate = useNavigate()
  const split = useDecision(domainId, {
    call: () =>
      polegraph.entities.split(
        domainId,
        entity.id,
        {
          groups: [{ name: name.trim(), evidence_ids: [...chosen] }],
          ...reasonOf(reason),
        },
        { if_match: etag },
      ),
    says: 'Split. This is the new one.',
    onDone: ({ entities: [entityId] }) => {
      onClose()
      if (!entityId) return
      void navigate({ to: '/d/$domainId/e/$entityId', params: { domainId, entityId }, ignoreBlocker: true })
    },
  })
  const isChanged = chosen.size > 0 || name !== entity.name.slice(0, limits.name_max) || reason !== ''
  const isAll = !list.hasMore && chosen.size === list.items?.length
  return (
    <FormWindow isChanged={isChanged} onClose={onClose} title="Split into two" size="xl" fullScreen={isNarrow}>
      <Form onSend={() => split.run()}>
        <Stack>
          <Text size="sm">
            Choose the quotes that are about another one of the same name. Facts and relationships follow their quotes,
            and the two are never merged again by the machine.
          </Text>
          <TextInput
            label="Name of the other one"
            required
            maxLength={limits.name_max}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            data-autofocus
          />
          <Listed list={list} height={240}>
            {(evidence) =>
              pagesOf(evidence).map((quotes) => (
                <PageQuotes key={quotes[0].page_id} quotes={quotes} chosen={chosen} onChoose={choose} />
              ))
            }
          </Listed>
          <ReasonField value={reason} onChange={setReason} />
          {isAll && (
            <Text size="sm" c="dimmed">
              All quotes are chosen: at least one must stay.
            </Text>
          )}
          {split.problem}
          <WindowButtons onClose={onClose}>
            <Button type="submit" disabled={chosen.size === 0 || isAll || !name.trim()} loading={split.isRunning}>
              {chosen.size === 0 ? 'Split' : `Split off ${formatCount(chosen.size, 'quote')}`}
            </Button>
          </WindowButtons>
        </Stack>
      </Form>
    </FormWindow>
  )
}

/** The quotes that are ticked. */
function useChosen() {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const choose = (ids: string[], isChosen: boolean) =>
    setChosen(isChosen ? chosen.union(new Set(ids)) : chosen.difference(new Set(ids)))
  return { chosen, choose }
}

type Quotes = [Evidence, ...Evidence[]]

function pagesOf(evidence: Evidence[]): Quotes[] {
  const pages = new Map<string, Quotes>()
  for (const one of evidence) {
    const quotes = pages.get(one.page_id)
    if (quotes) quotes.push(one)
    else pages.set(one.page_id, [one])
  }
  return [...pages.values()]
}

/** Most pages speak of one of the two: a whole page is chosen at once. */
function PageQuotes({
  quotes,
  chosen,
  onChoose,
}: {
  quotes: Quotes
  chosen: ReadonlySet<string>
  onChoose: (ids: string[], isChosen: boolean) => void
}) {
  const ids = quotes.map(({ id }) => id)
  const count = ids.filter((id) => chosen.has(id)).length
  return (
    <Stack gap={6}>
      <Checkbox
        checked={count === ids.length}
        indeterminate={count > 0 && count < ids.length}
        onChange={(event) => onChoose(ids, event.currentTarget.checked)}
        label={
          <Text span size="sm" fw={600} className="said">
            {readable(quotes[0].url).slice(0, 200)}
          </Text>
        }
      />
      <Stack gap={4} pl="lg">
        {quotes.length > 1 &&
          quotes.map(({ id, quote }) => (
            <Checkbox
              key={id}
              size="xs"
              checked={chosen.has(id)}
              onChange={(event) => onChoose([id], event.currentTarget.checked)}
              label={<span className="said">{quote.slice(0, 300)}</span>}
            />
          ))}
        {quotes.length === 1 && (
          <Text size="xs" c="dimmed" className="said">
            {quotes[0].quote.slice(0, 300)}
          </Text>
        )}
      </Stack>
    </Stack>
  )
}
