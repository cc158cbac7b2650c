import { ActionIcon, Button, Code, CopyButton, Group, Popover, SegmentedControl, Stack, Text } from '@mantine/core'
import { calls, streams } from '@polegraph/sdk/calls.ts'
import { fillPath } from '@polegraph/sdk/make-calls.ts'
import { renderQuery } from '@polegraph/sdk/transport.ts'
import { useState } from 'react'
import { base } from '../service/client.ts'

type Groups = typeof calls
export type CallName =
  | { [Group in keyof Groups]: `${Group}.${string & keyof Groups[Group]}` }[keyof Groups]
  | keyof typeof streams

const isStream = (call: CallName): call is keyof typeof streams => call in streams

/** A button that shows the view as a call of the API: copied, it works. */
export function AsCall({ call, ids, fields }: { call: CallName; ids: string[]; fields?: Record<string, unknown> }) {
  const [language, setLanguage] = useState('curl')
  const code = language === 'curl' ? asCurl(call, ids, fields) : asTypeScript(call, ids, fields)
  return (
    <Popover width={560} position="bottom-end" shadow="md" withinPortal>
      <Popover.Target>
        <ActionIcon variant="default" size="lg" aria-label="As a call of the API" title="As a call of the API">
          <Text size="xs" ff="monospace" aria-hidden>
            {'</>'}
          </Text>
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown maw="96vw">
        <Stack gap="xs">
          <Group justify="space-between">
            <SegmentedControl
              size="xs"
              value={language}
              onChange={setLanguage}
              data={[
                { value: 'curl', label: 'curl' },
                { value: 'typescript', label: 'TypeScript' },
              ]}
            />
            <CopyButton value={code}>
              {({ copied, copy }) => (
                <Button size="compact-sm" variant="light" onClick={copy}>
                  {copied ? 'Copied' : 'Copy'}
                </Button>
              )}
            </CopyButton>
          </Group>
          <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {code}
          </Code>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

/** The fields that have a value: empty ones would only make the call longer. */
function given(fields: Record<string, unknown> | undefined): Record<string, unknown> | undefined {
  const set = Object.entries(fields ?? {}).filter(([, value]) => value !== undefined && value !== '')
  return set.length > 0 ? Object.fromEntries(set) : undefined
}

export function asCurl(call: CallName, ids: string[], fields?: Record<string, unknown>): string {
  const [group = '', name = ''] = call.split('.')
  const ofGroups = (calls as unknown as Record<string, Record<string, string>>)[group]?.[name] ?? ''
  const row = isStream(call) ? streams[call] : ofGroups
  const [method = '', path = '', takes] = row.split(' ')
  const set = given(fields)
  const query = takes === '?query' ? renderQuery(set) : ''
  const lines = [
    `curl ${isStream(call) ? '-N ' : ''}${method === 'GET' ? '' : `-X ${method} `}${quoted(base + fillPath(path, ids) + query)}`,
  ]
  lines.push(`-H "Authorization: Bearer $POLEGRAPH_KEY"`)
  if (takes === '+body') lines.push(`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(set ?? {}))}`)
  return lines.join(' \\\n  ')
}

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

export function asTypeScript(call: CallName, ids: string[], fields?: Record<string, unknown>): string {
  const set = given(fields)
  const args = [...ids.map((id) => JSON.stringify(id)), ...(set ? [JSON.stringify(set, null, 2)] : [])]
  const asked = `polegraph.${call}(${args.join(', ')})`
  return `import { Polegraph } from '@polegraph/sdk'

const polegraph = new Polegraph({ url: ${JSON.stringify(base)}, key: process.env.POLEGRAPH_KEY })
${isStream(call) ? `for await (const event of ${asked}) console.log(event)` : `const answer = await ${asked}`}`
}
