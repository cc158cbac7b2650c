import { Box, Tabs, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useRowInSight } from './use-row-in-sight.ts'

/** Tabs whose names are addresses. In a narrow window they scroll sideways, and the open one is always seen. */
export function LinkTabs<Name extends string>({
  tabs,
  open,
  label,
  link,
  children,
}: {
  /** `count` stands behind the label. */
  tabs: readonly { name: Name; label: string; count?: string | undefined }[]
  open: Name
  label: string
  /** Renders a tab as a link; `props` are those that the library needs on it. */
  link: (name: Name, props: object) => ReactNode
  children: ReactNode
}) {
  const row = useRowInSight<HTMLDivElement>(open, '[aria-selected=true]')
  return (
    <Tabs value={open} keepMounted={false}>
      <Box ref={row} className="sideways">
        <Tabs.List style={{ flexWrap: 'nowrap', minWidth: 'max-content' }} aria-label={label}>
          {tabs.map((tab) => (
            <Tabs.Tab key={tab.name} value={tab.name} renderRoot={(props) => link(tab.name, props)}>
              {tab.label}
              {tab.count !== undefined && (
                <Text span size="xs" c="dimmed" className="number">
                  {` ${tab.count}`}
                </Text>
              )}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Box>
      <Tabs.Panel value={open} pt="md">
        {children}
      </Tabs.Panel>
    </Tabs>
  )
}
