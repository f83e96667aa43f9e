import { PasswordInput, type PasswordInputProps } from '@mantine/core'

/** A field for the current password, which a sensitive change requires. */
export function PasswordField(props: PasswordInputProps) {
  return (
    <PasswordInput
      label="Your password"
      autoComplete="current-password"
      visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
      {...props}
    />
  )
}

export const passwordRequired = (password: string) => (password === '' ? 'Password is required.' : null)
