import { IconLanguage } from '@tabler/icons-react'
import { PageAlert } from '#web/ui/feedback/alerts.ts'
import type { OtherLanguage } from '#shared/contract/transcripts.ts'
import { sessionLanguage } from '../format/session-language.ts'

/** Explains the limits of a note whose session is not entirely in English. Hidden for other sessions. */
export function SessionLanguageNotice({ language }: { language: OtherLanguage | null }) {
  if (!language) return null
  return (
    <PageAlert color="ochre" icon={<IconLanguage size={20} stroke={1.8} aria-hidden />}>
      {sessionLanguage(language)} Excerpts and checks read English only.
    </PageAlert>
  )
}
