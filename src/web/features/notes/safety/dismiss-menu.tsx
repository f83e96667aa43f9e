import { Button, Menu } from '@mantine/core'
import type { DismissReason, SafetyPassage } from '#shared/contract/notes.ts'
import { dismissReasons } from '#shared/rules/safety-lists.ts'

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

/** Asks for the reason to dismiss a passage. */
export function DismissMenu({ passage, isBusy, variant = 'subtle', onDismiss }: Props) {
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button variant={variant} size="sm" data-key="x" disabled={isBusy} aria-label={`Dismiss: ${passage.quote}`}>
          Dismiss
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {dismissReasons.map((reason) => (
          <Menu.Item key={reason} onClick={() => onDismiss(reason)}>
            {reasonTexts[reason]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
