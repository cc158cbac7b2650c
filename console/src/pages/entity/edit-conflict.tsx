import { Radio, Stack, Text } from '@mantine/core'
import { Notice } from '../../shared/curation/notice.tsx'
import { fieldLabel } from '../../shared/curation/values.ts'
import type { Conflict, Draft } from './entity-draft.ts'

/** Somebody saved before: what they made of it stands beside what was typed, and the person chooses. */
export function EditConflict({
  conflicts,
  draft,
  onChoose,
}: {
  conflicts: Conflict[]
  draft: Draft
  onChoose: (field: string, text: string) => void
}) {
  return (
    <Notice title="Somebody was faster" isNew>
      <Stack>
        <Text size="sm">
          {conflicts.length === 0
            ? 'It was changed in the meantime, in other fields than yours. Nothing you typed is lost. Save again to add your changes.'
            : 'The same was changed in the meantime. Choose for each field, then save again.'}
        </Text>
        {conflicts.map(({ field, mine, theirs }) => (
          <Radio.Group
            key={field}
            label={`${fieldLabel(field)}: which one?`}
            value={draft[field] === theirs ? 'theirs' : draft[field] === mine ? 'mine' : null}
            onChange={(choice) => onChoose(field, choice === 'theirs' ? theirs : mine)}
          >
            <Stack gap={4} mt={4}>
              <Radio value="mine" label={<Choice whose="Yours" text={mine} />} />
              <Radio value="theirs" label={<Choice whose="Theirs" text={theirs} />} />
            </Stack>
          </Radio.Group>
        ))}
      </Stack>
    </Notice>
  )
}

function Choice({ whose, text }: { whose: string; text: string }) {
  return (
    <>
      {whose}: <span className="said">{text.slice(0, 500) || 'nothing'}</span>
    </>
  )
}
