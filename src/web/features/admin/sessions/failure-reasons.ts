const reasons: Readonly<Record<string, string>> = {
  file_cut_off: 'File cut off',
  file_without_index: 'File cut off',
  note_empty: 'Note not drafted',
  note_generate_failed: 'Note not drafted',
  processing_gave_up: 'A service did not respond',
  recording_unreadable: 'Recording not readable',
  speech_unavailable: 'No speech engine',
  transcription_failed: 'Transcription failed',
}

/** Why a session failed, in a few words. */
export const failureReason = (code: string | null) => reasons[code ?? ''] ?? 'Unexpected error'
