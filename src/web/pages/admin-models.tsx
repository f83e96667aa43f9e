import { createFileRoute } from '@tanstack/react-router'
import { Models } from '#web/features/admin/models.tsx'

export const Route = createFileRoute('/admin/models')({ component: ModelsPage })

function ModelsPage() {
  return <Models timeZone={Route.useRouteContext().account.timeZone} />
}
