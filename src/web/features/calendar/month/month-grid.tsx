import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { CalendarSession } from '#shared/contract/sessions.ts'
import { addDays, addMonths, monthOf, monthWeeks, weekdayOf } from '#shared/rules/calendar.ts'
import { DayCell } from './day-cell.tsx'
import { monthName, weekdays } from '../days.ts'
import classes from './month-grid.module.css'

type Props = {
  /** The selected date, whose cell can be focused. Its month is shown. */
  selected: string
  today: string
  /** Undefined while the sessions are loading. */
  sessions: readonly CalendarSession[] | undefined
  onSelect: (day: string) => void
  /** Called to show the appointments of a day. */
  onOpen: (day: string) => void
  onMove: (session: CalendarSession, day: string) => void
}

/**
 * A month as a date grid (ARIA Authoring Practices). Keys select a day: arrows, Home and End (week), Page Up and Page
 * Down (month; with Shift, year). Enter moves to the appointments of the day.
 */
export function MonthGrid({ selected, today, sessions, onSelect, onOpen, onMove }: Props) {
  const grid = useRef<HTMLTableElement>(null)
  const isMovingFocus = useRef(false)
  const [dragged, setDragged] = useState<CalendarSession | null>(null)
  const [hoveredDay, setHoveredDay] = useState<string | null>(null)
  const month = monthOf(selected)
  const byDay = Map.groupBy(sessions ?? [], ({ date }) => date)

  useEffect(() => {
    if (!isMovingFocus.current) return
    isMovingFocus.current = false
    grid.current?.querySelector<HTMLElement>(`[data-day="${selected}"] button`)?.focus()
  }, [selected])

  const onKeyDown = (event: KeyboardEvent) => {
    const day = targetOf(event, selected)
    if (day === undefined) return
    event.preventDefault()
    isMovingFocus.current = day !== selected
    onSelect(day)
  }
  const endDrag = () => {
    setDragged(null)
    setHoveredDay(null)
  }

  return (
    <table
      ref={grid}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- in ARIA Authoring Practices, a date grid is a table with this role
      role="grid"
      className={classes.grid}
      aria-label={monthName(month)}
      aria-busy={sessions === undefined}
      onKeyDown={onKeyDown}
      onClick={(event) => {
        const day = dayUnder(event)
        if (day !== undefined) onSelect(day)
      }}
      onDragOver={(event) => {
        if (!dragged) return
        event.preventDefault()
        setHoveredDay(dayUnder(event) ?? null)
      }}
      onDrop={(event) => {
        event.preventDefault()
        const day = dayUnder(event)
        if (dragged && day !== undefined && day !== dragged.date) onMove(dragged, day)
        endDrag()
      }}
    >
      <thead>
        <tr>
          {weekdays.map((name) => (
            <th key={name} scope="col" abbr={name}>
              {name.slice(0, 3)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {monthWeeks(month).map((week) => (
          <tr key={week[0]}>
            {week.map((day) => {
              const isSelected = day === selected
              return (
                <td
                  key={day}
                  aria-selected={isSelected}
                  data-day={day}
                  data-out={monthOf(day) !== month || undefined}
                  data-over={hoveredDay === day || undefined}
                  data-selected={isSelected || undefined}
                >
                  <DayCell
                    day={day}
                    isSelected={isSelected}
                    isToday={day === today}
                    sessions={sessions && (byDay.get(day) ?? [])}
                    onOpen={() => onOpen(day)}
                    onDrag={setDragged}
                    onDragEnd={endDrag}
                  />
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function dayUnder({ target }: { target: EventTarget }): string | undefined {
  return target instanceof Element ? (target.closest('[data-day]')?.getAttribute('data-day') ?? undefined) : undefined
}

function targetOf({ key, shiftKey, altKey, ctrlKey, metaKey }: KeyboardEvent, day: string): string | undefined {
  // Such as Alt and an arrow, which go back and forward in the browser.
  if (altKey || ctrlKey || metaKey) return undefined
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1)
    case 'ArrowRight':
      return addDays(day, 1)
    case 'ArrowUp':
      return addDays(day, -7)
    case 'ArrowDown':
      return addDays(day, 7)
    case 'Home':
      return addDays(day, -weekdayOf(day))
    case 'End':
      return addDays(day, 6 - weekdayOf(day))
    case 'PageUp':
      return addMonths(day, shiftKey ? -12 : -1)
    case 'PageDown':
      return addMonths(day, shiftKey ? 12 : 1)
    default:
      return undefined
  }
}
