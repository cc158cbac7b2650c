import { Container, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { LinkTabs } from '../../shared/page/link-tabs.tsx'
import { sessionQuery } from '../../shared/service/session.ts'
import { AccountTab } from './account-tab.tsx'
import { FeedbackTab } from './feedback-tab.tsx'
import { KeysTab } from './keys-tab.tsx'
import { MembersTab } from './members-tab.tsx'
import { ProjectTab } from './project-tab.tsx'

const tabs = [
  { name: 'keys', label: 'Keys' },
  { name: 'members', label: 'Members' },
  { name: 'account', label: 'Your account' },
  { name: 'feedback', label: 'Feedback' },
  { name: 'project', label: 'Project' },
] as const

const contents = { keys: KeysTab, members: MembersTab, account: AccountTab, feedback: FeedbackTab, project: ProjectTab }

export function ProjectPage() {
  const { tab = 'keys' } = useSearch({ from: '/signed-in/project' })
  const { data: session } = useQuery(sessionQuery)
  const project = session?.projects.find(({ id }) => id === session.project_id)
  const Content = contents[tab]
  return (
    <Container size="lg" py="md" w="100%">
      <Title order={1} size="h3" mb="sm" className="said">
        {project?.name ?? 'No project'}
      </Title>
      <LinkTabs
        tabs={tabs}
        open={tab}
        label="Parts of the project"
        link={(name, props) => <Link {...props} to="/project" search={name === 'keys' ? {} : { tab: name }} />}
      >
        <Content />
      </LinkTabs>
    </Container>
  )
}
