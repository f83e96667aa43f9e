import { Textarea } from '@mantine/core'

type Props = { value: string; isDisabled: boolean; onChange: (text: string) => void }

/** A text field to paste a transcript. */
export function PasteField({ value, isDisabled, onChange }: Props) {
  return (
    <Textarea
      label="Paste a transcript"
      description="Instead of a file. One turn on each line, for example “Therapist: …” and “Client: …”."
      value={value}
      disabled={isDisabled}
      autosize
      minRows={3}
      maxRows={12}
      spellCheck={false}
      autoComplete="off"
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
