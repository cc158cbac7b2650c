import {
  ActionIcon,
  Anchor,
  AppShell,
  Button,
  Group,
  Kbd,
  Menu,
  Modal,
  Text,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, Outlet, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { SignInForm } from '../shared/forms/sign-in-form.tsx'
import { useAction } from '../shared/forms/use-action.tsx'
import { MoonIcon, SunIcon } from '../shared/page/icons.tsx'
import { Problem } from '../shared/page/problem.tsx'
import { toastError } from '../shared/page/toast.tsx'
import { polegraph } from '../shared/service/client.ts'
import { domainQuery } from '../shared/service/domain.ts'
import { isSignedOut } from '../shared/service/query-client.ts'
import { sessionQuery } from '../shared/service/session.ts'
import { signInAgain, useSignedOut } from '../shared/service/signed-out.ts'
import type { Session } from '../shared/service/types.ts'
import { OneBox } from './one-box.tsx'
import { ShortcutSheet } from './shortcut-sheet.tsx'
import { SignInPage } from './sign-in-page.tsx'
import { SlowAnswer } from './slow-answer.tsx'

/** The frame around every page of a person who is signed in; without a session, the page to sign in. */
export function Frame() {
  const session = useQuery(sessionQuery)
  if (session.data) return <FrameOf session={session.data} />
  if (isSignedOut(session.error)) return <SignInPage />
  if (session.error) return <Problem error={session.error} onRetry={() => session.refetch()} />
  return null
}

function FrameOf({ session }: { session: Session }) {
  const [isSheetOpen, setIsSheetOpen] = useState(false)
  return (
    <AppShell header={{ height: 52 }} padding={0}>
      <AppShell.Header>
        <button type="button" className="skip-link" onClick={() => document.getElementById('content')?.focus()}>
          Skip to the content
        </button>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap" gap="sm">
          <Group gap="xs" wrap="nowrap" miw={0}>
            <Logo />
            <Where />
          </Group>
          <Group gap="xs" wrap="nowrap">
            <OneBox />
            <ColorScheme />
            <Person session={session} onKeys={() => setIsSheetOpen(true)} />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Main id="content" tabIndex={-1} display="flex" style={{ flexDirection: 'column' }}>
        <Outlet />
      </AppShell.Main>
      <SlowAnswer />
      <ShortcutSheet isOpen={isSheetOpen} setIsOpen={setIsSheetOpen} />
      <SignInAgain email={session.user.email} />
    </AppShell>
  )
}

export function Logo() {
  return (
    <Anchor component={Link} to="/" underline="never" c="inherit" aria-label="Polegraph, all graphs">
      <Group gap={8} wrap="nowrap">
        <img src="./icon.svg" alt="" width={24} height={24} />
        <Text fw={700} visibleFrom="sm">
          Polegraph
        </Text>
      </Group>
    </Anchor>
  )
}

/** The name of the open domain. */
function Where() {
  const { domainId } = useParams({ strict: false })
  const { data } = useQuery({ ...domainQuery(domainId ?? ''), enabled: domainId !== undefined })
  if (!domainId || !data) return null
  return (
    <>
      <Text c="dimmed" aria-hidden>
        /
      </Text>
      <Anchor
        c="inherit"
        fw={600}
        miw={0}
        renderRoot={(props) => <Link {...props} to="/d/$domainId" params={{ domainId }} />}
      >
        <span className="one-line" style={{ maxWidth: '32ch' }}>
          {data.name}
        </span>
      </Anchor>
    </>
  )
}

function ColorScheme() {
  const { setColorScheme } = useMantineColorScheme()
  const isDark = useComputedColorScheme('light') === 'dark'
  const label = isDark ? 'Light colours' : 'Dark colours'
  return (
    <ActionIcon
      variant="default"
      size="lg"
      aria-label={label}
      title={label}
      onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
    >
      {isDark ? <SunIcon /> : <MoonIcon />}
    </ActionIcon>
  )
}

function Person({ session, onKeys }: { session: Session; onKeys: () => void }) {
  const queries = useQueryClient()
  const current = session.projects.find(({ id }) => id === session.project_id)
  const switchTo = useAction({
    call: (project_id: string) => polegraph.session.switchProject({ project_id }),
    onDone: () => location.assign(document.baseURI),
    onFailed: toastError,
  })
  const signOut = useAction({
    call: () => polegraph.session.signOut(),
    onDone: () => {
      queries.clear()
      location.assign(document.baseURI)
    },
    onFailed: toastError,
  })
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button variant="default" px="sm" aria-label={`${session.user.name}, project ${current?.name ?? 'none'}`}>
          <span className="one-line" style={{ maxWidth: '14ch' }}>
            {current?.name ?? session.user.name}
          </span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown maw={320}>
        <Menu.Label>
          <span className="said">
            {session.user.name} · {session.user.email}
            {current && ` · ${current.role}`}
          </span>
        </Menu.Label>
        <Menu.Item component={Link} to="/project">
          Keys, members and project
        </Menu.Item>
        <Menu.Item renderRoot={(props) => <Link {...props} to="/project" search={{ tab: 'account' }} />}>
          Your account
        </Menu.Item>
        <Menu.Item onClick={onKeys} rightSection={<Kbd size="xs">?</Kbd>}>
          Keyboard shortcuts
        </Menu.Item>
        <Menu.Item component="a" href="./docs/" target="_blank" rel="noopener">
          API reference
        </Menu.Item>
        {session.projects.length > 1 && <Menu.Divider />}
        {session.projects.length > 1 && <Menu.Label>Projects</Menu.Label>}
        {session.projects.length > 1 &&
          session.projects.map(({ id, name, archived }) => (
            <Menu.Item key={id} disabled={id === session.project_id} onClick={() => switchTo.run(id)}>
              <span className="said">
                {name}
                {archived && ' (archived)'}
              </span>
            </Menu.Item>
          ))}
        <Menu.Divider />
        <Menu.Item onClick={() => signOut.run()}>Sign out</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** Asks for the password in a window over the page, so that nothing that was typed is lost. */
function SignInAgain({ email }: { email: string }) {
  const queries = useQueryClient()
  const done = () => {
    signInAgain.done()
    void queries.invalidateQueries()
  }
  return (
    <Modal
      opened={useSignedOut()}
      onClose={() => undefined}
      withCloseButton={false}
      title="Your session has ended"
      zIndex={400}
    >
      <Text size="sm" mb="md">
        Sign in to go on. Nothing on this page is lost.
      </Text>
      <SignInForm email={email} onDone={done} />
    </Modal>
  )
}
