import { Button, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconCalendarOff, IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { addMinutes } from '#shared/rules/local-time.ts'
import { shownTime } from '#web/ui/format/dates.ts'
import { focusOnMount } from '#web/ui/form/form.ts'
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { Hint, Strong } from '#web/ui/layout/text.ts'
import { Placeholder } from '#web/ui/feedback/placeholder.tsx'
import { countOf, longDay, shortDay } from '../days.ts'
import type { PlannedDate, SeriesPlan } from './use-series-plan.ts'
import classes from './series-dates.module.css'

/** Number of placeholder lines while the dates are checked. */
const skeletons = Array.from({ length: 12 }, (_, line) => line)

/** Every date of a series: free, or overlapping with buttons to skip or move it. */
export function SeriesDates({ plan, durationMinutes }: { plan: SeriesPlan; durationMinutes: number }) {
  const { dates, kept, isChecking, error, isValid } = plan
  if (!isValid) return <p className={classes.none}>Choose an end that gives 2 to 52 sessions.</p>
  if (error) return <LoadFailure error={error} fallback="Failed to check the dates" onRetry={plan.checkAgain} />
  const toReview = dates.filter(({ state }) => state === 'overlap').length
  return (
    <>
      <output className={classes.head}>
        {kept.length === 0 ? (
          <Strong>Every date is skipped. Keep at least one.</Strong>
        ) : (
          <>
            <Strong>
              {countOf(kept.length)}, {longDay(kept[0])} to {longDay(kept.at(-1))}
            </Strong>
            {!isChecking && <Hint>{reviewText(toReview)}</Hint>}
          </>
        )}
      </output>
      {isChecking && dates.every(({ state }) => state === 'free') ? (
        <Loading label="Checking dates" className={classes.loading}>
          <Placeholder kind="line" count={skeletons.length} />
        </Loading>
      ) : (
        <ol className={classes.list} aria-label="Dates">
          {dates.map((planned) => (
            <DateLine key={planned.date} planned={planned} durationMinutes={durationMinutes} plan={plan} />
          ))}
        </ol>
      )}
    </>
  )
}

type LineProps = { planned: PlannedDate; durationMinutes: number; plan: SeriesPlan }

function DateLine({ planned, durationMinutes, plan }: LineProps) {
  const { date, startTime, state, name, freeTime } = planned
  // The pressed button is removed; the button that replaces it takes the focus.
  const [isChanged, setChanged] = useState(false)
  const takesFocus = isChanged ? focusOnMount : undefined
  const act = (change: () => void) => () => {
    setChanged(true)
    change()
  }
  const day = shortDay(date)
  const times = `${shownTime(startTime)} to ${shownTime(addMinutes(startTime, durationMinutes))}`
  const Icon = { free: IconCheck, moved: IconCheck, overlap: IconAlertTriangle, skipped: IconCalendarOff }[state]
  return (
    <li className={classes.line} data-state={state}>
      <Icon size={18} stroke={1.8} aria-hidden />
      <span className={classes.day}>{day}</span>
      <span className={classes.what}>
        {state === 'skipped' ? 'Skipped' : state === 'overlap' ? `Overlaps ${name}` : times}
        {state === 'free' && <VisuallyHidden>, free</VisuallyHidden>}
      </span>
      {state === 'overlap' && (
        <span className={classes.tools}>
          {freeTime !== undefined && (
            <Button
              ref={takesFocus}
              variant="default"
              size="xs"
              aria-label={`Move to ${shownTime(freeTime)}: ${day}`}
              onClick={act(() => plan.move(date, freeTime))}
            >
              Move to {shownTime(freeTime)}
            </Button>
          )}
          <Button
            ref={freeTime === undefined ? takesFocus : undefined}
            variant="default"
            size="xs"
            aria-label={`Skip this date: ${day}`}
            onClick={act(() => plan.skip(date))}
          >
            Skip this date
          </Button>
        </span>
      )}
      {(state === 'skipped' || state === 'moved') && (
        <Button
          ref={takesFocus}
          variant="subtle"
          size="compact-sm"
          className={classes.undo}
          aria-label={`Undo: ${day}`}
          onClick={act(() => plan.undo(date))}
        >
          Undo
        </Button>
      )}
    </li>
  )
}

function reviewText(count: number): string {
  if (count === 0) return 'All dates are free.'
  return count === 1
    ? '1 date to review. You can still schedule it.'
    : `${count} dates to review. You can still schedule them.`
}
