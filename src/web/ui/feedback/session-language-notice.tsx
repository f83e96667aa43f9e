import { Alert } from '@mantine/core'
import { IconLanguage } from '@tabler/icons-react'
import type { OtherLanguage } from '#shared/contract/transcripts.ts'
import { sessionLanguage } from '../format/session-language.ts'

/** Says of a session that is not all in English what that means for its note; nothing of others. */
export function SessionLanguageNotice({ language }: { language: OtherLanguage | null }) {
  if (!language) return null
  return (
    <Alert color="ochre" icon={<IconLanguage size={20} stroke={1.8} aria-hidden />} mb={20}>
      {sessionLanguage(language)} Excerpts and checks read English only.
    </Alert>
  )
}
