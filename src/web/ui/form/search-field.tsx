import { TextInput, type TextInputProps } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { isDialogOpen } from '../dialog/use-dialog.ts'

type Props = Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange'> & {
  initial?: string
  /** Called with the input before the search starts, so that earlier results cannot be selected. */
  onType?: (text: string) => void
  onSearch: (text: string) => void
}

/** A search field that searches when the user stops typing. `/` focuses the first search field of a page. */
export function SearchField({ initial = '', onType, onSearch, ...props }: Props) {
  const [text, setText] = useState(initial)
  const [sent, setSent] = useState(initial)
  const [known, setKnown] = useState(initial)
  const search = useDebouncedCallback((wanted: string) => {
    setSent(wanted)
    onSearch(wanted)
  }, 200)
  // Updates the text if something else changes the search, e.g. the back button.
  if (known !== initial) {
    setKnown(initial)
    if (initial !== sent) {
      setSent(initial)
      setText(initial)
    }
  }
  return (
    <TextInput
      type="search"
      aria-label="Search clients"
      placeholder="Search clients..."
      leftSection={<IconSearch size={16} aria-hidden />}
      maxLength={200}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value)
        onType?.(event.currentTarget.value)
        search(event.currentTarget.value)
      }}
      {...props}
    />
  )
}

/** Focuses the first search field of the page, if there is one and no dialog is open. */
export function focusSearch(): void {
  if (isDialogOpen()) return
  document.querySelector<HTMLInputElement>('main input[type="search"]')?.focus()
}
