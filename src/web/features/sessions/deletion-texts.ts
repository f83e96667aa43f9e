import type { Deletable, DeletionReason, DeletionReceipt } from '#shared/contract/corrections.ts'
import { shownDate, shownMoment, shownTime } from '#web/ui/format/dates.ts'

export const reasonNames: Readonly<Record<DeletionReason, string>> = {
  'wrong client': 'Filed under the wrong client',
  duplicate: 'Filed twice',
  'wrong file': 'Wrong file',
  'no consent': 'The client did not consent, or withdrew consent',
  test: 'Test',
}

export const whatNames: Readonly<Record<Deletable, string>> = {
  recording: 'recording',
  transcript: 'transcript',
  session: 'session',
}

/** Lists the effects of a deletion, for the confirmation. */
export const consequences: Readonly<Record<Deletable, string>> = {
  recording: 'The audio is erased and cannot be played again. The transcript and the note stay.',
  transcript:
    'The transcript, its corrections and the insights are erased, and all quotes in the note and its versions. The text of the note stays, without its sources.',
  session: 'The session is erased with its recording, transcript, insights, note and all versions of the note.',
}

const contentNames = { recording: 'Recording', transcript: 'Transcript', insights: 'Insights', note: 'Note' } as const
const counted = { transcript: ['turn', 'turns'], note: ['version', 'versions'] } as const

/** Returns the lines of a receipt as names and values. Times are in the user's zone. */
export function receiptLines(receipt: DeletionReceipt, timeZone: string): (readonly [name: string, value: string])[] {
  const { id, what, reason, sessionDate, startTime, deletedBy, deletedAt, contents, fileCount, filesErasedAt } = receipt
  const erased = filesErasedAt === null ? 'Queued' : shownMoment(filesErasedAt, timeZone)
  return [
    ['Deleted', whatNames[what]],
    ['Session', `${shownDate(sessionDate)}, ${shownTime(startTime)}`],
    ['Reason', reasonNames[reason]],
    ['Deleted by', deletedBy],
    ['Deleted at', shownMoment(deletedAt, timeZone)],
    ...contents.map((content) => [contentNames[content.what], contentText(content)] as const),
    ...(fileCount === 0 ? [] : [['Files erased', erased] as const]),
    ['Receipt', id],
  ]
}

function contentText({ what, bytes, sha256, count }: DeletionReceipt['contents'][number]): string {
  const units = what === 'transcript' || what === 'note' ? counted[what] : null
  const parts = [
    ...(units && count !== null ? [`${count} ${count === 1 ? units[0] : units[1]}`] : []),
    ...(bytes === null ? [] : [`${bytes.toLocaleString('en-US')} bytes`]),
    ...(sha256 === null ? [] : [`SHA-256 ${sha256}`]),
    ...(sha256 === null && what === 'recording' ? ['without SHA-256: no readable audio was stored'] : []),
  ]
  return parts.length > 0 ? parts.join(', ') : 'Deleted'
}

/** Formats a receipt as a text file. */
export function receiptText(receipt: DeletionReceipt, timeZone: string): string {
  const lines = receiptLines(receipt, timeZone).map(([name, value]) => `${name}: ${value}`)
  return `Receipt of a deletion in Attend\n\n${lines.join('\n')}\n`
}
