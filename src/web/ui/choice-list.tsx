import { Loader, Text, UnstyledButton } from '@mantine/core'
import classes from './choice-list.module.css'

export type Choice<Value extends string> = { value: Value; description: string }

type Props<Value extends string> = {
  choices: readonly Choice<Value>[]
  /** The one that stands now, with the word for it. */
  current: Value
  currentLabel: string
  /** The one that was pressed and is still being done: none can be pressed meanwhile. */
  underway: Value | null
  isDisabled?: boolean
  onChoose: (value: Value) => void
}

/** Choices that take effect when pressed, each with a line about it. */
export function ChoiceList<Value extends string>(props: Props<Value>) {
  const { choices, current, currentLabel, underway, isDisabled = false, onChoose } = props
  return choices.map(({ value, description }) => (
    <UnstyledButton
      key={value}
      className={classes.choice}
      aria-pressed={value === current}
      data-autofocus={value === current || undefined}
      disabled={isDisabled || underway !== null}
      onClick={() => onChoose(value)}
    >
      <Text span fw={600} display="block">
        {value}
        {value === current && (
          <Text span c="dimmed" fw={400}>
            {` (${currentLabel})`}
          </Text>
        )}
        {value === underway && <Loader size={14} ml={8} aria-label="Please wait" />}
      </Text>
      <Text span fz="sm" c="dimmed">
        {description}
      </Text>
    </UnstyledButton>
  ))
}
