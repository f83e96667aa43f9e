import { mediaTime } from '#shared/rules/media-time.ts'
import { formatTimer } from './timer.ts'
import type { Phase, RecorderState } from './recorder-state.ts'

/** A way on that a notice offers beside the controls, which are always there. */
export type Way = 'try again' | 'sign in' | 'share tab'

/** A warning while recording. `ember`: nothing is captured; `ochre`: everything is captured so far. */
export type Notice = {
  title: string
  /** Follows the title and changes every second. */
  running?: string
  text: string | null
  tone: 'ember' | 'ochre'
  ways: readonly Way[]
}

/** Whether a session is open in this tab, so that leaving the page would interrupt it. */
export function isOpen(phase: Phase): boolean {
  return phase !== 'idle' && phase !== 'ended'
}

/** The state in words. */
export const phaseNames: Readonly<Record<Phase, string>> = {
  idle: 'Ready to record',
  starting: 'Opening the microphone…',
  recording: 'Recording',
  paused: 'Paused',
  interrupted: 'Not recording',
  ending: 'Ending the session…',
  ended: 'Session ended',
}

/** Everything that is out of order, the most urgent first. */
export function noticesOf(state: RecorderState): Notice[] {
  return [failure(state), capture(state), level(state), line(state), length(state)].filter((notice) => notice !== null)
}

function failure({ error, phase }: RecorderState): Notice | null {
  if (error === null) return null
  const isRefused = error.startsWith('Unable to access microphone')
  const text = isRefused
    ? 'Allow the microphone for this page in the address bar or the settings of the browser, and check that no other program is using it.'
    : null
  return { title: error, text, tone: 'ember', ways: phase === 'ending' || phase === 'interrupted' ? ['try again'] : [] }
}

const interruptions = {
  gone: ['The microphone was disconnected.', 'Reconnect it, or choose another one.'],
  'not recorded': [
    'Recording stopped because of an error in the browser.',
    'The microphone still works, and Attend keeps trying to record. If this persists, reload the page and continue the session.',
  ],
  other: ['The recording was interrupted.', 'Try again to continue.'],
} as const

function capture({ phase, microphone, storedMs, error }: RecorderState): Notice | null {
  const saved = `Everything up to ${formatTimer(storedMs)} is saved.`
  if (phase === 'interrupted') {
    const [title, advice] = interruptions[microphone === 'gone' || microphone === 'not recorded' ? microphone : 'other']
    return {
      title: `${title} Nothing is being recorded.`,
      text: `${saved} ${advice}`,
      tone: 'ember',
      ways: error === null ? ['try again'] : [],
    }
  }
  if (phase !== 'recording') return null
  if (microphone === 'muted') {
    return {
      title: 'The microphone is muted. Silence is being recorded.',
      text: 'Unmute it on the device or in the settings of the computer, or choose another one.',
      tone: 'ember',
      ways: [],
    }
  }
  if (microphone === 'silent') {
    return {
      title: 'No sound from the microphone.',
      text: 'If someone is speaking, check that it is switched on and not covered, or choose another one.',
      tone: 'ochre',
      ways: [],
    }
  }
  return null
}

/** Without a sound output, Firefox never starts an AudioContext. */
function level({ phase, hasLevel }: RecorderState): Notice | null {
  if (phase !== 'recording' || hasLevel) return null
  return {
    title: 'Recording continues without level meter and live text.',
    text: 'This browser needs a sound output for them. Connect speakers or headphones before the next session. Until then, Attend cannot notice a microphone that picks up nothing.',
    tone: 'ochre',
    ways: [],
  }
}

function line({ phase, line: standing, storedMs, savedMs }: RecorderState): Notice | null {
  if (phase === 'idle' || phase === 'ended' || standing === 'sending') return null
  const waitingMs = storedMs - savedMs
  const running = waitingMs < 1000 ? '' : ` ${mediaTime(waitingMs / 1000)} waiting to upload.`
  const continues = 'Recording continues on this device.'
  if (standing === 'signed out') {
    return {
      title: phase === 'recording' ? `You are signed out. ${continues}` : 'You are signed out.',
      running,
      text: 'Sign in again in another tab; this page then continues automatically.',
      tone: 'ochre',
      ways: ['sign in'],
    }
  }
  const cause =
    standing === 'disk full'
      ? "Attend cannot save right now: the server's disk is full."
      : 'Attend cannot be reached right now.'
  if (phase === 'recording') {
    return { title: continues, running, text: `${cause} Upload will resume automatically.`, tone: 'ochre', ways: [] }
  }
  const text =
    phase === 'ending'
      ? 'The session will end automatically once the connection is back. Keep this page open.'
      : 'Upload will resume automatically.'
  return { title: cause, running, text, tone: 'ochre', ways: [] }
}

function length({ isFull, phase }: RecorderState): Notice | null {
  if (!isFull || !isOpen(phase) || phase === 'ending') return null
  return {
    title: 'The recording stopped automatically after four hours.',
    text: 'Everything is saved. End the session to create its note.',
    tone: 'ochre',
    ways: [],
  }
}
