import { Box, Tabs } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'

/** Tabs whose names are addresses. In a narrow window they scroll sideways, and the open one is always seen. */
export function LinkTabs<Name extends string>({
  tabs,
  open,
  label,
  link,
  children,
}: {
  tabs: readonly { name: Name; label: string }[]
  open: Name
  label: string
  /** The link that a tab is, from the properties that it must have. */
  link: (name: Name, props: object) => ReactNode
  children: ReactNode
}) {
  const list = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the open tab is another element when it changes
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [open])
  return (
    <Tabs value={open} keepMounted={false}>
      <Box style={{ overflowX: 'auto' }}>
        <Tabs.List ref={list} style={{ flexWrap: 'nowrap', minWidth: 'max-content' }} aria-label={label}>
          {tabs.map((tab) => (
            <Tabs.Tab key={tab.name} value={tab.name} renderRoot={(props) => link(tab.name, props)}>
              {tab.label}
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
