import type { Note, NotePage } from '#shared/contract/notes.ts'
import { isLocked } from '#shared/rules/note-status.ts'
import { contactNames } from '#web/ui/format/contact-names.ts'
import { shownClock, shownDate, shownDay, shownMinutes, shownMoment, shownTime } from '#web/ui/format/dates.ts'
import { shownTherapist } from '#shared/rules/therapist-name.ts'

interface Fact {
  name: string
  value: string | number
  /** Where the fact is shown; both on screen and in print by default. */
  where?: 'screen' | 'print'
}

/**
 * Returns the facts of a session and its note in the order of display. A printed note also names the practice
 * and the therapist.
 */
export function sessionFacts(page: NotePage, note: Note, timeZone: string): Fact[] {
  const { client, session, therapistName, heldBy, practiceName } = page
  const isFinal = isLocked(note)
  const author = heldBy.credentials === '' ? heldBy.name : `${heldBy.name}, ${heldBy.credentials}`
  return [
    {
      name: 'Date & Time',
      value: `${shownDate(session.date)}, ${shownTime(session.startTime)} – ${shownTime(session.endTime)}`,
    },
    ...(therapistName === null || isFinal
      ? []
      : [{ name: 'Therapist', value: shownTherapist(therapistName), where: 'screen' } as const]),
    ...(author === ''
      ? []
      : [{ name: 'Session held by', value: author, ...(!isFinal && { where: 'print' as const }) }]),
    ...(practiceName === '' ? [] : [{ name: 'Practice', value: practiceName, where: 'print' } as const]),
    { name: 'Duration', value: shownMinutes(session.durationMinutes) },
    { name: 'Setting', value: session.settingType === 'telehealth' ? 'Telehealth' : 'In person' },
    ...(session.participants.length > 0 ? [{ name: 'Also present', value: session.participants.join(', ') }] : []),
    ...(session.contact === 'session' ? [] : [{ name: 'Contact', value: contactNames[session.contact] }]),
    { name: 'Source', value: sourceOf(session, timeZone) },
    { name: 'Note Type', value: note.template ? `${note.template.name} (${note.noteType})` : note.noteType },
    ...(note.version > 0 ? [versionOf(note)] : []),
    // The approach is shown only if the clinician set it.
    ...(client.treatmentApproach ? [{ name: 'Treatment Approach', value: client.treatmentApproach }] : []),
    ...(note.origin === 'written' || isFinal
      ? []
      : ([
          { name: 'Note type changes remaining', value: note.typeChangesRemaining, where: 'screen' },
          { name: 'Enhancements remaining', value: note.enhancementsRemaining, where: 'screen' },
        ] as const)),
  ]
}

function versionOf(note: Note): Fact {
  if (note.status === 'signed') return { name: 'Version', value: `${note.version}, final` }
  if (note.status === 'awaiting_cosign') return { name: 'Version', value: `${note.version}, awaiting co-signature` }
  return { name: 'Version', value: `${note.version}, unsigned draft`, where: 'print' }
}

const sources = {
  recorded: 'Recorded',
  uploaded: 'Uploaded',
  transcript: 'Transcript file',
  written: 'Written without a recording',
} as const

/** Names the source of a session, with the date of the recording if it differs from the session's. */
function sourceOf({ source, recordedAt, date }: NotePage['session'], timeZone: string): string {
  if (recordedAt === null) return sources[source]
  const isOfDay = shownDay(recordedAt, timeZone) === shownDate(date)
  return `${sources[source]} ${isOfDay ? shownClock(recordedAt, timeZone) : shownMoment(recordedAt, timeZone)}`
}
