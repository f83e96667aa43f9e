import type { QueuePart, WorkQueue } from '#shared/contract/work-queue.ts'
import { todayIn } from '#web/ui/format/dates.ts'

type PartKey = 'returned' | 'toReview' | 'toSign' | 'toCosign'

/** The parts of the queue, in the order of the panel. */
export const parts: readonly { key: PartKey; label: string }[] = [
  { key: 'returned', label: 'returned to you' },
  { key: 'toReview', label: 'to review' },
  { key: 'toSign', label: 'to sign' },
  { key: 'toCosign', label: 'to co-sign' },
]

/** Formats the number of notes, e.g. `4 notes to sign`. */
export function partText(count: number, label: string): string {
  return `${count === 1 ? '1 note' : `${count} notes`} ${label}`
}

/** Formats the age of the oldest note, e.g. `oldest 2 days`, in calendar days of the given zone. */
export function ageText(at: string, timeZone: string, now: Date): string {
  const day = (moment: Date) => Date.parse(todayIn(timeZone, moment))
  const days = Math.max(0, Math.round((day(now) - day(new Date(at))) / 86_400_000))
  if (days === 0) return 'oldest from today'
  return `oldest ${days === 1 ? '1 day' : `${days} days`}`
}

/** Returns the note that has waited longest; undefined if there is none. */
export function oldestPart(queue: WorkQueue): { sessionId: string | null; isCosign: boolean } | undefined {
  const waiting = parts
    .map(({ key }): QueuePart & { isCosign: boolean } => ({ ...queue[key], isCosign: key === 'toCosign' }))
    .filter(({ count }) => count > 0)
  const [oldest] = waiting.toSorted((a, b) => (a.oldestAt ?? '').localeCompare(b.oldestAt ?? ''))
  return oldest && { sessionId: oldest.oldestSessionId, isCosign: oldest.isCosign }
}
