import { mediaTime } from '#shared/rules/media-time.ts'
import { formatTimer } from './timer.ts'
import type { Phase, RecorderState } from './recorder-state.ts'

/** A recovery action that a notice offers in addition to the controls. */
export type NoticeAction = 'try again' | 'sign in' | 'share tab' | 'save audio' | 'continue'

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
  stranded: 'Recording stopped',
  ended: 'Session ended',
}

/** Returns a notice for every problem, the most urgent first. */
export function noticesOf(state: RecorderState): Notice[] {
  return [failure(state), identity(state), capture(state), level(state), line(state), length(state)].filter(
    (notice) => notice !== null,
  )
}

function failure({ error, phase }: RecorderState): Notice | null {
  if (error === null) return null
  if (phase === 'stranded') {
    return {
      title: error,
      text: 'The last part of the recording is only in this page. Save it as a file before you leave.',
      tone: 'ember',
      actions: ['save audio', 'continue'],
    }
  }
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

function identity({ isOtherIdentity, phase }: RecorderState): Notice | null {
  if (!isOtherIdentity || !isOpen(phase)) return null
  return {
    title: 'Another user or organization is now active in this browser.',
    text: 'Switch back in another tab before you end the session.',
    tone: 'ember',
    actions: [],
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

function capture({ phase, microphone, storedMs, savedMs, error }: RecorderState): Notice | null {
  const saved = `Everything up to ${formatTimer(Math.max(storedMs, savedMs))} is saved.`
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

/**
 * Reports that levels are missing. In Firefox without an audio output, an AudioContext never starts; its script may also
 * have failed to load.
 */
function level({ phase, hasLevel }: RecorderState): Notice | null {
  if (phase !== 'recording' || hasLevel) return null
  return {
    title: 'Recording continues without level meter and live text.',
    text: 'This browser does not process sound for them. Connect speakers or headphones, or reload the page, before the next session. Until then, Attend cannot notice a microphone that picks up nothing.',
    tone: 'ochre',
    actions: [],
  }
}

const causes = {
  'disk full': "Attend cannot save right now: the server's disk is full.",
  unreadable: 'Audio that is stored on this device cannot be read right now.',
  waiting: 'Attend cannot be reached right now.',
} as const

function line({ phase, line: standing, capturedMs, savedMs }: RecorderState): Notice | null {
  if (phase === 'idle' || phase === 'stranded' || phase === 'ended' || standing === 'sending') return null
  const waitingMs = capturedMs - savedMs
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
  const cause = causes[standing]
  if (phase === 'recording') {
    return { title: continues, running, text: `${cause} Upload will resume automatically.`, tone: 'ochre', actions: [] }
  }
  const text =
    phase === 'ending'
      ? `The session will end automatically once ${standing === 'unreadable' ? 'it can be read' : 'the connection is back'}. Keep this page open.`
      : 'Upload will resume automatically.'
  return { title: cause, running, text, tone: 'ochre', actions: [] }
}

function length({ isFull, phase, capturedMs, storedMs, savedMs }: RecorderState): Notice | null {
  if (!isFull || !isOpen(phase) || phase === 'ending' || phase === 'stranded') return null
  return {
    title: 'The recording stopped automatically after four hours.',
    text: `${Math.max(storedMs, savedMs) < capturedMs ? '' : 'Everything is saved. '}End the session to create its note.`,
    tone: 'ochre',
    actions: [],
  }
}
