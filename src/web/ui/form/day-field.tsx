import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { isDay } from '#shared/rules/calendar.ts'

type Props = Omit<TextInputProps, 'type' | 'value' | 'onChange'> & {
  value: string | undefined
  onChange: (day: string | undefined) => void
}

/** A date field that reports only complete dates: while a year is typed, the browser reports years such as 0002. */
export function DayField({ value = '', onChange, ...props }: Props) {
  const [text, setText] = useState(value)
  const [known, setKnown] = useState(value)
  if (known !== value) {
    setKnown(value)
    setText(value)
  }
  return (
    <TextInput
      {...props}
      type="date"
      value={text}
      onChange={(event) => {
        const typed = event.currentTarget.value
        setText(typed)
        if (typed === '' || isDay(typed)) onChange(typed || undefined)
      }}
    />
  )
}
