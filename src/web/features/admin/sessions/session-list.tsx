import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AdminSession, SessionKind, SessionTime } from '#shared/contract/admin-sessions.ts'
import { query } from '#web/api/client.ts'
import { shownDate, shownMinutes, shownTime } from '#web/ui/format/dates.ts'
import { AdminList, type Row } from '../list/admin-list.tsx'
import { FailedSessions } from './failed-sessions.tsx'
import { Filter } from '../list/filter.tsx'
import { kindNames, nameOf, settingNames, shortId, timeNames } from '../labels.ts'
import { Below } from '../list/list-parts.tsx'
import { PrivacyNotice } from '../access/privacy-notice.tsx'
import { TimeBadge } from '../list/status-badges.tsx'

type Props = {
  when: SessionTime | undefined
  kind: SessionKind | undefined
  timeZone: string
  onWhen: (when: SessionTime | undefined) => void
  onKind: (kind: SessionKind | undefined) => void
  onOpen: (sessionId: string) => void
}

/**
 * The sessions of all therapists, latest first. The search is not in the URL, because it may contain a client's name.
 */
export function SessionList({ when, kind, timeZone, onWhen, onKind, onOpen }: Props) {
  const cache = useQueryClient()
  const [search, setSearch] = useState('')
  const list = useQuery({
    ...query.admin.listSessions.queryOptions({ input: { search, when: when ?? 'all', kind: kind ?? 'all' } }),
    placeholderData: keepPreviousData,
  })
  return (
    <AdminList
      name="sessions"
      list={list}
      search={search}
      onSearch={setSearch}
      onRefresh={() => void cache.invalidateQueries({ queryKey: query.admin.failedSessions.key() })}
      isNarrowed={search !== '' || when !== undefined || kind !== undefined}
      filters={
        <>
          <Filter label="Date" all="All Sessions" names={timeNames} value={when} onChange={onWhen} />
          <Filter label="Type" all="All Types" names={kindNames} value={kind} onChange={onKind} />
        </>
      }
      notice={
        <>
          <FailedSessions timeZone={timeZone} />
          <PrivacyNotice title="Privacy notice">
            This list shows when sessions take place, not what is said in them. Opening a session requires a reason,
            which is recorded. The client’s organization sees the access in its audit trail.
          </PrivacyNotice>
        </>
      }
      row={row}
      timeZone={timeZone}
      onOpen={onOpen}
    />
  )
}

const row: Row<AdminSession> = {
  lead: {
    label: 'Session',
    title: ({ id }) => shortId(id),
    detail: ({ durationMinutes }) => shownMinutes(durationMinutes),
  },
  columns: [
    { label: 'Client', cell: ({ client }) => <span>{nameOf(client)}</span> },
    {
      label: 'Therapist',
      cell: ({ therapist }) => (
        <div>
          {nameOf(therapist)}
          <Below>{therapist.email}</Below>
        </div>
      ),
    },
    {
      label: 'Type & Setting',
      cell: ({ type, settingType }) => (
        <div>
          {type}
          <Below>{settingNames[settingType]}</Below>
        </div>
      ),
    },
    {
      label: 'Date & Time',
      cell: ({ date, startTime, endTime, when }) => (
        <div>
          <span className="num">{shownDate(date)}</span> <TimeBadge when={when} />
          <Below>
            {shownTime(startTime)} to {shownTime(endTime)}
          </Below>
        </div>
      ),
    },
  ],
}
