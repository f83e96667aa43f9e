import type { CalendarFile } from '#shared/contract/sessions.ts'

/** Hands a calendar file to the browser's downloads. */
export function saveFile({ fileName, content }: CalendarFile): void {
  const url = URL.createObjectURL(new Blob([content], { type: 'text/calendar;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // The download has to have begun.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
