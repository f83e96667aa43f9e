import { Button, Progress } from '@mantine/core'
import { IconAlertTriangle, IconPlayerPause, IconPlayerPlay, IconShieldCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { EngineModel } from '#shared/contract/engines.ts'
import type { RowActions } from './row-actions.ts'
import { shownShare, shownTimeLeft } from './sizes.ts'
import classes from './engines.module.css'

/** The progress bar of a download, with the remaining size and time and its buttons. */
export function DownloadProgress({ model, change }: { model: EngineModel; change: RowActions['change'] }) {
  const { state, name, bytes, size, verifiedFiles, files } = model
  const percent = Math.min(100, Math.floor((bytes / size) * 100))
  const isPaused = state === 'paused'
  return (
    <div className={classes.progress}>
      <div className={classes.bar}>
        <Progress value={percent} aria-label={`Download of ${name}`} />
        <div className={classes.left}>
          <span className="num">{leftText(model)}</span>
          <span className={classes.verified}>
            <IconShieldCheck size={16} aria-hidden />
            {verifiedFiles} of {files.length} files verified
          </span>
        </div>
      </div>
      <div className={classes.buttons}>
        <Button
          size="xs"
          variant="default"
          leftSection={isPaused ? <IconPlayerPlay size={16} aria-hidden /> : <IconPlayerPause size={16} aria-hidden />}
          aria-label={`${isPaused ? 'Resume' : 'Pause'} the download of ${name}`}
          onClick={() => change(isPaused ? 'download' : 'pause', model)}
        >
          {isPaused ? 'Resume' : 'Pause'}
        </Button>
        <Button
          size="xs"
          variant="subtle"
          aria-label={`Cancel the download of ${name}`}
          onClick={() => change('cancel', model)}
        >
          Cancel
        </Button>
      </div>
    </div>
  )
}

function leftText({ state, bytes, size, source, secondsLeft }: EngineModel): string {
  const share = shownShare(bytes, size)
  if (state === 'paused') return `Paused at ${share}`
  if (state === 'offline') return 'Connection lost. The download will resume when you’re back online.'
  const from = `${share} from ${new URL(source).host}`
  return secondsLeft === null ? from : `${from}, ${shownTimeLeft(secondsLeft)}`
}

/** Says why a download or verification failed. */
export function Failure({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className={classes.failure}>
      <IconAlertTriangle size={17} aria-hidden />
      {children}
    </div>
  )
}
