import { Alert, Box, Button, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { NotePage } from '#shared/contract/notes.ts'
import { FormError } from '#web/ui/form/form-error.tsx'
import { ButtonLink } from '#web/ui/layout/links.tsx'
import { PageAlert } from '#web/ui/feedback/alerts.ts'
import { NoteFailed, NoteGenerating, RedraftUnderway } from './note-status.tsx'
import type { NotePageState } from './use-note-page.ts'

/** Recovery actions from other features. */
export type RecoveryActions = {
  /** Explains how to set up a speech engine, and what works without one. */
  speechHelp: ReactNode
  downloadAudio: ReactNode
  importTranscript: ReactNode
}

type Props = { notePage: NotePageState; data: NotePage; actions: RecoveryActions; onTranscript: () => void }

/**
 * Shown while a note is being generated or after it failed, with recovery actions. Also warns about missing parts of
 * the recording.
 */
export function NoteProgress({ notePage, data, actions, onTranscript }: Props) {
  const { note, session, canEdit } = data
  const { progress, watchFailure, refusal, isAsking, isTriedAgain } = notePage
  const refused = <FormError message={refusal} />
  const excerpts = canEdit && note.canDraftExcerpts && (
    <Button variant="default" loading={isAsking} onClick={() => void notePage.draftExcerpts()}>
      Draft with excerpts instead
    </Button>
  )
  const generating = (
    <NoteGenerating progress={progress} hasTranscript={session.hasTranscript}>
      {excerpts && <Box mt="sm">{excerpts}</Box>}
      {refused}
    </NoteGenerating>
  )

  if (note.state === 'ready')
    return (
      <>
        {canEdit && session.hasUnreadParts && <UnreadParts>{actions.downloadAudio}</UnreadParts>}
        {session.isCutOff && <CutOff>{canEdit && actions.downloadAudio}</CutOff>}
        {refused}
      </>
    )
  if (session.isBeingRecorded) return <BeingRecorded clientId={data.client.id} canEdit={canEdit} />
  if (note.state === 'generating') return note.version > 0 ? <RedraftUnderway /> : generating

  const hasRecording = session.source !== 'transcript'
  const failure =
    note.state === 'failed'
      ? { sentence: note.error, code: null }
      : (watchFailure ?? (progress?.stage === 'failed' ? { sentence: progress.error, code: progress.errorCode } : null))
  if (!failure) return generating
  if (failure.code === 'speech_unavailable' && canEdit) {
    return (
      <>
        {actions.speechHelp}
        {refused}
      </>
    )
  }
  return (
    <>
      <NoteFailed
        title={session.hasTranscript ? 'Failed to generate notes' : 'There is no transcript of this session yet'}
        actions={
          <>
            {canEdit && session.hasTranscript && (
              <Button variant="default" loading={isAsking} onClick={() => void notePage.generate()}>
                Generate Again
              </Button>
            )}
            {excerpts}
            {canEdit && !session.hasTranscript && hasRecording && (
              <>
                <Button variant="default" loading={isAsking} onClick={() => void notePage.transcribeAgain()}>
                  {session.hasAudio ? 'Transcribe Again' : 'Try Again'}
                </Button>
                {actions.downloadAudio}
              </>
            )}
            {canEdit && !session.hasTranscript && actions.importTranscript}
            {session.hasTranscript && (
              <Button variant="default" onClick={onTranscript}>
                Read the transcript
              </Button>
            )}
          </>
        }
      >
        {failure.sentence}
        {isTriedAgain && !session.hasTranscript && ' This was tried again just now, with the same result.'}
        {failure.code === 'unexpected' && hasRecording && !session.hasTranscript && ' The recording is saved.'}
        {canEdit && note.state === 'failed' && note.version === 0 && ' You can also write the note yourself, below.'}
      </NoteFailed>
      {refused}
    </>
  )
}

/** Shown while the session is being recorded. Its note will follow. */
function BeingRecorded({ clientId, canEdit }: { clientId: string; canEdit: boolean }) {
  return (
    <Alert color="ochre" title="This session is still being recorded, or its recording was not finished">
      <Text mb={canEdit ? 'sm' : 0}>The note will be written once the session has ended.</Text>
      {canEdit && (
        <ButtonLink variant="default" size="xs" to="/session/$clientId" params={{ clientId }}>
          Go to the recording
        </ButtonLink>
      )}
    </Alert>
  )
}

/** Warns that the uploaded recording ends too early. */
function CutOff({ children }: { children: ReactNode }) {
  return (
    <PageAlert color="ochre" title="The recording is cut off">
      <Text mb={children ? 'sm' : 0}>
        The uploaded file ends before the recording does. The transcript and the note cover what is in it.
      </Text>
      {children}
    </PageAlert>
  )
}

/** Warns that parts of the recording are missing from the note. */
function UnreadParts({ children }: { children: ReactNode }) {
  return (
    <PageAlert color="ochre" title="Part of the recording could not be read">
      <Text mb="sm">It is missing from the transcript and the note. The full recording is saved.</Text>
      {children}
    </PageAlert>
  )
}
