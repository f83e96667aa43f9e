import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AccessReason } from '#shared/contract/admin-access.ts'
import { query } from '#web/api/client.ts'
import { shownMoment } from '#web/ui/format/dates.ts'
import { AdminList, type Row } from '../list/admin-list.tsx'
import { Filter } from '../list/filter.tsx'
import { nameOf, type RecordKind, recordKindNames, shortId } from '../labels.ts'
import classes from '../list/admin-list.module.css'
import { Below } from '../list/list-parts.tsx'

type Props = {
  kind: RecordKind | undefined
  timeZone: string
  onKind: (kind: RecordKind | undefined) => void
}

/**
 * The reasons of platform admins for opening clients and sessions, newest first. The search is not in the URL, because
 * it may contain a client's name.
 */
export function AccessReasons({ kind, timeZone, onKind }: Props) {
  const [search, setSearch] = useState('')
  const list = useQuery({
    ...query.admin.listAccessReasons.queryOptions({ input: { search, kind: kind ?? 'all' } }),
    placeholderData: keepPreviousData,
  })
  return (
    <AdminList
      name="accessReasons"
      list={list}
      search={search}
      onSearch={setSearch}
      isNarrowed={search !== '' || kind !== undefined}
      filters={<Filter label="Record" all="All Records" names={recordKindNames} value={kind} onChange={onKind} />}
      row={row}
      timeZone={timeZone}
    />
  )
}

const row: Row<AccessReason> = {
  lead: {
    label: 'Admin',
    title: ({ admin }) => nameOf(admin),
    detail: ({ admin }) => admin.email,
  },
  columns: [
    { label: 'Reason', cell: ({ justification }) => <div className={classes.reason}>{justification}</div> },
    {
      label: 'Record',
      cell: ({ kind, client, recordId }) => (
        <div>
          {client ? nameOf(client) : 'Deleted client'}
          <Below>
            {recordKindNames[kind]} {shortId(recordId)}
          </Below>
        </div>
      ),
    },
    { label: 'Organization', cell: ({ organization }) => <span>{organization?.name ?? 'None'}</span> },
    { label: 'Given', cell: ({ at }, timeZone) => <span className="num">{shownMoment(at, timeZone)}</span> },
  ],
}
