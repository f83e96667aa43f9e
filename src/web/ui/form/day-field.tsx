import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { isDay } from '#shared/rules/calendar.ts'

type Props = Omit<TextInputProps, 'type' | 'value' | 'onChange' | 'onFocus' | 'onBlur'> & {
  value: string | undefined
  onChange: (day: string | undefined) => void
}

/**
 * A date field that reports only complete dates: while a year is typed, the browser reports years such as 0002. Until
 * the user leaves the field, it shows the typed date, because `value` may follow late.
 */
export function DayField({ value = '', onChange, ...props }: Props) {
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <TextInput
      {...props}
      type="date"
      value={typed ?? value}
      onBlur={() => setTyped(null)}
      onChange={(event) => {
        const day = event.currentTarget.value
        setTyped(day)
        if (day === '' || isDay(day)) onChange(day || undefined)
      }}
    />
  )
}
