import { ActionIcon, Loader } from '@mantine/core'
import { IconPlayerPlayFilled, IconPlayerStopFilled } from '@tabler/icons-react'
import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from 'react'
import { api } from '#web/api/client.ts'
import { readError } from '#web/api/errors.ts'
import { mediaTime } from '#web/ui/format/media-time.ts'
import { showFailure } from '#web/ui/feedback/toast.ts'
import { Player, type Span } from './player.ts'

const PlayerContext = createContext<Player | null>(null)

/** One player for all descendants; it stops on unmount. */
export function PlaybackProvider({ sessionId, children }: { sessionId: string; children: ReactNode }) {
  const [player] = useState(() => new Player(() => api.recordings.playback({ sessionId })))
  useEffect(() => player.stop, [player])
  return <PlayerContext value={player}>{children}</PlayerContext>
}

/** Plays or stops this span of the recording. */
export function PlayButton({ start, end, size = 30 }: Span & { size?: number }) {
  const player = useContext(PlayerContext)
  if (!player) throw new Error('A play button needs a PlaybackProvider around it.')
  const { status, span } = useSyncExternalStore(player.subscribe, player.getState)
  const isMine = span?.start === start && span.end === end
  const isLoading = isMine && status === 'loading'
  const isActive = isLoading || (isMine && status === 'playing')
  const Icon = isActive ? IconPlayerStopFilled : IconPlayerPlayFilled
  const play = async () => {
    try {
      await player.play({ start, end })
    } catch (error) {
      showFailure(readError(error, 'The audio could not be played. Try again.').sentence)
    }
  }
  return (
    <ActionIcon
      variant={isActive ? 'filled' : 'light'}
      size={size}
      // Not `loading`: a disabled button loses the focus, which would close the evidence around it.
      aria-busy={isLoading}
      data-play
      aria-label={isActive ? 'Stop' : `Play ${mediaTime(start)} to ${mediaTime(end)}`}
      onClick={() => (isActive ? player.stop() : void play())}
    >
      {isLoading ? <Loader size={14} color="currentColor" aria-hidden /> : <Icon size={14} aria-hidden />}
    </ActionIcon>
  )
}
