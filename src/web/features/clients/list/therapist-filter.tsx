import { Button, ComboboxChevron, Input } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { startTransition, Suspense, useState } from 'react'
import { accountQuery } from '#web/identity/account.ts'
import { lazyPart } from '#web/ui/feedback/lazy-part.tsx'
import { allTherapists } from './all-therapists.ts'
import type { TherapistFilterProps } from './therapist-select.tsx'

/** The select loads separately, because its popup and search need much script. */
const TherapistSelect = lazyPart(
  () => import('./therapist-select.tsx'),
  ({ onRetry }) => (
    <Button variant="subtle" color="ember" onClick={onRetry}>
      Failed to load therapists. Try again.
    </Button>
  ),
)

/** Attributes of the closed field, which has no list to refer to. */
const closedSelect = { role: 'combobox', 'aria-haspopup': 'listbox', 'aria-expanded': false } as const

/** Filters the list by therapist, for users who see clients of others. The select loads when it is needed. */
export function TherapistFilter(props: TherapistFilterProps) {
  const { data: account } = useQuery(accountQuery)
  const [isNeeded, setNeeded] = useState(false)
  const [isEntered, setEntered] = useState(false)
  if (props.therapistId !== undefined && !isNeeded) setNeeded(true)
  const seesOthers = account?.organization != null && account.organization.role !== 'therapist'
  if (!seesOthers) return null
  const enter = () => {
    // With a transition, the field and its focus stay until the select has loaded.
    startTransition(() => {
      setEntered(true)
      setNeeded(true)
    })
  }
  return (
    <Suspense fallback={<Input className={props.className} disabled aria-hidden />}>
      {isNeeded ? (
        <TherapistSelect {...props} userId={account.id} takesFocus={isEntered} />
      ) : (
        <Input
          className={props.className}
          {...closedSelect}
          aria-label="Therapist"
          readOnly
          value={allTherapists.label}
          rightSection={<ComboboxChevron size="sm" />}
          rightSectionPointerEvents="none"
          onFocus={enter}
        />
      )}
    </Suspense>
  )
}
