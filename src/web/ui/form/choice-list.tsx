import { Loader, Text, UnstyledButton } from '@mantine/core'
import { Hint, StrongLine } from '#web/ui/layout/text.ts'
import classes from './choice-list.module.css'

/** An option of the list. `label` is shown instead of the value. */
export type Choice<Value extends string> = { value: Value; label?: string; description: string }

type Props<Value extends string> = {
  choices: readonly Choice<Value>[]
  /** The current value and its label. */
  current: Value | null
  currentLabel: string
  /** The value that is being applied. Meanwhile, no other can be selected. */
  underway: Value | null
  isDisabled?: boolean
  onChoose: (value: Value) => void
}

/** A list of options with descriptions. A press applies an option immediately. */
export function ChoiceList<Value extends string>(props: Props<Value>) {
  const { choices, current, currentLabel, underway, isDisabled = false, onChoose } = props
  return choices.map(({ value, label = value, description }) => (
    <UnstyledButton
      key={value}
      className={classes.choice}
      aria-pressed={value === current}
      data-autofocus={value === current || undefined}
      disabled={isDisabled || underway !== null}
      onClick={() => onChoose(value)}
    >
      <StrongLine>
        {label}
        {value === current && (
          <Text span c="dimmed" fw={400}>
            {` (${currentLabel})`}
          </Text>
        )}
        {value === underway && <Loader size={14} ml="2xs" aria-label="Please wait" />}
      </StrongLine>
      <Hint span>{description}</Hint>
    </UnstyledButton>
  ))
}
