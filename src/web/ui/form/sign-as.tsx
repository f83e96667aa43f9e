import type { Signer } from '#shared/contract/signatures.ts'
import { signerName } from '#web/ui/format/signer-name.ts'
import { Hint } from '#web/ui/layout/text.ts'
import { ConfirmationField } from './confirmation.tsx'
import { NeedsCredentials } from './needs-credentials.tsx'
import type { Confirmation } from './use-confirmation.ts'

type Props = { signer: Signer; confirmation: Confirmation; timeZone: string; isBusy: boolean }

/** Shows the signer and the confirmation of identity, or asks for the credentials that a signature needs. */
export function SignAs({ signer, confirmation, timeZone, isBusy }: Props) {
  if (signer.credentials === '') return <NeedsCredentials />
  return (
    <>
      <Hint>Signing as {signerName(signer)}</Hint>
      <ConfirmationField confirmation={confirmation} timeZone={timeZone} isBusy={isBusy} />
    </>
  )
}
