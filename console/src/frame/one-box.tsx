import { Button, Kbd, Modal, Text } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useParams, useRouter, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { SearchIcon } from '../shared/page/icons.tsx'
import { basePath } from '../shared/service/client.ts'

const Found = lazy(() => import('./one-box-found.tsx').then(({ OneBoxFound }) => ({ default: OneBoxFound })))

/** One box for everything, by Ctrl-K from everywhere: entities, passages, pages, actions, settings. */
export function OneBox() {
  const [isOpen, setIsOpen] = useState(false)
  const { domainId } = useParams({ strict: false })
  const { history } = useRouter()
  const isExplore = useRouterState({
    select: ({ location }) => domainId !== undefined && location.pathname.replace(/\/$/, '').endsWith(domainId),
  })
  useHotkeys([['mod+K', () => setIsOpen(true)]], [], true)
  // The explore page has a search of its own, which takes the key there.
  useHotkeys([['/', () => !isExplore && setIsOpen(true)]])
  const close = () => setIsOpen(false)
  const go = (address: string) => {
    close()
    history.push(basePath.replace(/\/$/, '') + address)
  }
  return (
    <>
      <Button
        className="one-box"
        variant="default"
        c="dimmed"
        fw={400}
        px="sm"
        leftSection={<SearchIcon size={16} />}
        rightSection={
          <Kbd size="xs" visibleFrom="sm" aria-hidden>
            Ctrl K
          </Kbd>
        }
        title="Find anything (Ctrl-K)"
        onClick={() => setIsOpen(true)}
      >
        <Text span size="sm" visibleFrom="sm">
          Find anything
        </Text>
      </Button>
      <Modal opened={isOpen} onClose={close} withCloseButton={false} size="lg" padding={0} yOffset="10vh">
        <Suspense fallback={null}>
          <Found domainId={domainId} onGo={go} onClose={close} />
        </Suspense>
      </Modal>
    </>
  )
}
