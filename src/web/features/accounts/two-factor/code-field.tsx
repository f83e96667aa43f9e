import { Anchor, Stack, TextInput, type TextInputProps } from '@mantine/core'
import { AuthenticatorCodeField, authenticatorCodeError } from '#web/ui/form/authenticator-code-field.tsx'

export type CodeKind = 'authenticator' | 'recovery'

type Props = TextInputProps & { kind: CodeKind; onKindChange: (kind: CodeKind) => void }

/** The field for a code of the authenticator app, or for a recovery code if the app is not available. */
export function CodeField({ kind, onKindChange, ...props }: Props) {
  const isApp = kind === 'authenticator'
  return (
    <Stack gap="2xs" align="stretch">
      {isApp ? <AuthenticatorCodeField {...props} /> : <RecoveryCodeField {...props} />}
      <Anchor
        component="button"
        type="button"
        size="sm"
        ta="left"
        onClick={() => onKindChange(isApp ? 'recovery' : 'authenticator')}
      >
        {isApp ? 'Use a recovery code instead' : 'Use the authenticator app instead'}
      </Anchor>
    </Stack>
  )
}

function RecoveryCodeField(props: TextInputProps) {
  return (
    <TextInput
      label="Recovery code"
      description="One of the codes you saved during setup. Each works once."
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={20}
      {...props}
    />
  )
}

/** Returns the error of a code that cannot be right; null otherwise. */
export function codeError(kind: CodeKind, typed: string): string | null {
  if (kind === 'authenticator') return authenticatorCodeError(typed)
  return /^([0-9a-z][\s-]*){10}$/i.test(typed.trim()) ? null : 'Enter the ten letters and digits of a recovery code.'
}
