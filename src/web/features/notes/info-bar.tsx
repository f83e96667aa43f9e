import { Anchor, Button } from '@mantine/core'
import { IconSparkles } from '@tabler/icons-react'
import type { Note, NotePage } from '#shared/contract/notes.ts'
import { shownDay } from '#web/ui/format/dates.ts'
import { ModelStatus } from './status/model-status.tsx'
import { evidenceSummary, safetySummary } from './evidence/evidence-summary.ts'
import { isWorksheet } from './editor/worksheet.ts'
import { sessionFacts } from './session-facts.ts'
import classes from './notes.module.css'

const placeClasses = { screen: classes.screenOnly, print: classes.printOnly } as const

type Props = {
  page: NotePage
  note: Note
  /**
   * The time zone of the signature, so that a signed note looks the same for every reader. Without a signature, the
   * user's.
   */
  timeZone: string
  isBusy: boolean
  onEnhance: () => void
  onUnread: () => void
  onTranscript: () => void
}

/** Facts about the session, its note and the note's evidence. */
export function InfoBar({ page, note, timeZone, isBusy, onEnhance, onUnread, onTranscript }: Props) {
  const { model, canEdit, session } = page
  const isUsedUp = note.enhancementsRemaining <= 0
  const isWritten = note.origin === 'written'
  const unread = note.coverage?.unread.length ?? 0
  const facts = sessionFacts(page, note, timeZone)
  return (
    <section className={classes.facts} aria-label="About this session">
      <dl>
        {facts.map(({ name, value, where }) => (
          <div key={name} className={where && placeClasses[where]}>
            <dt>{name}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
      {note.version > 0 && !isWritten && (
        <div className={classes.standing}>
          <div className={`num ${classes.summary}`}>
            <div>
              {session.transcriptDeletedAt === null
                ? evidenceSummary(note.sections, note.coverage)
                : `The transcript was deleted on ${shownDay(session.transcriptDeletedAt, timeZone)}.`}
            </div>
            {session.hasTranscript && (
              <Anchor component="button" type="button" inherit className={classes.summaryLink} onClick={onTranscript}>
                Read the transcript
              </Anchor>
            )}
            {note.drafter === 'extractive' && !isWorksheet(note) && <div>Drafted without a language model</div>}
            {note.template && note.template.notFollowed.length > 0 && (
              <div>
                Excerpts are quotes, so the template’s wishes for {note.template.notFollowed.join(', ')} have no effect
              </div>
            )}
            {model && <ModelStatus model={model} />}
            {note.secondReading === 'not made' && <div>No second reading by the language model</div>}
            {unread > 0 && (
              <Anchor component="button" type="button" inherit className={classes.summaryLink} onClick={onUnread}>
                {unread === 1 ? '1 turn was not read' : `${unread} turns were not read`}
              </Anchor>
            )}
            {note.safety.length > 0 && (
              <Anchor href="#safety" inherit className={classes.summaryLink}>
                {safetySummary(note.safety)}
              </Anchor>
            )}
          </div>
          {canEdit && session.transcriptDeletedAt === null && (
            <Button
              variant="default"
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
