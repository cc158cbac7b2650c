import { Group, Kbd, Modal, Stack, Table, Text, Title } from '@mantine/core'
import { useNavigate, useParams } from '@tanstack/react-router'
import { Fragment } from 'react'
import { type Shortcut, useRegistered, useShortcutKeys, useShortcuts } from '../shared/page/shortcuts.ts'
import { undoLatest } from '../shared/page/toast.tsx'

const places = [
  ['e', 'Explore', '/d/$domainId'],
  ['c', 'Crawl', '/d/$domainId/crawl'],
  ['r', 'Review', '/d/$domainId/review'],
  ['w', 'Watches', '/d/$domainId/watches'],
  ['t', 'Gate', '/d/$domainId/gate'],
  ['s', 'Settings', '/d/$domainId/settings'],
] as const

/** Keys that other parts of the console listen for themselves. */
const always: Pick<Shortcut, 'keys' | 'does'>[] = [
  { keys: 'Ctrl K', does: 'Find anything' },
  { keys: '/', does: 'Search' },
  { keys: 'Ctrl Enter', does: 'Save or send the form' },
  { keys: 'Escape', does: 'Close what is open' },
]

/** The keys that work on every page, and the sheet of all that work now. */
export function ShortcutSheet({ isOpen, setIsOpen }: { isOpen: boolean; setIsOpen: (isOpen: boolean) => void }) {
  useShortcutKeys()
  useFrameShortcuts(() => setIsOpen(true))
  const registered = useRegistered()
  const here = registered.filter(({ isEverywhere }) => !isEverywhere)
  return (
    <Modal opened={isOpen} onClose={() => setIsOpen(false)} title="Keyboard shortcuts" size="lg">
      <Group align="flex-start" gap="xl" grow preventGrowOverflow={false}>
        {here.length > 0 && <Keys title="On this page" shortcuts={here} />}
        <Keys title="Everywhere" shortcuts={[...always, ...registered.filter(({ isEverywhere }) => isEverywhere)]} />
      </Group>
    </Modal>
  )
}

function useFrameShortcuts(openSheet: () => void): void {
  const navigate = useNavigate()
  const { domainId } = useParams({ strict: false })
  const go = (key: string, does: string, run: () => void) => ({ keys: `g ${key}`, does, run, isEverywhere: true })
  useShortcuts([
    { keys: '?', does: 'Show this sheet', run: openSheet, isEverywhere: true },
    { keys: 'z', does: 'Take back what was just done', run: undoLatest, isEverywhere: true },
    { keys: 'n', does: 'New graph', run: () => void navigate({ to: '/', search: { new: '1' } }), isEverywhere: true },
    go('h', 'Go to all graphs', () => void navigate({ to: '/' })),
    go('p', 'Go to keys and members', () => void navigate({ to: '/project' })),
    ...places.flatMap(([key, label, to]) =>
      domainId ? [go(key, `Go to ${label}`, () => void navigate({ to, params: { domainId } }))] : [],
    ),
  ])
}

function Keys({ title, shortcuts }: { title: string; shortcuts: Pick<Shortcut, 'keys' | 'does'>[] }) {
  return (
    <Stack gap={4} miw={240}>
      <Title order={3} size="h6">
        {title}
      </Title>
      <Table withRowBorders={false} verticalSpacing={4} horizontalSpacing={0}>
        <Table.Tbody>
          {shortcuts.map(({ keys, does }) => (
            <Table.Tr key={keys + does}>
              <Table.Td>
                <Text size="sm">{does}</Text>
              </Table.Td>
              <Table.Td ta="right" style={{ whiteSpace: 'nowrap' }}>
                {keys.split(' ').map((key) => (
                  <Fragment key={key}>
                    {' '}
                    <Kbd size="xs">{keyNames[key] ?? key}</Kbd>
                  </Fragment>
                ))}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Stack>
  )
}

const keyNames: Record<string, string> = { ArrowLeft: '←', ArrowRight: '→', Escape: 'Esc' }
