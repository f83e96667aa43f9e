import { Checkbox, type CheckboxProps, TextInput, type TextInputProps } from '@mantine/core'
import type { InvitationOffer } from '#shared/contract/invitations.ts'

type Props = { role: InvitationOffer['role']; credentials: TextInputProps; prelicensed: CheckboxProps }

/**
 * The fields that a new member's signatures need. Only therapists are asked whether they need a supervisor's
 * co-signature.
 */
export function SignerFields({ role, credentials, prelicensed }: Props) {
  return (
    <>
      <TextInput
        label="Credentials"
        placeholder="LCSW"
        description="Printed after your name. Needed to sign notes; you can add them later."
        maxLength={60}
        {...credentials}
      />
      {role === 'therapist' && <Checkbox label="I am pre-licensed: a supervisor co-signs my notes." {...prelicensed} />}
    </>
  )
}
