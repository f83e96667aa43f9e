import { Drawer } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import type { NotePage } from '#shared/contract/notes.ts'
import type { Utterance } from '#shared/contract/transcripts.ts'
import { accountQuery } from '#web/identity/account.ts'
import { query } from '#web/api/client.ts'
import { Disclaimer } from '#web/features/notes/disclaimer.tsx'
import { EvidenceProvider, type EvidenceTools } from '#web/features/notes/evidence/evidence-tools.ts'
import { InfoBar } from '#web/features/notes/info-bar.tsx'
import { NoteActions } from '#web/features/notes/editor/note-actions.tsx'
import { NoteSections } from '#web/features/notes/editor/note-sections.tsx'
import { SafetyCard } from '#web/features/notes/safety/safety-card.tsx'
import { asWorksheet, isToWrite, isWorksheet } from '#web/features/notes/editor/worksheet.ts'
import { WorksheetBar } from '#web/features/notes/editor/worksheet-bar.tsx'
import { ExcerptsBadge, WorksheetNotice } from '#web/features/notes/status/note-status.tsx'
import { UnsavedGuard } from '#web/ui/unsaved-guard.tsx'
import { useNoteEdits } from '#web/features/notes/editor/use-note-edits.ts'
import type { NotePageState } from '#web/features/notes/status/use-note-page.ts'
import { PlaybackProvider, PlayButton } from '#web/features/playback/playback.tsx'
import { speakerName } from '#shared/rules/speaker-name.ts'
import { TranscriptPanel } from '#web/features/transcripts/transcript-panel.tsx'
import { useTurnCorrection } from '#web/features/transcripts/use-turn-correction.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { AnchorLink } from '#web/ui/links.tsx'
import { mediaTime } from '#web/ui/media-time.ts'
import { Page } from '#web/ui/page.tsx'
import { SessionLanguageNotice } from '#web/ui/session-language-notice.tsx'
import { showFailure } from '#web/ui/toast.ts'
import { NoteInsights } from './note-insights.tsx'
import { NoteStanding } from './note-standing.tsx'
import classes from './note.module.css'

const ChangeNoteType = lazyDialog(() => import('#web/features/notes/editor/change-note-type.tsx'))
const EnhanceNote = lazyDialog(() => import('#web/features/notes/editor/enhance-note.tsx'))
const SaveConflict = lazyDialog(() => import('#web/features/notes/editor/save-conflict.tsx'))
const Versions = lazyDialog(() => import('#web/features/notes/editor/versions.tsx'))

/** The page of one note: its parts put together. */
export function NoteView({ notePage, data }: { notePage: NotePageState; data: NotePage }) {
  const { client, session, canEdit } = data
  const note = asWorksheet(data.note)
  const sessionId = session.id
  const { data: account } = useQuery(accountQuery)
  const transcript = useQuery({
    ...query.transcripts.get.queryOptions({ input: { sessionId } }),
    enabled: session.hasTranscript,
  })
  const timeZone = account?.timeZone ?? ''
  const edits = useNoteEdits({
    note,
    onSaved: notePage.setNote,
    load: async () => asWorksheet(await notePage.load()),
  })
  const correction = useTurnCorrection({ sessionId, onNote: notePage.setNote })
  const changeType = useDialog()
  const enhance = useDialog()
  const versions = useDialog()
  const panel = useDialog()
  const [shownId, setShownId] = useState<string | null>(null)

  const unlessEdited = (open: () => void) => () =>
    edits.isDirty ? showFailure('Save or discard your changes to the note first.') : open()
  const showTranscript = (utteranceId: string | null) => {
    setShownId(utteranceId)
    panel.open()
  }
  const play = ({ start, end }: Utterance) =>
    session.hasAudio && transcript.data?.hasTimes ? <PlayButton start={start} end={end} /> : null
  const byId = new Map(transcript.data?.utterances.map((utterance) => [utterance.id, utterance]))
  const tools: EvidenceTools = {
    sourceOf: (id) => {
      const utterance = byId.get(id)
      if (!utterance) return null
      const time = transcript.data?.hasTimes ? mediaTime(utterance.start) : null
      return {
        speaker: speakerName(utterance),
        isTherapist: utterance.speaker === 'therapist',
        text: utterance.text,
        time,
        play: play(utterance),
      }
    },
    showInTranscript: showTranscript,
    safety: note.safety,
    isSafetyRead: !session.otherLanguage || session.otherLanguage.isPartly,
    state: transcript.data ? 'ready' : transcript.isError ? 'failed' : 'loading',
    onRetry: () => void transcript.refetch(),
  }
  // The notice says so of all turns at once.
  const isReadNowhere = session.otherLanguage?.isPartly === false
  const isBusy = note.state === 'generating'
  const isUnwritten = isToWrite(edits.shown)
  const name = `${client.firstName} ${client.lastName}`

  return (
    <PlaybackProvider sessionId={sessionId}>
      <EvidenceProvider value={tools}>
        <Page
          title={name}
          heading={
            <AnchorLink to="/clients/$clientId" params={{ clientId: client.id }} inherit c="inherit">
              {name}
            </AnchorLink>
          }
          tabTitle="Session Notes"
          lead={leadOf(data)}
          beside={isUnwritten && <ExcerptsBadge />}
          actions={
            <NoteActions
              note={note}
              canEdit={canEdit}
              isBusy={isBusy}
              hasTranscript={session.hasTranscript}
              onChangeType={unlessEdited(changeType.open)}
              onVersions={unlessEdited(versions.open)}
              onTranscript={() => showTranscript(null)}
            />
          }
        >
          <InfoBar
            page={data}
            note={note}
            timeZone={timeZone}
            isBusy={isBusy}
            onEnhance={unlessEdited(enhance.open)}
            onUnread={() => showTranscript(note.coverage?.unread[0] ?? null)}
          />
          <SessionLanguageNotice language={session.otherLanguage} />
          <NoteStanding notePage={notePage} data={data} onTranscript={() => showTranscript(null)} />
          {isUnwritten && <WorksheetNotice />}
          {(note.version > 0 || note.state === 'failed') && (
            <div className={isWorksheet(note) ? classes.stacked : classes.columns}>
              <div>
                {isUnwritten && canEdit && <WorksheetBar edits={edits} timeZone={timeZone} />}
                <NoteSections edits={edits} canEdit={canEdit} />
              </div>
              <aside className={classes.aside} aria-label="About this note">
                {session.hasTranscript && (
                  <SafetyCard
                    note={note}
                    language={session.otherLanguage}
                    canInsert={canEdit && !isBusy && note.version > 0}
                    edits={edits}
                    onSaved={notePage.setNote}
                  />
                )}
                <Disclaimer />
              </aside>
            </div>
          )}
          {note.version > 0 && session.hasTranscript && (
            <NoteInsights sessionId={sessionId} language={session.otherLanguage} />
          )}
        </Page>
        <Drawer
          opened={panel.isOpen}
          onClose={panel.close}
          position="right"
          size="md"
          title={<span className={classes.panelTitle}>Transcript</span>}
          closeButtonProps={{ 'aria-label': 'Close' }}
        >
          <TranscriptPanel
            sessionId={sessionId}
            transcript={transcript.data}
            failure={transcript.error}
            onRetry={() => void transcript.refetch()}
            canEdit={canEdit}
            correction={correction}
            shownId={shownId}
            unread={new Set(isReadNowhere ? [] : note.coverage?.unread)}
            play={play}
          />
        </Drawer>
        <Suspense>
          {changeType.isMounted && (
            <ChangeNoteType
              opened={changeType.isOpen}
              note={note}
              onNote={notePage.setNote}
              load={notePage.load}
              onClose={changeType.close}
            />
          )}
          {enhance.isMounted && (
            <EnhanceNote
              opened={enhance.isOpen}
              note={note}
              onNote={notePage.setNote}
              load={notePage.load}
              onClose={enhance.close}
            />
          )}
          {versions.isMounted && (
            <Versions
              opened={versions.isOpen}
              note={note}
              timeZone={timeZone}
              canRestore={canEdit && !isBusy}
              onNote={notePage.setNote}
              onClose={versions.close}
            />
          )}
          {edits.conflict && <SaveConflict opened edits={edits} onClose={edits.dismissConflict} />}
        </Suspense>
        <UnsavedGuard
          isDirty={edits.isDirty || correction.isDirty}
          what={edits.isDirty ? 'this note' : 'the transcript'}
          onDiscard={() => {
            edits.discard()
            correction.discard()
          }}
        />
      </EvidenceProvider>
    </PlaybackProvider>
  )
}

/** Whose note it is, where that is not the reader, and what follows from it. */
function leadOf({ therapistName }: NotePage): string {
  if (therapistName === null) return 'Session Notes'
  return `Session Notes. Therapist: ${therapistName || 'A former member'}, who alone changes this note.`
}
