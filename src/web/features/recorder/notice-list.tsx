import { Alert, Anchor, Button, Text, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Notice, Way } from './notices.ts'
import { spokenNotices } from './spoken.ts'
import classes from './recorder.module.css'

type Props = { notices: readonly Notice[]; onTryAgain: () => void }

/** What is out of order, each with its way on. Screen readers hear it once, without the running times. */
export function NoticeList({ notices, onTryAgain }: Props) {
  const ways: Readonly<Record<Way, ReactNode>> = {
    'try again': (
      <Button size="xs" variant="default" onClick={onTryAgain}>
        Try Again
      </Button>
    ),
    'sign in': (
      <Anchor href="/login" target="_blank" fw={600} c="inherit">
        Sign in in another tab
      </Anchor>
    ),
  }
  return (
    <>
      <VisuallyHidden role="alert">{spokenNotices(notices)}</VisuallyHidden>
      {notices.map((notice) => (
        <Alert key={notice.title} role="none" color={notice.tone} title={notice.title} className={classes.notice}>
          {notice.text !== null && <Text fz="sm">{notice.text}</Text>}
          {notice.ways.map((way) => (
            <div key={way} className={classes.way}>
              {ways[way]}
            </div>
          ))}
        </Alert>
      ))}
    </>
  )
}
