import { createFileRoute } from '@tanstack/react-router'
import { AccessReasons } from '#web/features/admin/access/access-reasons.tsx'
import { oneOf, type RecordKind, recordKindNames } from '#web/features/admin/labels.ts'

type Search = { kind?: RecordKind | undefined }

export const Route = createFileRoute('/admin/access-reasons')({
  validateSearch: (given): Search => ({ kind: oneOf(recordKindNames, given['kind']) }),
  component: AccessReasonsPage,
})

function AccessReasonsPage() {
  const { kind } = Route.useSearch()
  const { timeZone } = Route.useRouteContext().account
  const navigate = Route.useNavigate()
  return (
    <AccessReasons kind={kind} timeZone={timeZone} onKind={(wanted) => void navigate({ search: { kind: wanted } })} />
  )
}
