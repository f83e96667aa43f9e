import { Anchor, Button } from '@mantine/core'
import { IconSparkles } from '@tabler/icons-react'
import type { Note, NotePage } from '#shared/contract/notes.ts'
import { shownClock, shownDate, shownDay, shownMinutes, shownMoment, shownTime } from '#web/ui/format/dates.ts'
import { ModelStatus } from './status/model-status.tsx'
import { evidenceSummary, safetySummary } from './evidence/evidence-summary.ts'
import { isToWrite, isWorksheet } from './editor/worksheet.ts'
import classes from './notes.module.css'

type Props = {
  page: NotePage
  note: Note
  timeZone: string
  isBusy: boolean
  onEnhance: () => void
  onUnread: () => void
}

/** Facts about the session, its note and the note's evidence. */
export function InfoBar({
  page: { client, session, model, canEdit, therapistName },
  note,
  timeZone,
  isBusy,
  onEnhance,
  onUnread,
}: Props) {
  const isUsedUp = note.enhancementsRemaining <= 0
  const unread = note.coverage?.unread.length ?? 0
  const facts: readonly (readonly [name: string, value: string | number, isForPrint: boolean])[] = [
    [
      'Date & Time',
      `${shownDate(session.date)}, ${shownTime(session.startTime)} – ${shownTime(session.endTime)}`,
      true,
    ],
    ...(therapistName === null ? [] : [['Therapist', therapistName, true] as const]),
    ['Duration', shownMinutes(session.durationMinutes), true],
    ['Setting', session.settingType === 'telehealth' ? 'Telehealth' : 'In person', true],
    ...(session.participants.length > 0 ? [['Also present', session.participants.join(', '), true] as const] : []),
    ['Source', sourceOf(session, timeZone), true],
    ['Note Type', note.noteType, true],
    // Printed only if the clinician set it.
    ...(client.treatmentApproach ? [['Treatment Approach', client.treatmentApproach, true] as const] : []),
    ['Note type changes remaining', note.typeChangesRemaining, false],
    ['Enhancements remaining', note.enhancementsRemaining, false],
  ]
  return (
    <section className={classes.facts} aria-label="About this session">
      <dl>
        {facts.map(([name, value, isForPrint]) => (
          <div key={name} className={isForPrint ? undefined : classes.screenOnly}>
            <dt>{name}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
      {note.version > 0 && (
        <div className={classes.standing}>
          <div className={`num ${classes.summary}`}>
            <div>{evidenceSummary(note.sections, note.coverage)}</div>
            {note.drafter === 'extractive' && !isWorksheet(note) && <div>Drafted without a language model</div>}
            {model && <ModelStatus model={model} />}
            {note.secondReading === 'not made' && <div>No second reading by the language model</div>}
            {unread > 0 && (
              <Anchor component="button" type="button" inherit display="block" onClick={onUnread}>
                {unread === 1 ? '1 turn was not read' : `${unread} turns were not read`}
              </Anchor>
            )}
            {note.safety.length > 0 && (
              <Anchor href="#safety" inherit>
                {safetySummary(note.safety)}
              </Anchor>
            )}
          </div>
          {canEdit && (
            <Button
              variant={isToWrite(note) ? 'default' : 'filled'}
              leftSection={<IconSparkles size={17} aria-hidden />}
              disabled={isUsedUp || isBusy}
              onClick={onEnhance}
            >
              {isUsedUp ? 'Enhancement limit reached' : 'Enhance Note'}
            </Button>
          )}
        </div>
      )}
    </section>
  )
}

const sources = { recorded: 'Recorded', uploaded: 'Uploaded', transcript: 'Transcript file' } as const

/** Includes the date if it differs from the session's. */
function sourceOf({ source, recordedAt, date }: NotePage['session'], timeZone: string): string {
  if (recordedAt === null) return sources[source]
  const isOfDay = shownDay(recordedAt, timeZone) === shownDate(date)
  return `${sources[source]} ${isOfDay ? shownClock(recordedAt, timeZone) : shownMoment(recordedAt, timeZone)}`
}
