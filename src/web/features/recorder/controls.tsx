import { Button } from '@mantine/core'
import { IconMicrophone, IconPlayerPause, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { RecorderState } from './recorder-state.ts'
import classes from './recorder.module.css'

type Props = {
  state: RecorderState
  isReady: boolean
  onStart: () => void
  onPause: () => void
  onResume: () => void
  onEnd: () => void
}

const icon = { size: 19, stroke: 1.8, 'aria-hidden': true }

/**
 * The buttons that start, pause and end a recording. On phones they are at the bottom of the screen, within reach of
 * the thumb.
 */
export function Controls({ state: { phase, isFull }, isReady, onStart, onPause, onResume, onEnd }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const isBefore = phase === 'idle' || phase === 'starting'
  const isOver = phase === 'ending' || phase === 'stranded' || phase === 'ended'
  // The pressed button is replaced, so the focus moves to one of the new buttons.
  const shown = useRef({ isBefore, isOver })
  useEffect(() => {
    if (shown.current.isBefore === isBefore && shown.current.isOver === isOver) return
    shown.current = { isBefore, isOver }
    if (document.activeElement === document.body) box.current?.querySelector('button')?.focus()
  }, [isBefore, isOver])

  if (isOver) return null
  return (
    <div ref={box} className={classes.controls}>
      {isBefore ? (
        <Button
          size="md"
          leftSection={<IconMicrophone {...icon} />}
          disabled={!isReady}
          loading={phase === 'starting'}
          onClick={onStart}
        >
          Start Session
        </Button>
      ) : (
        <>
          {phase === 'paused' || phase === 'recording' ? (
            <Button
              size="md"
              variant={phase === 'paused' ? 'filled' : 'default'}
              disabled={isFull}
              leftSection={phase === 'paused' ? <IconPlayerPlay {...icon} /> : <IconPlayerPause {...icon} />}
              onClick={phase === 'paused' ? onResume : onPause}
            >
              {phase === 'paused' ? 'Resume' : 'Pause'}
            </Button>
          ) : null}
          <Button size="md" color="ember.7" leftSection={<IconPlayerStop {...icon} />} onClick={onEnd}>
            End Session
          </Button>
        </>
      )}
    </div>
  )
}
