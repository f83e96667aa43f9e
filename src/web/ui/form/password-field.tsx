import { PasswordInput, type PasswordInputProps } from '@mantine/core'

/** The password, confirmed before a sensitive change. */
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
