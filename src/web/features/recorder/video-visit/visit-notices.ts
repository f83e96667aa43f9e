import type { VisitState } from '../engine/visit/visit-audio.ts'
import type { Notice } from '../notices.ts'
import type { Phase } from '../recorder-state.ts'

const stillRecording = 'Your microphone is still recording.'

/** Returns a notice for every problem of the two voices while they are recorded, the most urgent first. */
export function visitNotices(visit: VisitState, phase: Phase): Notice[] {
  if (phase !== 'recording') return []
  return [computer(visit), tab(visit), echo(visit), microphone(visit)].filter((notice) => notice !== null)
}

function computer({ isBehind }: VisitState): Notice | null {
  if (!isBehind) return null
  return {
    title: 'This computer is too busy. Parts of the recording are missing.',
    text: 'Close other programs and tabs.',
    tone: 'ember',
    actions: [],
  }
}

function tab({ tab: status, isTabMuted, isTabSilent }: VisitState): Notice | null {
  if (status === 'without sound') {
    return {
      title: `The tab is shared without its sound. ${stillRecording}`,
      text: 'Share it again and turn on “Also share tab audio”.',
      tone: 'ochre',
      actions: ['share tab'],
    }
  }
  if (status !== 'shared') {
    return {
      title: `The client’s tab was closed. ${stillRecording}`,
      text: null,
      tone: 'ochre',
      actions: ['share tab'],
    }
  }
  if (isTabMuted) {
    return {
      title: 'The client’s tab is muted.',
      text: `${stillRecording} Unmute the tab to record your client.`,
      tone: 'ochre',
      actions: [],
    }
  }
  if (!isTabSilent) return null
  return {
    title: 'No sound from the client’s tab for a minute.',
    text: `${stillRecording} If your client is speaking, check that the right tab is shared and not muted.`,
    tone: 'ochre',
    actions: ['share tab'],
  }
}

function echo({ hasEcho }: VisitState): Notice | null {
  if (!hasEcho) return null
  return {
    title: 'Your microphone picks up the client. Use headphones.',
    text: 'Otherwise the client’s words also appear as yours.',
    tone: 'ochre',
    actions: [],
  }
}

function microphone({ changedTo }: VisitState): Notice | null {
  if (changedTo === null) return null
  const name = changedTo === '' ? 'another one' : changedTo
  return { title: `Your microphone changed to ${name}.`, text: null, tone: 'ochre', actions: [] }
}
