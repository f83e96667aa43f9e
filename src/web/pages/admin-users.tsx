import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import type { OrganizationRole } from '#shared/contract/accounts.ts'
import { oneOf } from '#web/features/admin/labels.ts'
import { readText } from '#web/features/admin/list/read-search.ts'
import { UserDialog } from '#web/features/admin/users/user-dialog.tsx'
import { UserList } from '#web/features/admin/users/user-list.tsx'
import { roleNames } from '#web/ui/format/role-names.ts'

type Search = { role?: OrganizationRole | undefined; open?: string | undefined }

export const Route = createFileRoute('/admin/users')({
  validateSearch: (given): Search => ({
    role: oneOf(roleNames, given['role']),
    open: readText(given['open']),
  }),
  component: UsersPage,
})

function UsersPage() {
  const { role, open } = Route.useSearch()
  // Searches contain names and email addresses, which must not be stored in the browser's history.
  const [search, setSearch] = useState('')
  const { timeZone } = Route.useRouteContext().account
  const navigate = Route.useNavigate()
  return (
    <>
      <UserList
        search={search}
        role={role}
        timeZone={timeZone}
        onSearch={setSearch}
        onRole={(wanted) => void navigate({ search: (old) => ({ ...old, role: wanted }) })}
        onOpen={(userId) => void navigate({ search: (old) => ({ ...old, open: userId }) })}
      />
      <UserDialog
        userId={open}
        timeZone={timeZone}
        onClose={() => void navigate({ search: (old) => ({ ...old, open: undefined }) })}
      />
    </>
  )
}
