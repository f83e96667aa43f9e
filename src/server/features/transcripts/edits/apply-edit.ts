import type { TranscriptEdit } from '#shared/contract/transcript-edits.ts'
import type { SessionTranscript } from '#shared/contract/transcripts.ts'
import type { Change } from './change.ts'
import { changeSpeaker } from './change-speaker.ts'
import { mergeSpeakers } from './merge-speakers.ts'
import { mergeTurns } from './merge-turns.ts'
import { renameSpeaker } from './rename-speaker.ts'
import { separateVoices } from './separate-voices.ts'
import { setRole } from './set-role.ts'
import { splitTurn } from './split-turn.ts'
import { swapSpeakers } from './swap-speakers.ts'

/**
 * Applies one edit to a transcript.
 * @throws the errors of the edit
 */
export function applyEdit(transcript: SessionTranscript, edit: TranscriptEdit): Change {
  const { utterances, revision } = transcript
  switch (edit.kind) {
    case 'rename':
      return renameSpeaker(utterances, edit)
    case 'role':
      return setRole(utterances, edit)
    case 'swap':
      return swapSpeakers(utterances, edit)
    case 'merge speakers':
      return mergeSpeakers(utterances, edit)
    case 'separate':
      return separateVoices(transcript)
    case 'speaker':
      return changeSpeaker(utterances, edit)
    case 'split':
      return splitTurn(utterances, edit, revision + 1)
    default:
      return mergeTurns(utterances, edit)
  }
}
