import { IconSignature } from '@tabler/icons-react'
import type { Signature } from '#shared/contract/signatures.ts'
import { shownDate } from '#web/ui/format/dates.ts'
import { signedMoment, signerLicense, signerName } from '#web/ui/format/signer-name.ts'
import { SupersededVersion } from './superseded-version.tsx'
import classes from './signatures.module.css'

type Props = { sessionId: string; signatures: readonly Signature[]; isAwaiting: boolean; sessionDate: string }

/**
 * The signatures at the end of a note, printed with it. Valid signatures are shown with their statements; superseded
 * ones in one line each, with their text on request.
 */
export function SignatureBlock({ sessionId, signatures, isAwaiting, sessionDate }: Props) {
  if (signatures.length === 0) return null
  return (
    <section className={classes.block} aria-label="Signatures">
      {signatures.map((signature) => (
        <div key={signature.id} className={classes.signature}>
          <IconSignature className={classes.icon} size={20} aria-hidden />
          <div>
            <div className={classes.name}>{signerName(signature)}</div>
            <div className={classes.dimmed}>{factsOf(signature, sessionDate).join(' · ')}</div>
            {signature.superseded === null && <p className={classes.attestation}>{signature.attestationText}</p>}
            {signature.superseded !== null && signature.role === 'author' && (
              <SupersededVersion
                sessionId={sessionId}
                version={signature.version}
                superseded={signature.superseded}
                timeZone={signature.timeZone}
              />
            )}
          </div>
        </div>
      ))}
      {isAwaiting && <p className={classes.awaiting}>Awaiting co-signature</p>}
    </section>
  )
}

function factsOf(signature: Signature, sessionDate: string): string[] {
  const { version, signedAt, timeZone, isLate, superseded, role } = signature
  const license = signerLicense(signature)
  const verb = role === 'author' ? 'Signed' : 'Co-signed'
  return [
    `${verb} ${signedMoment(signedAt, timeZone)}`,
    `Version ${version}`,
    ...(license === '' ? [] : [license]),
    ...(isLate ? [`Late entry for the session on ${shownDate(sessionDate)}`] : []),
    ...(superseded === null
      ? []
      : [superseded.kind === 'returned' ? 'Superseded by the return' : 'Superseded: unlocked by the author']),
  ]
}
