import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Appointment, CalendarSession } from '#shared/contract/sessions.ts'
import { isDay, overlaps } from '#shared/rules/calendar.ts'
import {
  datesOf,
  type SeriesEnd,
  type Frequency,
  isSeriesLength,
  maxSessions,
  maxSkipped,
  nextFreeTime,
  seriesDates,
} from '#shared/rules/recurrence.ts'
import { query } from '#web/api/client.ts'

/** A date of the recurrence rule and what is planned for it. */
export interface PlannedDate {
  date: string
  startTime: string
  state: 'free' | 'overlap' | 'moved' | 'skipped'
  /** The client whose session overlaps. */
  name: string | null
  /** The next free time of the day. */
  freeTime: string | undefined
}

export interface SeriesPlan {
  dates: PlannedDate[]
  /** Dates that will get a session. */
  kept: string[]
  isChecking: boolean
  /** Why the dates could not be checked. */
  error: Error | null
  /** False if the rule has too few or too many sessions. */
  isValid: boolean
  skipped: string[]
  moved: { date: string; startTime: string }[]
  skip: (date: string) => void
  move: (date: string, startTime: string) => void
  undo: (date: string) => void
  checkAgain: () => void
}

type Rule = { frequency: Frequency | null; at: Appointment; ending: SeriesEnd }

type Changes = { rule: string; skipped: ReadonlySet<string>; moved: ReadonlyMap<string, string> }

/** Dates per request: a few more than needed, so that a skipped date rarely causes another request. */
const datesPerRequest = 13

/** The dates of the series in the form: whether they are free, and what the user decided about overlaps. */
export function useSeriesPlan({ frequency, at, ending }: Rule, isPaused: boolean): SeriesPlan {
  const ruleName = [frequency, at.date, at.startTime, at.durationMinutes].join(' ')
  const [changes, setChanges] = useState<Changes>(noChanges(ruleName))
  // A changed rule has other dates and overlaps, so earlier decisions no longer apply.
  const { skipped, moved } = changes.rule === ruleName ? changes : noChanges(ruleName)
  const change = (next: Partial<Changes>) => setChanges({ skipped, moved, ...next, rule: ruleName })

  const isAsked = frequency !== null && isDay(at.date)
  const rule = { frequency: frequency ?? 'weekly', firstDate: at.date }
  const isValid = isAsked && isSeriesLength(rule, ending)
  const { all, kept } = isValid ? seriesDates(rule, ending, skipped) : { all: [], kept: [] }
  const asked = Math.min(Math.ceil(all.length / datesPerRequest) * datesPerRequest, maxSessions + maxSkipped)
  const busy = useQuery({
    ...query.series.busy.queryOptions({ input: { dates: isValid ? datesOf(rule, asked) : [] } }),
    enabled: isValid && !isPaused,
    staleTime: 0,
    meta: { rule: `${frequency} ${at.date}` },
    placeholderData: (earlier, from) => (from?.meta?.['rule'] === `${frequency} ${at.date}` ? earlier : undefined),
  })
  const busySessions = busy.data?.items ?? []

  return {
    dates: all.map((date) => planned({ ...at, date }, busySessions, { skipped, moved })),
    kept,
    isChecking: isValid && (busy.isPending || busy.isPlaceholderData),
    error: busy.error,
    isValid,
    skipped: all.filter((date) => skipped.has(date)),
    moved: kept.flatMap((date) => {
      const startTime = moved.get(date)
      return startTime === undefined ? [] : [{ date, startTime }]
    }),
    skip: (date) => change({ skipped: new Set([...skipped, date]) }),
    move: (date, startTime) => change({ moved: new Map([...moved, [date, startTime]]) }),
    undo: (date) =>
      change({
        skipped: new Set([...skipped].filter((other) => other !== date)),
        moved: new Map([...moved].filter(([other]) => other !== date)),
      }),
    checkAgain: () => void busy.refetch(),
  }
}

function planned(
  at: Appointment,
  taken: readonly CalendarSession[],
  { skipped, moved }: Pick<Changes, 'skipped' | 'moved'>,
): PlannedDate {
  const { date } = at
  const movedTo = moved.get(date)
  const other = taken.find((session) => overlaps(session, at))
  const state = skipped.has(date) ? 'skipped' : movedTo !== undefined ? 'moved' : other ? 'overlap' : 'free'
  return {
    date,
    startTime: movedTo ?? at.startTime,
    state,
    name: other ? `${other.client.firstName} ${other.client.lastName}` : null,
    freeTime: nextFreeTime(at, taken),
  }
}

function noChanges(rule: string): Changes {
  return { rule, skipped: new Set(), moved: new Map() }
}
