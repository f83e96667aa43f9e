import { TextInput, type TextInputProps } from '@mantine/core'
import type { Ref } from 'react'

type Props = {
  firstName: TextInputProps
  lastName: TextInputProps
  /** Whoever types it is called so: browsers may fill it in. */
  isOwn?: boolean
  /** The first of both fields. */
  input?: Ref<HTMLInputElement>
}

/** First and last name. In a dialog, where it is somebody else's, the focus begins here. */
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
