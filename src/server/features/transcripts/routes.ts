import { endpoints } from '#server/http/implement.ts'
import { inTransaction } from '#server/use-case/as-caller.ts'
import { getTranscript } from './get-transcript.ts'
import { importForSession, importTranscript } from './import-transcript.ts'
import { speechStatus } from './speech-status.ts'

const { transcripts } = endpoints

export const transcriptRoutes = {
  get: transcripts.get.handler(inTransaction(getTranscript)),
  import: transcripts.import.handler(inTransaction(importTranscript)),
  importForSession: transcripts.importForSession.handler(inTransaction(importForSession)),
  speechStatus: transcripts.speechStatus.handler(inTransaction(speechStatus)),
}
