import type { ErrorCode } from '#shared/contract/errors.ts'
import type { Insights, Suggestion } from '#shared/contract/insights.ts'
import type { SafetyPassage, Section, Statement } from '#shared/contract/notes.ts'
import type { ProgressFile } from '#shared/contract/progress.ts'
import { type Transcript, Utterance } from '#shared/contract/transcripts.ts'
import { type CheckedTogether, checkedStatements } from '#server/clinical-text/evidence/evidence.ts'
import { type Corrected, recheckedSections } from '#server/clinical-text/evidence/recheck.ts'
import { insightsOf } from '#server/clinical-text/insights/analyze.ts'
import { confirmRiskInInsights } from '#server/clinical-text/insights/confirm-risk.ts'
import { suggestionsFrom } from '#server/clinical-text/insights/suggest.ts'
import { readInEnglish } from '#server/clinical-text/language/english-only.ts'
import { withLanguages } from '#server/clinical-text/language/spoken-language.ts'
import { confirmRisk } from '#server/clinical-text/safety/confirm.ts'
import { findSafety } from '#server/clinical-text/safety/safety.ts'
import { describeApi } from '#server/http/api-reference/describe-api.ts'
import { passwordError } from '#server/features/accounts/password.ts'
import { progressDocument } from '#server/features/progress/document.ts'
import type { Period, StoredRecord } from '#server/features/progress/session-record.ts'
import { type Summary, summarize } from '#server/features/progress/summarize.ts'
import { type CalendarContent, calendarFile } from '#server/features/sessions/ics/calendar-file.ts'
import type { AnalysisRequest, SuggestionRequest } from '#server/providers/analyst/port.ts'
import { draftExcerpts } from '#server/providers/drafter/extractive/draft.ts'
import type { Draft, DraftRequest } from '#server/providers/drafter/port.ts'
import { type FileToRead, type ReadFile, readFile } from './read-transcript.ts'
import { warmUp } from './warm-up.ts'

/** Input and output of each task. Both are copied between threads, so large texts are passed as one string. */
interface Shapes {
  warmUp: { input: null; output: void }
  describeApi: { input: null; output: string }
  ratePassword: { input: { password: string; known: readonly string[] }; output: ErrorCode | undefined }
  readTranscript: { input: FileToRead; output: ReadFile }
  detectLanguages: { input: Transcript; output: Transcript }
  draftExcerpts: { input: Omit<DraftRequest, 'signal'>; output: Draft }
  checkStatements: { input: CheckedTogether; output: Statement[] }
  findInsights: { input: Omit<AnalysisRequest, 'signal'>; output: Insights }
  makeSuggestions: { input: Omit<SuggestionRequest, 'signal'>; output: Suggestion[] }
  recheckSections: { input: Corrected; output: Section[] }
  /** `utterances` is the JSON of a stored transcript. */
  findSafety: { input: { utterances: string; sections: readonly Section[] }; output: SafetyPassage[] }
  confirmRisk: { input: { sections: readonly Section[]; transcript: Transcript }; output: Section[] }
  confirmRiskInInsights: { input: { insights: Insights; transcript: Transcript }; output: Insights }
  /** At most `most` passages per heading. */
  summarizeProgress: { input: { records: readonly StoredRecord[]; most: number }; output: Summary }
  writeProgress: { input: { period: Period; most: number }; output: ProgressFile }
  writeCalendar: { input: CalendarContent; output: string }
}

export type TaskName = keyof Shapes
export type TaskInput<N extends TaskName> = Shapes[N]['input']
export type TaskOutput<N extends TaskName> = Shapes[N]['output']

const tasks: { [N in TaskName]: (input: TaskInput<N>) => TaskOutput<N> | Promise<TaskOutput<N>> } = {
  warmUp,
  describeApi,
  ratePassword: ({ password, known }) => passwordError(password, known),
  readTranscript: readFile,
  detectLanguages: withLanguages,
  draftExcerpts,
  checkStatements: checkedStatements,
  findInsights: insightsOf,
  makeSuggestions: suggestionsFrom,
  recheckSections: recheckedSections,
  findSafety: ({ utterances, sections }) =>
    findSafety(
      readInEnglish({
        utterances: Utterance.array().parse(JSON.parse(utterances)),
        language: '',
        engine: '',
        hasTimes: true,
      }),
      sections,
    ),
  confirmRisk: ({ sections, transcript }) => confirmRisk(sections, transcript),
  confirmRiskInInsights: ({ insights, transcript }) => confirmRiskInInsights(insights, transcript),
  summarizeProgress: ({ records, most }) => summarize(records, most),
  writeProgress: ({ period: { records, ...period }, most }) =>
    progressDocument({ ...period, ...summarize(records, most) }),
  writeCalendar: calendarFile,
}

export async function perform<N extends TaskName>(name: N, input: TaskInput<N>): Promise<TaskOutput<N>> {
  return await tasks[name](input)
}
