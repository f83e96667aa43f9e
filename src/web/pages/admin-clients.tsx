import { createFileRoute } from '@tanstack/react-router'
import { ClientDialog } from '#web/features/admin/clients/client-dialog.tsx'
import { ClientList } from '#web/features/admin/clients/client-list.tsx'
import { type ClientFilter, clientFilters, oneOf } from '#web/features/admin/labels.ts'
import { readText } from '#web/features/admin/list/read-search.ts'

type Search = { status?: ClientFilter | undefined; open?: string | undefined }

export const Route = createFileRoute('/admin/clients')({
  validateSearch: (given): Search => ({
    status: oneOf(clientFilters, given['status']),
    open: readText(given['open']),
  }),
  component: ClientsPage,
})

function ClientsPage() {
  const { status, open } = Route.useSearch()
  const { timeZone } = Route.useRouteContext().account
  const navigate = Route.useNavigate()
  return (
    <>
      <ClientList
        status={status}
        timeZone={timeZone}
        onStatus={(wanted) => void navigate({ search: (old) => ({ ...old, status: wanted }) })}
        onOpen={(clientId) => void navigate({ search: (old) => ({ ...old, open: clientId }) })}
      />
      <ClientDialog
        clientId={open}
        timeZone={timeZone}
        onClose={() => void navigate({ search: (old) => ({ ...old, open: undefined }) })}
      />
    </>
  )
}
