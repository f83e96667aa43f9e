import { PasswordInput } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'
import { PasswordStrength } from '#web/ui/form/password-strength.tsx'

type Props = { score: number | null; password: GetInputPropsReturnType; repeated: GetInputPropsReturnType }

/** A new password with its strength, and the field to repeat it. */
export function NewPasswordFields({ score, password, repeated }: Props) {
  return (
    <>
      <div>
        <PasswordInput
          label="New Password"
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Show new password' }}
          {...password}
        />
        <PasswordStrength score={score} />
      </div>
      <PasswordInput
        label="Confirm New Password"
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': 'Show repeated password' }}
        {...repeated}
      />
    </>
  )
}
