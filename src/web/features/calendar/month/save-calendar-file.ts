import type { CalendarFile } from '#shared/contract/sessions.ts'
import { saveBlob } from '#web/ui/browser/save-blob.ts'

/** Downloads a calendar file. */
export function saveCalendarFile({ fileName, content }: CalendarFile): void {
  saveBlob(new Blob([content], { type: 'text/calendar;charset=utf-8' }), fileName)
}
