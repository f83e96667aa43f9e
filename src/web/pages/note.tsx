import { Card, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { Suspense, useMemo } from 'react'
import type { NotePage as NotePageData, Statement } from '#shared/contract/notes.ts'
import type { OtherLanguage } from '#shared/contract/transcripts.ts'
import { isLocked } from '#shared/rules/note-status.ts'
import { onlyChecked } from '#web/ui/browser/only-checked.ts'
import { query } from '#web/api/client.ts'
import { readError } from '#web/api/errors.ts'
import { useNoteAmendments } from '#web/features/amendments/note-amendments.tsx'
import { CopiedNotice } from '#web/features/notes/copying/copied-notice.tsx'
import { CosignNotice, SectionComments, useCosignThread } from '#web/features/cosign/returned-note.tsx'
import { Disclaimer } from '#web/features/notes/disclaimer.tsx'
import { NoteActions } from '#web/features/notes/editor/note-actions.tsx'
import { NoteSections } from '#web/features/notes/editor/note-sections.tsx'
import { useNoteEdits } from '#web/features/notes/editor/use-note-edits.ts'
import { WholeNoteBar } from '#web/features/notes/editor/whole-note-bar.tsx'
import { WorksheetBar } from '#web/features/notes/editor/worksheet-bar.tsx'
import {
  asWorksheet,
  firstFieldOf,
  isBeingWritten,
  isToWrite,
  isWorksheet,
} from '#web/features/notes/editor/worksheet.ts'
import { EvidenceProvider } from '#web/features/notes/evidence/evidence-tools.ts'
import { SectionText } from '#web/features/notes/evidence/section-text.tsx'
import { useNoteEvidence } from '#web/features/notes/evidence/use-note-evidence.ts'
import { useOpenSentence } from '#web/features/notes/evidence/use-open-sentence.ts'
import { InfoBar } from '#web/features/notes/info-bar.tsx'
import { showDifferences } from '#web/features/notes/editor/differences.tsx'
import { loadingBar, noteBar, noteLead } from '#web/features/notes/note-bar.tsx'
import { useWorkMeter } from '#web/features/notes/meter/use-work-meter.ts'
import { NoteDialogs, useNoteDialogs } from '#web/features/notes/note-dialogs.tsx'
import { SafetyCard } from '#web/features/notes/safety/safety-card.tsx'
import { sentenceOf, signingObstacle } from '#web/features/notes/review/review-texts.ts'
import { useReview } from '#web/features/notes/review/use-review.ts'
import { FullDraftNotice } from '#web/features/notes/status/full-draft-notice.tsx'
import { NoteProgress } from '#web/features/notes/status/note-progress.tsx'
import { AddendaCard } from '#web/features/signatures/addenda-card.tsx'
import { finishFirst, SigningActions, SigningDialogs, useSigning } from '#web/features/signatures/note-signing.tsx'
import { RecordCard } from '#web/features/signatures/record-card.tsx'
import { SignatureBlock } from '#web/features/signatures/signature-block.tsx'
import { SigningBadge } from '#web/ui/feedback/signing-badge.tsx'
import { useSignatures } from '#web/features/signatures/use-signatures.ts'
import { ExcerptsBadge, SectionsSkeleton, WorksheetNotice } from '#web/features/notes/status/note-status.tsx'
import { NoteMissing } from '#web/features/notes/status/note-missing.tsx'
import { RepetitionNotice } from '#web/features/notes/status/repetition-notice.tsx'
import { loadNotePage } from '#web/features/notes/status/load-note-page.ts'
import { type NotePageState, useNotePage } from '#web/features/notes/status/use-note-page.ts'
import { LazyInsights } from '#web/features/insights/lazy-insights.tsx'
import type { Span } from '#web/features/playback/player.ts'
import { DownloadAudio } from '#web/features/playback/download-audio.tsx'
import { SessionDialogs, useSessionChanges } from '#web/features/sessions/session-changes.tsx'
import { PlaybackProvider, PlayButton, PlaySpanButton, usePlayback } from '#web/features/playback/playback.tsx'
import { SnippetCompletions } from '#web/features/snippets/snippet-completions.tsx'
import type { TranscriptPanelProps } from '#web/features/transcripts/transcript-panel.tsx'
import { LazySpeechHelp, LazyUseTranscriptFile } from '#web/features/transcripts/transcript-recovery.ts'
import { useTranscriptEdits } from '#web/features/transcripts/use-transcript-edits.ts'
import { useTranscriptPanel } from '#web/features/transcripts/use-transcript-panel.ts'
import { useTurnCorrection } from '#web/features/transcripts/use-turn-correction.ts'
import { accountQuery } from '#web/identity/account.ts'
import { AnchorLink } from '#web/ui/layout/links.tsx'
import { cardNotLoaded, lazyPart, notLoaded } from '#web/ui/feedback/lazy-part.tsx'
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx'
import { useLoadLater } from '#web/ui/browser/use-load-later.ts'
import { knownZone } from '#web/ui/format/dates.ts'
import { Page } from '#web/ui/layout/page.tsx'
import { SessionLanguageNotice } from '#web/ui/feedback/session-language-notice.tsx'
import { showFailure } from '#web/ui/feedback/toast.ts'
import { unlessWriting } from '#web/ui/form/unless-writing.ts'
import { UnsavedGuard } from '#web/ui/dialog/unsaved-guard.tsx'
import { lazyDialog } from '#web/ui/dialog/lazy-dialog.tsx'
import { Placeholder } from '#web/ui/feedback/placeholder.tsx'
import classes from './note.module.css'

const ClientSelect = lazyPart(async () => {
  const file = await import('#web/features/calendar/schedule/client-select.tsx')
  return { default: file.ClientSelect }
}, notLoaded('Failed to load clients'))
const loadReview = () => import('#web/features/notes/review/review-view.tsx')
const loadTranscript = () => import('#web/features/transcripts/transcript-panel.tsx')
const ReviewView = lazyPart(loadReview, cardNotLoaded('The review could not be loaded.'))
const TranscriptPanel = lazyDialog(loadTranscript)

export const Route = createFileRoute('/_shell/notes/$sessionId')({
  // Viewing a note is recorded, so links must not preload it.
  preload: false,
  loader: ({ context, params }) => void loadNotePage(context.queryClient, params),
  validateSearch: onlyChecked(({ review }): { review?: true } => (review === true ? { review } : {})),
  component: NotePage,
})

function NotePage() {
  const { sessionId } = Route.useParams()
  return <OneNote key={sessionId} sessionId={sessionId} />
}

function OneNote({ sessionId }: { sessionId: string }) {
  const notePage = useNotePage(sessionId)
  const { page } = notePage
  useLoadLater(loadReview)
  useLoadLater(loadTranscript)
  const countSnippet = useWorkMeter(sessionId, page.data?.canEdit === true)
  if (page.data) {
    const { client, session, canEdit } = page.data
    return (
      <SnippetCompletions client={client} session={session} isEnabled={canEdit} onInsert={countSnippet}>
        <NoteView notePage={notePage} data={page.data} />
      </SnippetCompletions>
    )
  }
  if (page.isPending) {
    return (
      <Page title="Session Notes" bar={loadingBar}>
        <Stack gap="lg">
          <Placeholder kind="panel" />
          <Card>
            <SectionsSkeleton />
          </Card>
        </Stack>
      </Page>
    )
  }
  if (readError(page.error).code === 'session_missing') return <NoteMissing />
  return (
    <Page title="Session Notes">
      <LoadFailure error={page.error} fallback="Failed to load session data" onRetry={() => void page.refetch()} />
    </Page>
  )
}

function NoteView({ notePage, data }: { notePage: NotePageState; data: NotePageData }) {
  const { client, session, canEdit } = data
  const note = asWorksheet(data.note)
  const sessionId = session.id
  const { data: account } = useQuery(accountQuery)
  const transcript = useQuery({
    ...query.transcripts.get.queryOptions({ input: { sessionId } }),
    enabled: session.hasTranscript,
  })
  const timeZone = account?.timeZone ?? ''
  const load = async () => asWorksheet(await notePage.load())
  const isReviewing = Route.useSearch({ select: ({ review }) => review === true }) && canEdit && note.version > 0
  const review = useReview({ sessionId, isOpen: isReviewing, onNote: notePage.setNote, load: notePage.load })
  const edits = useNoteEdits({ note, onSaved: review.onSavedBeside, load })
  const transcriptEdits = useTranscriptEdits({ sessionId, transcript: transcript.data, onNote: notePage.setNote })
  const correction = useTurnCorrection({ sessionId, edits: transcriptEdits })
  const dialogs = useNoteDialogs()
  const signing = useSigning()
  const signatures = useSignatures(note, canEdit)
  const signed = signatures.signatures.data
  const panel = useTranscriptPanel()
  const navigate = Route.useNavigate()
  const openReview = () => void navigate({ search: { review: true } })
  const closeReview = () => void navigate({ search: {} })
  const unlessDirty = (open: () => void) => () =>
    edits.isDirty ? showFailure('Save or discard your changes to the note first.') : open()
  const unlessEdited = (open: () => void) => unlessWriting(finishFirst, unlessDirty(open))
  const tools = useNoteEvidence({
    page: { session, note },
    transcript,
    current: isReviewing ? sentenceOf(review.current) : null,
    showTurn: panel.show,
    renderPlay,
  })
  // If the whole session is in another language, the notice about that already covers all turns.
  const isReadNowhere = session.otherLanguage?.isPartly === false
  const isBusy = note.state === 'generating'
  const isUnwritten = isToWrite(edits.shown)
  const isInUse = isBusy || session.isBeingRecorded
  const changes = useSessionChanges({ guard: unlessEdited, canEdit, isBusy: isInUse, session })
  const amendments = useNoteAmendments(data, timeZone)
  const name = `${client.firstName} ${client.lastName}`
  const people = useMemo(() => ({ therapist: data.heldBy.name, client: name }), [data.heldBy.name, name])
  const canReply = data.therapistName === null && account?.viewing === null
  const thread = useCosignThread(note, signed?.signatures, canReply)
  const commentsBelow = (title: string) => (
    <SectionComments
      thread={thread}
      section={title}
      timeZone={timeZone}
      onEdit={canEdit ? () => edits.open(firstFieldOf(edits.shown, title)) : undefined}
    />
  )
  const obstacle = signingObstacle(note, edits.isDirty || review.hasUnsaved || correction.isDirty)
  const sign = <SigningActions signing={signing} state={signed} obstacle={obstacle} />
  const isReadyForNext = note.toReview > 0 ? !isUnwritten : obstacle === null && Boolean(signed?.toSign)
  return (
    <PlaybackProvider sessionId={sessionId}>
      <EvidenceProvider value={tools}>
        {isReviewing ? (
          <Suspense>
            <ReviewView page={{ ...data, note }} review={review} edits={edits} sign={sign} onClose={closeReview} />
          </Suspense>
        ) : (
          <Page
            title={name}
            heading={
              <AnchorLink to="/clients/$clientId" params={{ clientId: client.id }} inherit c="inherit">
                {name}
              </AnchorLink>
            }
            tabTitle="Session Notes"
            lead={noteLead(data)}
            bar={noteBar(data)}
            beside={isUnwritten ? <ExcerptsBadge /> : <SigningBadge status={note.status} />}
            actions={
              <NoteActions
                note={note}
                canEdit={canEdit}
                isBusy={isBusy}
                isDirty={edits.isDirty}
                hasTranscript={session.hasTranscript}
                shownSections={edits.shownSections}
                unlessDirty={unlessDirty}
                unlessEdited={unlessEdited}
                onChangeType={dialogs.changeType.open}
                onVersions={dialogs.versions.open}
                onTranscript={() => panel.show(null)}
                onReview={openReview}
                onEditAll={edits.openAll}
                sessionActions={[...amendments.actions, ...changes.actions]}
                sign={sign}
              />
            }
          >
            <InfoBar
              page={data}
              note={note}
              timeZone={signed?.signatures.findLast(({ superseded }) => superseded === null)?.timeZone ?? timeZone}
              isBusy={isBusy}
              onEnhance={unlessEdited(dialogs.enhance.open)}
              onUnread={() => panel.show(note.coverage?.unread[0] ?? null)}
              onTranscript={() => panel.show(null)}
            />
            <CosignNotice note={edits.shown} thread={thread} timeZone={timeZone} renderChanges={showDifferences} />
            <CopiedNotice note={note} timeZone={timeZone} />
            <SessionLanguageNotice language={session.otherLanguage} />
            <Suspense>
              <NoteProgress
                notePage={notePage}
                data={data}
                actions={{
                  speechHelp: (
                    <LazySpeechHelp
                      sessionId={sessionId}
                      isRetrying={notePage.isAsking}
                      onTranscribeAgain={() => void notePage.transcribeAgain()}
                      onImported={() => void notePage.follow()}
                    />
                  ),
                  downloadAudio: <DownloadAudio sessionId={sessionId} />,
                  importTranscript: (
                    <LazyUseTranscriptFile sessionId={sessionId} onImported={() => void notePage.follow()} />
                  ),
                }}
                onTranscript={() => panel.show(null)}
              />
            </Suspense>
            {data.fullDraft && <FullDraftNotice {...data.fullDraft} />}
            {isUnwritten && <WorksheetNotice />}
            {canEdit && note.version > 0 && <RepetitionNotice sessionId={sessionId} version={note.version} />}
            {(note.version > 0 || note.state === 'failed' || note.origin === 'written') && (
              <div
                className={isWorksheet(note) ? classes.stacked : classes.columns}
                data-safety={(session.hasTranscript && !isLocked(note)) || undefined}
              >
                <div>
                  {isBeingWritten(edits.shown) && canEdit && (
                    <WorksheetBar edits={edits} timeZone={timeZone} isPrimary={edits.isDirty || !isReadyForNext} />
                  )}
                  {edits.isWhole && <WholeNoteBar edits={edits} />}
                  <NoteSections edits={edits} canEdit={canEdit} below={commentsBelow}>
                    <SignatureBlock
                      sessionId={sessionId}
                      signatures={signed?.signatures ?? []}
                      isAwaiting={note.status === 'awaiting_cosign'}
                      sessionDate={session.date}
                    />
                  </NoteSections>
                </div>
                <aside className={classes.aside} aria-label="About this note">
                  {signed && (isLocked(note) || signed.addenda.length > 0) && <AddendaCard addenda={signed.addenda} />}
                  {amendments.card}
                  {signed && isLocked(note) && (
                    <RecordCard
                      state={signed}
                      timeZone={timeZone}
                      hasTranscript={session.hasTranscript}
                      onVersions={dialogs.versions.open}
                      onTranscript={() => panel.show(null)}
                      onUnlock={signing.unlock.open}
                    />
                  )}
                  {session.hasTranscript && (
                    <SafetyCard
                      note={note}
                      language={session.otherLanguage}
                      canInsert={canEdit && !isBusy && note.version > 0}
                      edits={edits}
                      onReview={unlessEdited(openReview)}
                      onSaved={notePage.setNote}
                    />
                  )}
                  {note.origin !== 'written' && <Disclaimer />}
                </aside>
              </div>
            )}
            {note.version > 0 && session.hasTranscript && (
              <NoteInsights sessionId={sessionId} language={session.otherLanguage} canEdit={canEdit} />
            )}
          </Page>
        )}
        <TranscriptWithPlayer
          isMounted={panel.isMounted}
          opened={panel.isOpen}
          onClose={panel.close}
          transcript={transcript.data}
          hasTranscript={session.hasTranscript}
          failure={transcript.error}
          onRetry={() => void transcript.refetch()}
          people={people}
          canEdit={canEdit && !isLocked(note)}
          edits={transcriptEdits}
          correction={correction}
          shownTurn={panel.shownTurn}
          unread={new Set(isReadNowhere ? [] : note.coverage?.unread)}
          hasAudio={session.hasAudio}
        />
        <SigningDialogs
          signing={signing}
          page={{ ...data, note }}
          signatures={signatures}
          timeZone={timeZone}
          onShowChanges={async () => {
            const newest = await notePage.load().catch(() => note)
            dialogs.versions.openAt(newest.version > note.version ? note.version : null)
          }}
        />
        <NoteDialogs
          dialogs={dialogs}
          notePage={notePage}
          note={note}
          edits={edits}
          timeZone={timeZone}
          canRestore={canEdit && !isBusy}
        />
        <SessionDialogs
          dialogs={changes.dialogs}
          page={data}
          timeZone={knownZone(timeZone)}
          onGone={() => navigate({ to: '/clients/$clientId', params: { clientId: client.id } })}
          renderClient={(field) => (
            <Suspense>
              <ClientSelect {...field} />
            </Suspense>
          )}
        />
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

const renderPlay = {
  turn: ({ start, end }: Span) => <PlayButton start={start} end={end} />,
  span: ({ start, end }: Span) => <PlaySpanButton start={start} end={end} />,
}

type PanelProps = Omit<TranscriptPanelProps, 'playback'> & { isMounted: boolean; hasAudio: boolean }

/** The transcript, which the player of the page plays. */
function TranscriptWithPlayer({ isMounted, hasAudio, ...panel }: PanelProps) {
  const playback = usePlayback()
  return <Suspense>{isMounted && <TranscriptPanel {...panel} playback={hasAudio ? playback : null} />}</Suspense>
}

type NoteInsightsProps = { sessionId: string; language: OtherLanguage | null; canEdit: boolean }

/** The insights of the session. Their sentences show evidence like those of the note. */
function NoteInsights(props: NoteInsightsProps) {
  const open = useOpenSentence()
  const sentences = (title: string, statements: Statement[]) => (
    <SectionText section={{ title, content: statements.map(({ text }) => text).join('\n'), statements }} open={open} />
  )
  return <LazyInsights {...props} sentences={sentences} />
}
