import { lazy, Suspense } from 'react'
import type { Statement } from '#shared/contract/notes.ts'
import type { OtherLanguage } from '#shared/contract/transcripts.ts'
import { Reading } from '#web/features/notes/evidence/section-text.tsx'
import { useOpenSentence } from '#web/features/notes/evidence/use-open-sentence.ts'

const InsightsCard = lazy(() => import('#web/features/insights/insights-card.tsx'))

/** What an analysis found in the session, its sentences read like those of the note. */
export function NoteInsights({ sessionId, language }: { sessionId: string; language: OtherLanguage | null }) {
  const open = useOpenSentence()
  const sentences = (title: string, statements: Statement[]) => (
    <Reading section={{ title, content: statements.map(({ text }) => text).join('\n'), statements }} open={open} />
  )
  return (
    <Suspense>
      <InsightsCard sessionId={sessionId} language={language} sentences={sentences} />
    </Suspense>
  )
}
