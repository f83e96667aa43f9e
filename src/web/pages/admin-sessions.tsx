import { createFileRoute } from '@tanstack/react-router'
import type { SessionKind, SessionTime } from '#shared/contract/admin-sessions.ts'
import { kindNames, oneOf, timeNames } from '#web/features/admin/labels.ts'
import { readText } from '#web/features/admin/list/read-search.ts'
import { SessionDialog } from '#web/features/admin/sessions/session-dialog.tsx'
import { SessionList } from '#web/features/admin/sessions/session-list.tsx'

type Search = { when?: SessionTime | undefined; kind?: SessionKind | undefined; open?: string | undefined }

export const Route = createFileRoute('/admin/sessions')({
  validateSearch: (given): Search => ({
    when: oneOf(timeNames, given['when']),
    kind: oneOf(kindNames, given['kind']),
    open: readText(given['open']),
  }),
  component: SessionsPage,
})

function SessionsPage() {
  const { when, kind, open } = Route.useSearch()
  const { timeZone } = Route.useRouteContext().account
  const navigate = Route.useNavigate()
  return (
    <>
      <SessionList
        when={when}
        kind={kind}
        timeZone={timeZone}
        onWhen={(wanted) => void navigate({ search: (old) => ({ ...old, when: wanted }) })}
        onKind={(wanted) => void navigate({ search: (old) => ({ ...old, kind: wanted }) })}
        onOpen={(sessionId) => void navigate({ search: (old) => ({ ...old, open: sessionId }) })}
      />
      <SessionDialog
        sessionId={open}
        timeZone={timeZone}
        onClose={() => void navigate({ search: (old) => ({ ...old, open: undefined }) })}
      />
    </>
  )
}
