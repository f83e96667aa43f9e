import { createFileRoute } from '@tanstack/react-router'
import { RefusedAccess } from '#web/features/admin/access/refused-access.tsx'

export const Route = createFileRoute('/admin/refused-access')({ component: RefusedAccessPage })

function RefusedAccessPage() {
  return <RefusedAccess timeZone={Route.useRouteContext().account.timeZone} />
}
