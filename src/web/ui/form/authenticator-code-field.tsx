import { TextInput, type TextInputProps } from '@mantine/core'

/** A field for the six digits of an authenticator app. */
export function AuthenticatorCodeField(props: TextInputProps) {
  return (
    <TextInput
      label="Code"
      description="The six digits shown in your authenticator app."
      autoComplete="one-time-code"
      inputMode="numeric"
      maxLength={10}
      {...props}
    />
  )
}

/** Returns the error of a code that cannot be right; null otherwise. Spaces are allowed. */
export function authenticatorCodeError(typed: string): string | null {
  return /^\s*(\d\s*){6}$/.test(typed) ? null : 'Enter the six digits.'
}
