import {
  IconAlertTriangle,
  IconArrowsLeftRight,
  IconArrowsUpDown,
  IconClockQuestion,
  IconEyeExclamation,
  IconFileOff,
  IconHistory,
  IconLanguageOff,
  IconPuzzle,
  IconQuestionMark,
  IconReplace,
  IconUserQuestion,
  IconHash,
  IconMessageCircleOff,
  IconPencil,
  IconQuote,
  type TablerIcon,
} from '@tabler/icons-react'
import type { Statement } from '#shared/contract/notes.ts'

export type CheckLabel = { Icon: TablerIcon; title: string; advice: string | null }

/** How each result of the evidence check is shown: with an icon and words, never by color alone. */
export const checks: Readonly<Record<Statement['check'], CheckLabel>> = {
  supported: { Icon: IconQuote, title: 'Words found in the transcript', advice: null },
  unsupported: {
    Icon: IconAlertTriangle,
    title: 'No evidence found',
    advice: 'Nothing in the transcript says this. Check it before you keep it.',
  },
  number: {
    Icon: IconHash,
    title: 'Check the number',
    advice: 'This number, date or score was not said in the session.',
  },
  denial: {
    Icon: IconMessageCircleOff,
    title: 'Not said in the session',
    advice: 'The sentence denies something that was neither asked about nor mentioned in the session.',
  },
  contradicted: {
    Icon: IconArrowsLeftRight,
    title: 'The session says otherwise',
    advice: 'What was said in the session contradicts this sentence.',
  },
  who: { Icon: IconUserQuestion, title: 'Check who', advice: 'The passages say this about someone else.' },
  when: { Icon: IconClockQuestion, title: 'Check when', advice: 'The passages are about another time.' },
  direction: {
    Icon: IconArrowsUpDown,
    title: 'Check the direction',
    advice: 'The passages give another direction, side or degree.',
  },
  certainty: {
    Icon: IconQuestionMark,
    title: 'Less certain in the session',
    advice: 'The passages ask, wish or suppose what this sentence states as fact.',
  },
  thing: {
    Icon: IconReplace,
    title: 'Check what is named',
    advice: 'Something named in this sentence is not in the passages.',
  },
  clause: {
    Icon: IconPuzzle,
    title: 'Part without evidence',
    advice: 'One part of this sentence has no supporting passage.',
  },
  'carried over': { Icon: IconHistory, title: 'From the last note', advice: 'From the last note.' },
  other: {
    Icon: IconEyeExclamation,
    title: 'Needs a look',
    advice: 'Compare this sentence with what was said in the session.',
  },
  confirm: { Icon: IconEyeExclamation, title: 'To confirm', advice: 'Risk always needs your confirmation.' },
  unchecked: { Icon: IconLanguageOff, title: 'Not checked in this language', advice: null },
  clinician: { Icon: IconPencil, title: 'Written by the clinician', advice: null },
}

/**
 * Returns how a result is shown. A page that stayed open during an upgrade does not know results that the newer version
 * added.
 */
export const checkLabel = (check: Statement['check']): CheckLabel =>
  checks[Object.hasOwn(checks, check) ? check : 'other']

/**
 * Says why a sentence is flagged. For a sentence from the last note, it also asks whether it is still true, until the
 * clinician keeps it.
 */
export function adviceFor({ check, reason, kept = false }: Statement): string | null {
  const advice = reason ?? checkLabel(check).advice
  return check === 'carried over' && !kept ? `${advice} Still true?` : advice
}

/**
 * Shown instead of the result after the transcript was deleted. Sentences of the clinician have no transcript as
 * source.
 */
const sourceDeleted: CheckLabel = {
  Icon: IconFileOff,
  title: 'Source deleted',
  advice: 'The transcript that this sentence was drafted from was deleted.',
}

export const labelOf = (check: Statement['check'], isSourceDeleted: boolean): CheckLabel =>
  isSourceDeleted && check !== 'clinician' ? sourceDeleted : checkLabel(check)

/** Text for screen readers after a sentence. */
export function checkForScreenReader({ evidence, kept = false }: Statement, label: CheckLabel): string {
  const title = kept ? `${label.title}, kept by the clinician` : label.title
  if (evidence.length === 0) return title
  return `${title}, ${evidence.length === 1 ? '1 quote' : `${evidence.length} quotes`}`
}
