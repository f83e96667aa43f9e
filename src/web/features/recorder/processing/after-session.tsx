import { Alert, Button, Title } from '@mantine/core'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { NoteType } from '#shared/contract/notes.ts'
import { useProcessing } from '#web/api/session-processing.ts'
import { ButtonLink } from '#web/ui/layout/links.tsx'
import { SessionLanguageNotice } from '#web/ui/feedback/session-language-notice.tsx'
import { Muted, Strong } from '#web/ui/layout/text.ts'
import { Actions } from '#web/ui/layout/panel-parts.ts'
import { NoteTypeChoice } from './note-type-choice.tsx'
import { ProcessingDialog } from './processing-dialog.tsx'
import classes from '../recorder.module.css'

/** Props of the help that is shown if there is no speech engine. */
export type SpeechHelpProps = {
  sessionId: string
  isRetrying: boolean
  onTranscribeAgain: () => void
  onImported: () => void
}

type Props = {
  sessionId: string
  /** False if audio of the session was not uploaded and stays in this browser. */
  isAllUploaded: boolean
  clientName: string
  defaultType: NoteType
  /** Called when the session has ended and its processing starts. */
  onBegin: () => void
  onComplete: () => void
  renderSpeechHelp: (props: SpeechHelpProps) => ReactNode
}

/** The steps after End Session: note type, processing, note. The user can leave at any time. */
export function AfterSession({
  sessionId,
  isAllUploaded,
  clientName,
  defaultType,
  onBegin,
  onComplete,
  renderSpeechHelp,
}: Props) {
  const [open, setOpen] = useState<'type' | 'between' | 'processing' | null>('type')
  const [startedAt] = useState(() => performance.now())
  const { progress, failure, isRetrying, retry, follow } = useProcessing(sessionId, { isNew: true })
  const heading = useRef<HTMLHeadingElement>(null)
  const begin = useEffectEvent(onBegin)
  useEffect(() => {
    heading.current?.focus()
    begin()
  }, [])
  const complete = useEffectEvent(onComplete)
  const isComplete = progress?.stage === 'complete'
  useEffect(() => {
    if (isComplete) complete()
  }, [isComplete])

  const saved = isAllUploaded
    ? 'Everything is saved.'
    : 'Everything that was uploaded is saved. The rest is still in this browser.'
  const trouble =
    failure === null ? null : failure.code === 'speech_unavailable' ? (
      renderSpeechHelp({ sessionId, isRetrying, onTranscribeAgain: () => void retry(), onImported: follow })
    ) : (
      <Alert role="alert" color="ember" title={failure.sentence}>
        <Actions gap="sm">
          <Button variant="default" size="xs" loading={isRetrying} onClick={() => void retry()}>
            Try Again
          </Button>
          <ButtonLink variant="subtle" size="xs" to="/notes/$sessionId" params={{ sessionId }}>
            Open the session
          </ButtonLink>
        </Actions>
      </Alert>
    )
  return (
    <>
      <title>Session ended · Attend</title>
      <Title order={1} ref={heading} tabIndex={-1} className={classes.name}>
        {clientName}
      </Title>
      <Strong>Session ended</Strong>
      <Muted ta="center" maw="46ch">
        {isComplete
          ? 'The note is ready for your review.'
          : trouble === null
            ? `${saved} The note is being written; you can wait for it here or come back later.`
            : saved}
      </Muted>
      {open === null && <SessionLanguageNotice language={progress?.otherLanguage ?? null} />}
      {open === null && trouble !== null && <div className={classes.trouble}>{trouble}</div>}
      {open === null && (
        <div className={classes.controls}>
          <ButtonLink size="md" to="/notes/$sessionId" params={{ sessionId }}>
            View Session Notes
          </ButtonLink>
          {!isComplete && trouble === null && (
            <Button size="md" variant="default" onClick={() => setOpen('processing')}>
              Show progress
            </Button>
          )}
        </div>
      )}
      <NoteTypeChoice
        opened={open === 'type'}
        sessionId={sessionId}
        defaultType={defaultType}
        onChosen={() => {
          follow()
          setOpen((current) => (current === 'type' ? 'between' : current))
        }}
        onClose={() => setOpen('between')}
        onClosed={() => setOpen('processing')}
      />
      <ProcessingDialog
        opened={open === 'processing'}
        sessionId={sessionId}
        startedAt={startedAt}
        progress={progress}
        failure={trouble}
        onClose={() => setOpen(null)}
      />
    </>
  )
}
