import { Button, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { useLeaveGuard } from '#web/identity/leave-guard.ts'
import { DialogButtons } from '#web/ui/dialog/dialog-buttons.tsx'
import { isOpen } from './notices.ts'
import type { Connection, Phase, RecorderState } from './recorder-state.ts'

type Props = {
  state: RecorderState
  /** Stops and keeps the recording. Returns false if that failed; the caller shows the error. */
  onLeave: () => Promise<boolean>
}

export const lostUnlessSaved =
  'The last part of the recording is only in this page. If you have not saved it as a file, it will be lost.'

/** Asks before the user leaves a recording page by a link, Back or sign-out. */
export function LeaveRecording({ state: { phase, line }, onLeave }: Props) {
  const isAtStake = isOpen(phase) && phase !== 'starting'
  // The recorder itself asks before the tab is closed.
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isAtStake && current.pathname !== next.pathname,
    enableBeforeUnload: false,
    withResolver: true,
  })
  const [answer, setAnswer] = useState<((mayLeave: boolean) => void) | null>(null)
  const [isLeaving, setLeaving] = useState(false)
  useLeaveGuard(isAtStake, () => new Promise<boolean>((resolve) => setAnswer(() => resolve)))

  const stay = () => {
    answer?.(false)
    setAnswer(null)
    if (blocker.status === 'blocked') blocker.reset()
  }
  const leave = async () => {
    setLeaving(true)
    const hasLeft = await onLeave()
    setLeaving(false)
    if (!hasLeft) return stay()
    answer?.(true)
    setAnswer(null)
    if (blocker.status === 'blocked') blocker.proceed()
  }
  return (
    <Dialog opened={answer !== null || blocker.status === 'blocked'} onClose={stay} title="Leave the recording?">
      <Text>{consequence(phase, line)}</Text>
      <DialogButtons>
        <Button variant="default" data-autofocus onClick={stay}>
          Stay
        </Button>
        <Button color="ember" loading={isLeaving} onClick={() => void leave()}>
          Leave
        </Button>
      </DialogButtons>
    </Dialog>
  )
}

function consequence(phase: Phase, line: Connection): string {
  if (phase === 'stranded') {
    return lostUnlessSaved
  }
  const what =
    phase === 'ending'
      ? 'The last part is still uploading. If you leave now, the session remains unfinished.'
      : 'The recording will stop.'
  const saved =
    line === 'no access'
      ? 'Only what was uploaded stays saved, because you have no access to this session.'
      : 'Everything recorded so far is saved, and you can finish the session later.'
  return `${what} ${saved}`
}
