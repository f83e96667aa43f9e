import { TextInput, type TextInputProps } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { Ref } from 'react'

export type ClientSearchInputProps = {
  className?: string | undefined
  text: string
  onType: (text: string) => void
}

type Props = ClientSearchInputProps & Omit<TextInputProps, 'value' | 'onChange'> & { ref?: Ref<HTMLInputElement> }

/** Attributes of the field until the list of results is loaded. Afterwards, the list sets them. */
const withoutList = { role: 'combobox', 'aria-haspopup': 'listbox', 'aria-expanded': false } as const

/** The field that searches clients by name. */
export function ClientSearchInput({ text, onType, ...props }: Props) {
  return (
    <TextInput
      type="search"
      {...withoutList}
      aria-label="Search clients"
      placeholder="Search clients..."
      leftSection={<IconSearch size={16} aria-hidden />}
      maxLength={200}
      value={text}
      onChange={(event) => onType(event.currentTarget.value)}
      {...props}
    />
  )
}
