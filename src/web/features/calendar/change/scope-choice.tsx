import { Radio } from '@mantine/core'
import { Choices } from '#web/ui/form/choices.ts'

/** The sessions of a series that a change applies to. */
export type Scope = 'this' | 'following'

const labels: Record<Scope, string> = { this: 'This session', following: 'This and following' }

/** Asks whether a change applies to one session or also to the following ones. */
export function ScopeChoice({ value, onChange }: { value: Scope; onChange: (scope: Scope) => void }) {
  return (
    <Radio.Group
      label="Change"
      value={value}
      onChange={(wanted) => onChange(wanted === 'following' ? 'following' : 'this')}
    >
      <Choices>
        <Radio value="this" label={labels.this} />
        <Radio value="following" label={labels.following} />
      </Choices>
    </Radio.Group>
  )
}
