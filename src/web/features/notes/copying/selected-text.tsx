import { Text, Textarea } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { ManualText } from './use-copying.ts'

/** Shows a text, selected, if the browser does not allow copying it. */
export function SelectedText({ name, text, onCopy }: ManualText & { onCopy: () => void }) {
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus(), [])
  return (
    <div>
      <Text role="alert">Your browser did not allow copying. The text of {name} is selected: press Ctrl+C or ⌘C.</Text>
      <Textarea
        ref={field}
        aria-label="Text to copy"
        readOnly
        autosize
        minRows={3}
        maxRows={6}
        value={text}
        onFocus={(event) => event.currentTarget.select()}
        onCopy={onCopy}
      />
    </div>
  )
}
