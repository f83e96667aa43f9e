import { Alert, Anchor, Button, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Notice, NoticeAction } from './notices.ts'
import { SaveAudio } from './save-audio.tsx'
import classes from './recorder.module.css'

type Props = {
  notices: readonly Notice[]
  onTryAgain: () => void
  /** Asks for the client's tab. Only needed for notices of a video visit. */
  onShareTab?: (() => void) | undefined
  /** Returns the audio of the session in this browser. Only needed during a recording. */
  readAudio?: () => Promise<readonly Blob[]>
  /** Continues without audio that is only in the page. Only needed during a recording. */
  onContinue?: () => void
}

/**
 * A list of problems with recovery actions. Screen readers announce each problem once, without values that change every
 * second.
 */
export function NoticeList({ notices, onTryAgain, onShareTab, readAudio, onContinue }: Props) {
  const elements: Readonly<Record<NoticeAction, ReactNode>> = {
    'try again': (
      <Button size="xs" variant="default" onClick={onTryAgain}>
        Try Again
      </Button>
    ),
    'share tab': (
      <Button size="xs" variant="default" onClick={onShareTab}>
        Share the tab again
      </Button>
    ),
    'save audio': readAudio && <SaveAudio size="xs" read={readAudio} />,
    continue: (
      <Button size="xs" variant="default" onClick={onContinue}>
        Continue
      </Button>
    ),
    'sign in': (
      <Anchor href="/login" target="_blank" fw={600} c="inherit">
        Sign in in another tab
      </Anchor>
    ),
  }
  return notices.map(({ title, running, text, tone, actions }) => (
    <Alert
      key={title}
      role="alert"
      color={tone}
      title={
        <>
          {title}
          {running !== undefined && (
            <span aria-live="off" className="num">
              {running}
            </span>
          )}
        </>
      }
    >
      {text !== null && <Text size="sm">{text}</Text>}
      {actions.map((action) => (
        <div key={action} className={classes.action}>
          {elements[action]}
        </div>
      ))}
    </Alert>
  ))
}
