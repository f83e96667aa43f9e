import { createFileRoute } from '@tanstack/react-router'
import { Status } from '#web/features/admin/status/status.tsx'

export const Route = createFileRoute('/admin/status')({ component: StatusPage })

function StatusPage() {
  return <Status timeZone={Route.useRouteContext().account.timeZone} />
}
