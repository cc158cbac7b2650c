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
  /** Renders a tab as a link; `props` are those that the library needs on it. */
  link: (name: Name, props: object) => ReactNode
  children: ReactNode
}) {
  const row = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the open tab is another element when it changes
  useEffect(() => {
    const tab = row.current?.querySelector<HTMLElement>('[aria-selected=true]')
    // `scrollIntoView` would make Chromium's Tab key start here and skip the head of the page.
    if (row.current && tab) row.current.scrollLeft = tab.offsetLeft + (tab.offsetWidth - row.current.clientWidth) / 2
  }, [open])
  return (
    <Tabs value={open} keepMounted={false}>
      <Box ref={row} style={{ overflowX: 'auto' }}>
        <Tabs.List style={{ flexWrap: 'nowrap', minWidth: 'max-content' }} aria-label={label}>
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
