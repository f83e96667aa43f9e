import { Anchor, Card, Group, Title, VisuallyHidden } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { findTopics } from '#web/features/help/find-topics.ts'
import { TopicText } from '#web/features/help/topic-text.tsx'
import { topics } from '#web/features/help/topics.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { AnchorLink } from '#web/ui/layout/links.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { SearchField } from '#web/ui/form/search-field.tsx'
import classes from '#web/features/help/help.module.css'

export const Route = createFileRoute('/_shell/help')({ component: HelpPage })

function HelpPage() {
  const [search, setSearch] = useState('')
  const found = findTopics(topics, search)
  return (
    <Page
      title="Help Center"
      lead="How Attend works, in brief"
      actions={
        <Group>
          <Anchor href="/api/reference" size="sm">
            API for scripts
          </Anchor>
          <AnchorLink to="/changelog" size="sm">
            What has changed in Attend
          </AnchorLink>
        </Group>
      }
    >
      <div className={classes.columns}>
        <Card>
          <SearchField
            className={classes.search}
            mb="md"
            aria-label="Search help"
            placeholder="Search help..."
            onSearch={setSearch}
          />
          <VisuallyHidden component="output">
            {search !== '' && `${found.length} ${found.length === 1 ? 'topic' : 'topics'} found`}
          </VisuallyHidden>
          {found.length === 0 ? (
            <EmptyState title="No topics found">
              No help topics match “{search}”. Try a single word, or ask your Attend administrator.
            </EmptyState>
          ) : (
            found.map((topic) => <TopicText key={topic.id} topic={topic} />)
          )}
        </Card>
        <nav className={classes.contents} aria-labelledby="contents">
          <Title order={2} id="contents">
            Topics
          </Title>
          <ul>
            {found.map(({ id, title }) => (
              <li key={id}>
                <AnchorLink to="/help" hash={id} size="sm">
                  {title}
                </AnchorLink>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </Page>
  )
}
