import type { ErrorCode } from '#shared/contract/errors.ts'
import type { SafetyPassage, Section } from '#shared/contract/notes.ts'
import { Utterance } from '#shared/contract/transcripts.ts'
import { findSafety } from '#shared/rules/safety.ts'
import { passwordFault } from '#server/features/accounts/password.ts'
import { type FileToRead, type ReadFile, readFile } from './read-transcript.ts'

/** Work that is done on a thread: what goes in and what comes out. Both are copied, so large texts travel as one string. */
interface Shapes {
  judgePassword: { input: { password: string; known: readonly string[] }; output: ErrorCode | undefined }
  readTranscript: { input: FileToRead; output: ReadFile }
  /** `utterances` is the JSON of a stored transcript. */
  findSafety: { input: { utterances: string; sections: readonly Section[] }; output: SafetyPassage[] }
}

export type TaskName = keyof Shapes
export type TaskInput<N extends TaskName> = Shapes[N]['input']
export type TaskOutput<N extends TaskName> = Shapes[N]['output']

const tasks: { [N in TaskName]: (input: TaskInput<N>) => TaskOutput<N> } = {
  judgePassword: ({ password, known }) => passwordFault(password, known),
  readTranscript: readFile,
  findSafety: ({ utterances, sections }) =>
    findSafety(
      { utterances: Utterance.array().parse(JSON.parse(utterances)), language: '', engine: '', hasTimes: true },
      sections,
    ),
}

export function perform<N extends TaskName>(name: N, input: TaskInput<N>): TaskOutput<N> {
  return tasks[name](input)
}
