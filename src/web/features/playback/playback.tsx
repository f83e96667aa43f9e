import { ActionIcon, Button, Loader } from '@mantine/core'
import { IconPlayerPlayFilled, IconPlayerStopFilled } from '@tabler/icons-react'
import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from 'react'
import { api } from '#web/api/client.ts'
import { readError } from '#web/api/errors.ts'
import { mediaTime } from '#shared/rules/media-time.ts'
import { showFailure } from '#web/ui/feedback/toast.ts'
import { Player, type Span } from './player.ts'

const PlayerContext = createContext<Player | null>(null)

/** Provides one player to all descendants. It stops when it is unmounted. */
export function PlaybackProvider({ sessionId, children }: { sessionId: string; children: ReactNode }) {
  const [player] = useState(() => new Player(() => api.recordings.playback({ sessionId }), reportFailure))
  useEffect(() => player.stop, [player])
  return <PlayerContext value={player}>{children}</PlayerContext>
}

function reportFailure(error: unknown): void {
  showFailure(readError(error, 'The audio could not be played. Try again.').sentence)
}

const shownEveryMs = 200

/** Returns the player of the page with its state and its position in seconds, updated while it plays. */
export function usePlayback() {
  const player = useContext(PlayerContext)
  if (!player) throw new Error('Playback needs a PlaybackProvider around it.')
  const { status, span } = useSyncExternalStore(player.subscribe, player.getState)
  const [position, setPosition] = useState(0)
  const isPlaying = status === 'playing'
  useEffect(() => {
    if (!isPlaying) return undefined
    const update = () => setPosition(player.position)
    update()
    const timer = setInterval(update, shownEveryMs)
    return () => {
      clearInterval(timer)
      update()
    }
  }, [isPlaying, player])
  const play = async (wanted: Span) => {
    setPosition(wanted.start)
    try {
      await player.play(wanted)
    } catch (error) {
      reportFailure(error)
    }
  }
  return {
    isActive: isPlaying || status === 'loading',
    isPlaying,
    position: span && status === 'loading' ? span.start : position,
    play: (wanted: Span) => void play(wanted),
    stop: player.stop,
  }
}

/** Returns the playback state of one span, and a function that plays or stops it. */
function useSpan({ start, end }: Span) {
  const player = useContext(PlayerContext)
  if (!player) throw new Error('A play button needs a PlaybackProvider around it.')
  const { status, span } = useSyncExternalStore(player.subscribe, player.getState)
  const isMine = span?.start === start && span.end === end
  const isLoading = isMine && status === 'loading'
  const isActive = isLoading || (isMine && status === 'playing')
  const play = async () => {
    try {
      await player.play({ start, end })
    } catch (error) {
      reportFailure(error)
    }
  }
  return { isLoading, isActive, toggle: () => (isActive ? player.stop() : void play()) }
}

/** A button that plays or stops this span of the recording. */
export function PlayButton({ start, end, size = 30 }: Span & { size?: number }) {
  const { isLoading, isActive, toggle } = useSpan({ start, end })
  const Icon = isActive ? IconPlayerStopFilled : IconPlayerPlayFilled
  return (
    <ActionIcon
      variant={isActive ? 'filled' : 'light'}
      size={size}
      // The button does not use `loading`: it would be disabled and lose the focus, which would close the evidence
      // around it.
      aria-busy={isLoading}
      data-play
      aria-label={isActive ? 'Stop' : `Play ${mediaTime(start)} to ${mediaTime(end)}`}
      onClick={toggle}
    >
      {isLoading ? <Loader size={14} color="currentColor" aria-hidden /> : <Icon size={14} aria-hidden />}
    </ActionIcon>
  )
}

/** A button that plays or stops this span and names its times, e.g. `Play 31:02 – 31:33`. */
export function PlaySpanButton({ start, end }: Span) {
  const { isLoading, isActive, toggle } = useSpan({ start, end })
  const Icon = isActive ? IconPlayerStopFilled : IconPlayerPlayFilled
  return (
    <Button
      variant="default"
      size="sm"
      leftSection={isLoading ? <Loader size={14} color="currentColor" aria-hidden /> : <Icon size={14} aria-hidden />}
      aria-busy={isLoading}
      data-play
      onClick={toggle}
    >
      {isActive ? 'Stop' : `Play ${mediaTime(start)} – ${mediaTime(end)}`}
    </Button>
  )
}
