import { TextInput, type TextInputProps } from '@mantine/core'
import type { Ref } from 'react'

type Props = {
  firstName: TextInputProps
  lastName: TextInputProps
  /** Whether the fields are for the user's own name, which browsers may fill in. */
  isOwn?: boolean
  /** Ref of the first field. */
  input?: Ref<HTMLInputElement>
}

/** Fields for first and last name. In a dialog about another person, the first field takes the focus. */
export function NameFields({ firstName, lastName, isOwn = false, input }: Props) {
  const common = { required: true, withAsterisk: !isOwn, maxLength: 100 }
  return (
    <>
      <TextInput
        ref={input}
        label="First Name"
        data-autofocus={!isOwn || undefined}
        autoComplete={isOwn ? 'given-name' : 'off'}
        {...common}
        {...firstName}
      />
      <TextInput label="Last Name" autoComplete={isOwn ? 'family-name' : 'off'} {...common} {...lastName} />
    </>
  )
}
