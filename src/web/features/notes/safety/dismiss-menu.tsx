import type { DismissReason, SafetyPassage } from '#shared/contract/notes.ts'
import { dismissReasons } from '#shared/rules/safety-lists.ts'
import { LazyMenu } from '#web/ui/dialog/lazy-menu.tsx'

export const reasonTexts: Readonly<Record<DismissReason, string>> = {
  'not about this client': 'Not about this client',
  'already documented': 'Already documented',
  'figure of speech': 'Figure of speech',
  other: 'Other',
}

type Props = {
  passage: SafetyPassage
  isBusy: boolean
  variant?: 'subtle' | 'default'
  onDismiss: (reason: DismissReason) => void
}

/** A menu that dismisses a passage with a reason. */
export function DismissMenu({ passage, isBusy, variant = 'subtle', onDismiss }: Props) {
  return (
    <LazyMenu
      button={{
        variant,
        size: 'sm',
        'data-key': 'x',
        disabled: isBusy,
        'aria-label': `Dismiss: ${passage.quote}`,
        children: 'Dismiss',
      }}
      groups={[dismissReasons.map((reason) => ({ label: reasonTexts[reason], onClick: () => onDismiss(reason) }))]}
    />
  )
}
