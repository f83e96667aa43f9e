import { createFileRoute } from '@tanstack/react-router'
import { Changelog } from '#web/features/changelog/changelog.tsx'
import { Frame } from '#web/features/changelog/frame.tsx'
import { Page } from '#web/ui/layout/page.tsx'

// This page is public and contains no user data (D25).
export const Route = createFileRoute('/changelog')({ component: ChangelogPage })

function ChangelogPage() {
  return (
    <Frame>
      <Page title="Internal Development Changelog" lead="What changed in Attend, newest day first">
        <Changelog />
      </Page>
    </Frame>
  )
}
