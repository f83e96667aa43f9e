import { Alert, Anchor, Button, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Notice, Way } from './notices.ts'
import classes from './recorder.module.css'

type Props = {
  notices: readonly Notice[]
  onTryAgain: () => void
  /** Only notices of a video visit ask for the tab. */
  onShareTab?: (() => void) | undefined
}

/** Problems with their recovery actions. A screen reader announces each once, ignoring running values. */
export function NoticeList({ notices, onTryAgain, onShareTab }: Props) {
  const ways: Readonly<Record<Way, ReactNode>> = {
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
    'sign in': (
      <Anchor href="/login" target="_blank" fw={600} c="inherit">
        Sign in in another tab
      </Anchor>
    ),
  }
  return notices.map(({ title, running, text, tone, ways: offered }) => (
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
      {offered.map((way) => (
        <div key={way} className={classes.way}>
          {ways[way]}
        </div>
      ))}
    </Alert>
  ))
}
