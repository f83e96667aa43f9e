import type { UseFormReturnType } from '@mantine/form'
import { useRef } from 'react'
import { flushSync } from 'react-dom'

type Options<Values> = {
  form: UseFormReturnType<Values>
  /** The field of the form with the list. */
  list: string
  count: number
  /** Adds a new item at the end. */
  insert: () => void
  /** The field of an item that takes the focus when the item is added. */
  firstField: string
}

/** Adds and removes items of a list in a form, and keeps the focus in the list. */
export function useListItems<Values>({ form, list, count, insert, firstField }: Options<Values>) {
  const addButton = useRef<HTMLButtonElement>(null)
  const add = () => {
    flushSync(insert)
    form.getInputNode(`${list}.${count}.${firstField}`)?.focus()
  }
  const remove = (at: number) => {
    flushSync(() => form.removeListItem(list, at))
    // If the pressed button was removed, no element has the focus.
    if (document.activeElement === document.body) addButton.current?.focus()
  }
  return { addButton, add, remove }
}
