import { IconLanguage } from '@tabler/icons-react'
import { PageAlert } from '#web/ui/feedback/alerts.ts'
import type { OtherLanguage } from '#shared/contract/transcripts.ts'
import { sessionLanguage } from '../format/session-language.ts'

/** Says of a session that is not all in English what that means for its note; nothing of others. */
export function SessionLanguageNotice({ language }: { language: OtherLanguage | null }) {
  if (!language) return null
  return (
    <PageAlert color="ochre" icon={<IconLanguage size={20} stroke={1.8} aria-hidden />}>
      {sessionLanguage(language)} Excerpts and checks read English only.
    </PageAlert>
  )
}
