import { ActionIcon, Group, Textarea } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { exampleLimits } from '#shared/contract/limits.ts'
import classes from './templates.module.css'

type Props = {
  number: number
  text: string
  isDisabled: boolean
  onChange: (text: string) => void
  /** Removes the field; undefined if it is the only one. */
  onRemove?: () => void
}

/** A field for a pasted note. A text that is too long is not cut, but shows an error. */
export function ExampleField({ number, text, isDisabled, onChange, onRemove }: Props) {
  const { length } = text.trim()
  const { characters } = exampleLimits
  const isTooLong = length > characters
  return (
    <Group align="flex-start" wrap="nowrap" gap="2xs">
      <Textarea
        className={classes.example}
        label={`Example ${number}`}
        description={`At most ${characters.toLocaleString('en-US')} characters`}
        error={
          isTooLong &&
          `This note has ${length.toLocaleString('en-US')} characters. Shorten it to ${characters.toLocaleString('en-US')}.`
        }
        autosize
        minRows={4}
        maxRows={10}
        disabled={isDisabled}
        value={text}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      {onRemove && (
        <div className={classes.tools}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={`Remove example ${number}`}
            disabled={isDisabled}
            onClick={onRemove}
          >
            <IconTrash size={17} aria-hidden />
          </ActionIcon>
        </div>
      )}
    </Group>
  )
}
