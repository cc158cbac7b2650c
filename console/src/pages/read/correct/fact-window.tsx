import { SegmentedControl, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Notice } from '../../../shared/curation/notice.tsx'
import { formatNumber } from '../../../shared/format/format.ts'
import { FormWindow } from '../../../shared/forms/leave-guard.tsx'
import type { Page, PageText } from '../../../shared/service/types.ts'
import { isWithin, type TextSpan } from '../marked-text.ts'
import { EntityChoice, type Named } from './entity-choice.tsx'
import { mostWords, quotedReason } from './quoted-reason.ts'
import { RelationshipForm } from './relationship-form.tsx'
import { ValueForm } from './value-form.tsx'

/** Makes a fact of words of a page: they are kept as its reason. */
export function FactWindow({
  page,
  text,
  quoted,
  entityId,
  onClose,
}: {
  page: Page
  text: PageText
  quoted: TextSpan
  entityId: string | undefined
  onClose: () => void
}) {
  const words = text.text.slice(quoted.start, quoted.end).trim()
  const [about, setAbout] = useState<Named | undefined>(() => meantBy(text, quoted, entityId))
  const [tells, setTells] = useState('value')
  const [isChanged, setIsChanged] = useState(false)
  const most = mostWords(page.url)
  const form = about && {
    ...{ about, entities: text.entities, words, reason: quotedReason(words, page.url), onClose },
    onChange: () => setIsChanged(true),
  }
  return (
    <FormWindow isChanged={isChanged} onClose={onClose} title="Add or correct a fact" size="lg">
      <Stack>
        <Text component="blockquote" m={0} size="sm" className="said" lineClamp={6} fs="italic">
          “{words}”
        </Text>
        {words.length > most ? (
          <Notice title="Too many words">
            <Text size="sm">
              Select at most {formatNumber(Math.max(most, 0))} letters: they are kept with the fact.
            </Text>
          </Notice>
        ) : (
          <>
            <EntityChoice label="What they are about" entities={text.entities} chosen={about} onChoose={setAbout} />
            <SegmentedControl
              value={tells}
              onChange={setTells}
              aria-label="What they tell"
              data={[
                { value: 'value', label: 'A value of it' },
                { value: 'relationship', label: 'A relationship' },
              ]}
            />
            {form && tells === 'value' && <ValueForm key={about.id} {...form} />}
            {form && tells === 'relationship' && <RelationshipForm key={about.id} {...form} />}
          </>
        )}
      </Stack>
    </FormWindow>
  )
}

/** The entity that the reader came for, where the words are beside a quote of it; else the one that they are quoted for. */
function meantBy({ entities, quotes }: PageText, quoted: TextSpan, entityId: string | undefined): Named | undefined {
  const spoken = quotes.filter((quote) => isWithin(quote, quoted)).flatMap(({ entity_id }) => entity_id ?? [])
  const id = entityId !== undefined || spoken.length === 0 ? entityId : spoken[0]
  return entities.find((one) => one.id === id)
}
