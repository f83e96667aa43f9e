import * as z from 'zod'
import { isDay } from '#shared/rules/calendar.ts'

/** A day of the calendar, `yyyy-MM-dd`. */
export const Day = z.string().refine(isDay, { error: 'Choose a date.', abort: true })
