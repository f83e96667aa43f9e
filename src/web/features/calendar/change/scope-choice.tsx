import { Group, Radio } from '@mantine/core'

/** How far a change of a session in a series reaches. */
export type Scope = 'this' | 'following'

const labels: Record<Scope, string> = { this: 'This session', following: 'This and following' }

/** Asks whether a change is for one session of a series, or for all that follow it, too. */
export function ScopeChoice({ value, onChange }: { value: Scope; onChange: (scope: Scope) => void }) {
  return (
    <Radio.Group
      label="Change"
      value={value}
      onChange={(wanted) => onChange(wanted === 'following' ? 'following' : 'this')}
    >
      <Group mt={6}>
        <Radio value="this" label={labels.this} />
        <Radio value="following" label={labels.following} />
      </Group>
    </Radio.Group>
  )
}
