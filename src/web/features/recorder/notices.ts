import { mediaTime } from '#shared/rules/media-time.ts'
import { formatTimer } from './timer.ts'
import type { Phase, RecorderState } from './recorder-state.ts'

/** A recovery action that a notice offers in addition to the controls. */
export type NoticeAction = 'try again' | 'sign in' | 'share tab'

/** A warning while recording. `ember`: audio is missing or may be lost; `ochre`: no audio was lost so far. */
export type Notice = {
  title: string
  /** A value after the title that changes every second. */
  running?: string
  text: string | null
  tone: 'ember' | 'ochre'
  actions: readonly NoticeAction[]
}

/** Returns whether a session is open in this tab, so that leaving the page would interrupt it. */
export function isOpen(phase: Phase): boolean {
  return phase !== 'idle' && phase !== 'ended'
}

/** Display names of the phases. */
export const phaseNames: Readonly<Record<Phase, string>> = {
  idle: 'Ready to record',
  starting: 'Opening the microphone…',
  recording: 'Recording',
  paused: 'Paused',
  interrupted: 'Not recording',
  ending: 'Ending the session…',
  ended: 'Session ended',
}

/** Returns a notice for every problem, the most urgent first. */
export function noticesOf(state: RecorderState): Notice[] {
  return [failure(state), capture(state), level(state), line(state), length(state)].filter((notice) => notice !== null)
}

function failure({ error, phase }: RecorderState): Notice | null {
  if (error === null) return null
  const isRefused = error.startsWith('Unable to access microphone')
  const text = isRefused
    ? 'Allow the microphone for this page in the address bar or the settings of the browser, and check that no other program is using it.'
    : null
  return {
    title: error,
    text,
    tone: 'ember',
    actions: phase === 'interrupted' ? ['try again'] : [],
  }
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
      actions: error === null ? ['try again'] : [],
    }
  }
  if (phase !== 'recording') return null
  if (microphone === 'muted') {
    return {
      title: 'The microphone is muted. Silence is being recorded.',
      text: 'Unmute it on the device or in the settings of the computer, or choose another one.',
      tone: 'ember',
      actions: [],
    }
  }
  if (microphone === 'silent') {
    return {
      title: 'No sound from the microphone.',
      text: 'If someone is speaking, check that it is switched on and not covered, or choose another one.',
      tone: 'ochre',
      actions: [],
    }
  }
  return null
}

/** Reports that levels are missing. In Firefox without an audio output, an AudioContext never starts. */
function level({ phase, hasLevel }: RecorderState): Notice | null {
  if (phase !== 'recording' || hasLevel) return null
  return {
    title: 'Recording continues without level meter and live text.',
    text: 'This browser needs a sound output for them. Connect speakers or headphones before the next session. Until then, Attend cannot notice a microphone that picks up nothing.',
    tone: 'ochre',
    actions: [],
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
      actions: ['sign in'],
    }
  }
  if (standing === 'no access') {
    const isRecording = phase === 'recording'
    return {
      title: `You have no access to this session.${isRecording ? ` ${continues}` : ''}`,
      running,
      text: isRecording
        ? 'If another account is signed in here, sign in as yourself in another tab; this page then continues automatically. If you were removed from the organization, audio from now on cannot be saved.'
        : `Everything up to ${formatTimer(savedMs)} is saved. If you were removed from the organization, later audio cannot be saved. An owner or admin can transfer the client to another therapist, who then ends the session. If another account is signed in here, sign in as yourself in another tab, then end the session here.`,
      tone: 'ember',
      actions: ['sign in'],
    }
  }
  const cause =
    standing === 'disk full'
      ? "Attend cannot save right now: the server's disk is full."
      : 'Attend cannot be reached right now.'
  if (phase === 'recording') {
    return { title: continues, running, text: `${cause} Upload will resume automatically.`, tone: 'ochre', actions: [] }
  }
  const text =
    phase === 'ending'
      ? 'The session will end automatically once the connection is back. Keep this page open.'
      : 'Upload will resume automatically.'
  return { title: cause, running, text, tone: 'ochre', actions: [] }
}

function length({ isFull, phase }: RecorderState): Notice | null {
  if (!isFull || !isOpen(phase) || phase === 'ending') return null
  return {
    title: 'The recording stopped automatically after four hours.',
    text: 'Everything is saved. End the session to create its note.',
    tone: 'ochre',
    actions: [],
  }
}
