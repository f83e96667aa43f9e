import type { CalendarFile } from '#shared/contract/sessions.ts'
import { saveBlob } from '#web/ui/save-blob.ts'

/** Hands a calendar file to the browser's downloads. */
export function saveCalendarFile({ fileName, content }: CalendarFile): void {
  saveBlob(new Blob([content], { type: 'text/calendar;charset=utf-8' }), fileName)
}
