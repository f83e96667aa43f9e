import {
  IconAlertTriangle,
  IconHash,
  IconMessageCircleOff,
  IconPencil,
  IconQuote,
  type TablerIcon,
} from '@tabler/icons-react'
import type { Statement } from '#shared/contract/notes.ts'

type Reading = { Icon: TablerIcon; title: string; advice: string | null }

/** How each finding of the evidence check is shown: always an icon and words, never colour alone. */
export const checks: Readonly<Record<Statement['check'], Reading>> = {
  supported: { Icon: IconQuote, title: 'Said in the session', advice: null },
  unsupported: {
    Icon: IconAlertTriangle,
    title: 'No evidence found',
    advice: 'Nothing in the transcript says this. Check it before you keep it.',
  },
  number: {
    Icon: IconHash,
    title: 'Check the number',
    advice: 'A number, date or score in this sentence does not stand in what was said.',
  },
  denial: {
    Icon: IconMessageCircleOff,
    title: 'Nobody said this',
    advice: 'The sentence denies something that was neither asked nor answered in the session.',
  },
  clinician: { Icon: IconPencil, title: 'Written by the clinician', advice: null },
}

/** What a screen reader hears after a sentence. */
export function spokenCheck({ check, evidence }: Statement): string {
  const { title } = checks[check]
  if (evidence.length === 0) return title
  return `${title}, ${evidence.length === 1 ? '1 quote' : `${evidence.length} quotes`}`
}
