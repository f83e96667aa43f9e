import { TextInput, type TextInputProps } from '@mantine/core'

/** Six digits of an authenticator app. */
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

/** Client-side error of an authenticator code. Spaces are allowed. */
export function authenticatorCodeError(typed: string): string | null {
  return /^\s*(\d\s*){6}$/.test(typed) ? null : 'Enter the six digits.'
}
