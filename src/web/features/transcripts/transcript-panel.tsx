import { ActionIcon, Alert, Button, Drawer, Skeleton, Title } from '@mantine/core'
import { useMediaQuery, useMounted } from '@mantine/hooks'
import { IconArrowBackUp, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef } from 'react'
import type { SessionTranscript } from '#shared/contract/transcripts.ts'
import { mediaTime } from '#shared/rules/media-time.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx'
import { showFailure } from '#web/ui/feedback/toast.ts'
import { Hint } from '#web/ui/layout/text.ts'
import { LostCorrection } from './lost-correction.tsx'
import { PanelPlayer, type Playback } from './panel-player.tsx'
import { SpeakerChips } from './speaker-chips.tsx'
import { SpeakerRows } from './speaker-rows.tsx'
import { VoiceOffer } from './own-voice/voice-offer.tsx'
import { labelledSpeakers, type People } from './speakers.ts'
import { TurnList } from './turn-list.tsx'
import type { TranscriptEdits } from './use-transcript-edits.ts'
import type { ShownTurn } from './use-transcript-panel.ts'
import type { TurnCorrection } from './use-turn-correction.ts'
import classes from './transcripts.module.css'

export type TranscriptPanelProps = {
  opened: boolean
  onClose: () => void
  transcript: SessionTranscript | undefined
  hasTranscript: boolean
  /** The error, if the transcript failed to load. */
  failure: Error | null
  onRetry: () => void
  people: People
  canEdit: boolean
  edits: TranscriptEdits
  correction: TurnCorrection
  shownTurn: ShownTurn
  /** The ids of turns that the draft did not use. */
  unread: ReadonlySet<string>
  /** Null without stored audio. */
  playback: Playback | null
}

/** Minimum width of the window. In a narrower one, the note would have too little room beside the panel. */
const wideWindow = '(min-width: 68.75em)'
const phoneWindow = '(max-width: 48em)'

/**
 * The transcript beside the note. In narrow windows it is a drawer, on a phone it fills the screen. It opens after
 * mounting, so that the focus returns to its opener.
 */
export default function TranscriptPanel(props: TranscriptPanelProps) {
  const isWide = useMediaQuery(wideWindow, undefined, { getInitialValueInEffect: false }) ?? true
  const isPhone = useMediaQuery(phoneWindow, undefined, { getInitialValueInEffect: false }) ?? false
  const isMounted = useMounted()
  const { onClose, edits } = props
  const isOpen = props.opened && isMounted
  const close = () => {
    edits.clear()
    onClose()
  }
  if (isWide) return isOpen ? <BesideNote onClose={close}>{<Content {...props} onClose={close} />}</BesideNote> : null
  return (
    <Drawer.Root opened={isOpen} onClose={close} position="right" size={isPhone ? '100%' : 664} padding={0}>
      <Drawer.Overlay />
      <Drawer.Content aria-label="Transcript">
        <Drawer.Body className={classes.drawerBody}>
          <Content {...props} onClose={close} isPhone={isPhone} />
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}

/** Shows the panel without blocking the note beside it. When it closes, the focus returns to where it was. */
function BesideNote({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const panel = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const opener = document.activeElement
    let outside: Element | null = null
    const rememberFocus = ({ target }: FocusEvent) => {
      if (target instanceof Element && !panel.current?.contains(target) && !target.closest('[role="menu"]'))
        outside = target
    }
    document.addEventListener('focusin', rememberFocus)
    if (!panel.current?.contains(opener)) panel.current?.querySelector<HTMLElement>('[data-close]')?.focus()
    return () => {
      document.removeEventListener('focusin', rememberFocus)
      const back = opener?.isConnected && opener !== document.body ? opener : outside
      if (back instanceof HTMLElement) back.focus()
    }
  }, [])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes a dialog
    <dialog
      ref={panel}
      open
      aria-label="Transcript"
      className={classes.beside}
      data-beside
      onKeyDown={(event) => {
        const isInside = event.target instanceof Node && panel.current?.contains(event.target)
        if (event.key !== 'Escape' || event.defaultPrevented || !isInside) return
        event.stopPropagation()
        onClose()
      }}
    >
      {children}
    </dialog>
  )
}

function Content(props: TranscriptPanelProps & { isPhone?: boolean }) {
  const {
    transcript,
    hasTranscript,
    failure,
    onRetry,
    people,
    edits,
    correction,
    canEdit,
    isPhone,
    onClose,
    playback,
  } = props
  const speakers = useMemo(
    () => labelledSpeakers(transcript?.utterances ?? [], people, transcript?.ownLabel),
    [transcript, people],
  )
  const seconds = useMemo(() => Math.max(0, ...(transcript?.utterances ?? []).map(({ end }) => end)), [transcript])
  const canPlay = playback !== null && transcript?.hasTimes === true && seconds > 0
  // Undoing a split would remove the turn that is being corrected.
  const undo = () => {
    if (correction.isDirty) showFailure('Save or cancel your correction first.')
    else void edits.undo()
  }
  const undoByKeys = (event: KeyboardEvent) => {
    const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey
    // Inside a text field, the browser's own undo applies.
    const isInField = event.target instanceof Element && event.target.matches('input, textarea')
    if (!isUndo || isInField || !canEdit || edits.undoName === null) return
    event.preventDefault()
    undo()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- handles the keys of the Undo button inside
    <div className={classes.panel} onKeyDown={undoByKeys}>
      <header className={classes.panelHead}>
        <div>
          <Title order={2}>Transcript</Title>
          {transcript && <Hint className="num">{[...factsOf(transcript, seconds)].join(', ')}</Hint>}
        </div>
        <span className={classes.panelActions}>
          {canEdit && (
            <Button
              variant="default"
              size="sm"
              leftSection={<IconArrowBackUp size={17} aria-hidden />}
              // A disabled button would lose the focus.
              data-disabled={edits.undoName === null || undefined}
              aria-disabled={edits.undoName === null}
              onClick={undo}
            >
              {edits.undoName === null || isPhone ? 'Undo' : `Undo ${edits.undoName}`}
            </Button>
          )}
          <ActionIcon
            data-close
            variant="subtle"
            color="gray"
            size={isPhone ? 44 : 34}
            aria-label="Close"
            onClick={onClose}
          >
            <IconX size={20} aria-hidden />
          </ActionIcon>
        </span>
      </header>
      {!transcript ? (
        <Missing hasTranscript={hasTranscript} failure={failure} onRetry={onRetry} />
      ) : (
        <>
          <LostCorrection transcript={transcript} correction={correction} />
          <div className={classes.panelSpeakers}>
            {isPhone ? (
              <SpeakerChips speakers={speakers} edits={edits} canEdit={canEdit} />
            ) : (
              <SpeakerRows speakers={speakers} edits={edits} canEdit={canEdit} />
            )}
            {canEdit && speakers.length === 1 && transcript.utterances.length > 1 && (
              <Alert color="ochre" title="Only one voice was found.">
                <Button
                  variant="default"
                  size="compact-sm"
                  disabled={edits.isBusy}
                  onClick={() => void edits.apply({ kind: 'separate' })}
                >
                  Split by turn
                </Button>
              </Alert>
            )}
            {canEdit && edits.hasNamedTherapist && playback !== null && transcript.voices !== undefined && (
              <VoiceOffer sessionId={edits.sessionId} />
            )}
            {edits.failure && (
              <Alert
                role="alert"
                color="ember"
                withCloseButton
                closeButtonLabel="Dismiss"
                onClose={edits.dismissFailure}
              >
                {edits.failure.sentence}
                {edits.failure.retry && (
                  <Button variant="default" size="compact-sm" onClick={edits.failure.retry}>
                    Try again
                  </Button>
                )}
              </Alert>
            )}
          </div>
          <TurnList {...props} transcript={transcript} playback={canPlay ? playback : null} seconds={seconds} />
          {canPlay && (
            <PanelPlayer
              playback={playback}
              utterances={transcript.utterances}
              lanes={speakers.slice(0, 2)}
              seconds={seconds}
            />
          )}
        </>
      )}
    </div>
  )
}

const languages = new Intl.DisplayNames('en', { type: 'language', fallback: 'code' })

/** Length, language and source of a transcript. */
function* factsOf({ hasTimes, language, engine }: SessionTranscript, seconds: number): Generator<string> {
  if (hasTimes && seconds > 0) yield mediaTime(seconds)
  if (/^[a-z]{2,3}$/.test(language) && language !== 'und') yield languages.of(language) ?? language
  yield engine.startsWith('import') ? 'imported' : engine
}

function Missing({
  hasTranscript,
  failure,
  onRetry,
}: Pick<TranscriptPanelProps, 'hasTranscript' | 'failure' | 'onRetry'>) {
  if (failure)
    return (
      <div className={classes.missing}>
        <LoadFailure error={failure} fallback="Failed to get transcript" onRetry={onRetry} />
      </div>
    )
  if (!hasTranscript)
    return (
      <EmptyState title="Waiting for a transcript">
        The recording is stored and will be transcribed when an engine is available.
      </EmptyState>
    )
  return (
    <div className={classes.missing} aria-busy>
      <Skeleton className={classes.loadingSpeaker} />
      <Skeleton className={classes.loadingSpeaker} />
      {Array.from({ length: 5 }, (_, at) => (
        <Skeleton key={at} className={classes.loadingTurn} />
      ))}
    </div>
  )
}
