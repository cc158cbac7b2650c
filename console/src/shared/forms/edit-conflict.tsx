import { Radio, Stack, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { Notice } from '../curation/notice.tsx'
import { type Conflict, isSame } from './use-draft.ts'

/** Somebody saved before: what they made of it stands beside what was typed, and the person chooses. */
export function EditConflict<Fields extends object>({
  conflicts,
  draft,
  labelOf,
  onChoose,
}: {
  conflicts: Conflict<Fields>[]
  draft: Fields
  labelOf: (field: keyof Fields & string) => string
  onChoose: (fields: Partial<Fields>) => void
}) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // A form may be longer than the window, and the button is at its other end.
    notice.current?.scrollIntoView({ block: 'center' })
    notice.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div ref={notice} tabIndex={-1} style={{ outline: 'none' }}>
      <Notice title="Somebody was faster" isNew>
        <Stack>
          <Text size="sm">
            {conflicts.length === 0
              ? 'It was changed in the meantime, in other fields than yours. Nothing you typed is lost. Save again to add your changes.'
              : 'The same was changed in the meantime. Choose for each field, then save again.'}
          </Text>
          {conflicts.map(({ field, mine, theirs, isChosen }) => (
            <Radio.Group
              key={field}
              label={`${labelOf(field)}: which one?`}
              value={
                !isChosen ? null : isSame(draft[field], theirs) ? 'theirs' : isSame(draft[field], mine) ? 'mine' : null
              }
              onChange={(choice) => onChoose({ [field]: choice === 'theirs' ? theirs : mine } as Partial<Fields>)}
            >
              <Stack gap={4} mt={4}>
                <Radio value="mine" label={<Choice whose="Yours" value={mine} />} />
                <Radio value="theirs" label={<Choice whose="Theirs" value={theirs} />} />
              </Stack>
            </Radio.Group>
          ))}
        </Stack>
      </Notice>
    </div>
  )
}

function Choice({ whose, value }: { whose: string; value: unknown }) {
  const text = Array.isArray(value) ? value.join(', ') : String(value ?? '')
  return (
    <>
      {whose}: <span className="said">{text.slice(0, 500) || 'nothing'}</span>
    </>
  )
}
