import { Anchor, Button, Card, Group, Title } from '@mantine/core'
import { IconHistory, IconLockOpen, IconMessages } from '@tabler/icons-react'
import type { ReviewFigures } from '#shared/contract/review.ts'
import type { NoteSignatures, Signature } from '#shared/contract/signatures.ts'
import { shownMoment } from '#web/ui/format/dates.ts'
import { namedFigures } from '#web/ui/format/figures.ts'
import { Hint, StrongLine } from '#web/ui/layout/text.ts'
import { Detail } from '#web/ui/layout/details.tsx'
import { FormError } from '#web/ui/form/form-error.tsx'
import classes from './signatures.module.css'

type Props = {
  state: NoteSignatures
  timeZone: string
  hasTranscript: boolean
  onVersions: () => void
  onTranscript: () => void
  onUnlock: () => void
}

const methods = { password: 'Password', passkey: 'Passkey', totp: 'Authenticator code', demo: 'Demo practice' } as const

/** The facts of a locked note's signature, the result of its check, and unlocking while it is allowed. */
export function RecordCard({ state, timeZone, hasTranscript, onVersions, onTranscript, onUnlock }: Props) {
  const signature = state.signatures.findLast(({ superseded }) => superseded === null)
  if (!signature) return null
  const isIntact = state.signatures.every((one) => one.isIntact) && state.addenda.every((one) => one.isIntact)
  return (
    <Card component="section" aria-labelledby="record" className={classes.record}>
      <Title order={2} id="record">
        Record
      </Title>
      <dl className={classes.recordFacts}>
        <Detail name="Locked">{shownMoment(signature.signedAt, timeZone)}</Detail>
        <Detail name="Confirmed with">{methods[signature.authMethod]}</Detail>
        <Detail name="Signature check">{isIntact ? 'Valid' : 'Failed'}</Detail>
        <Detail name="Fingerprint">
          <span className="num">{fingerprint(signature)}</span>
        </Detail>
      </dl>
      {!isIntact && <FormError message="Signature check failed. Contact your Attend administrator." />}
      {state.figures && <OwnFigures figures={state.figures} />}
      <Group gap="md">
        <Anchor component="button" type="button" onClick={onVersions}>
          <Group gap="3xs" component="span">
            <IconHistory size={16} aria-hidden />
            Versions
          </Group>
        </Anchor>
        {hasTranscript && (
          <Anchor component="button" type="button" onClick={onTranscript}>
            <Group gap="3xs" component="span">
              <IconMessages size={16} aria-hidden />
              Transcript
            </Group>
          </Anchor>
        )}
      </Group>
      {state.canUnlockUntil !== null && (
        <Button
          variant="default"
          leftSection={<IconLockOpen size={17} aria-hidden />}
          onClick={onUnlock}
        >{`Unlock until ${shownMoment(state.canUnlockUntil, timeZone)}`}</Button>
      )}
      {state.unlockRefusal !== null && <Hint>Unlocking is closed. {state.unlockRefusal}</Hint>}
    </Card>
  )
}

/** Figures of the signer's work on the note. Not printed. */
function OwnFigures({ figures }: { figures: ReviewFigures }) {
  return (
    <section aria-label="Your work on this note" className={classes.ownFigures}>
      <StrongLine>Your work on this note</StrongLine>
      <dl className={classes.recordFacts}>
        {namedFigures(figures).map(({ name, value }) => (
          <Detail key={name} name={name}>
            <span className="num">{value}</span>
          </Detail>
        ))}
      </dl>
      <Hint>Only you see this.</Hint>
    </section>
  )
}

/** Shortens a hash to its first and last digits, which people compare. */
function fingerprint({ contentSha256: hash }: Signature): string {
  return `${hash.slice(0, 4)} ${hash.slice(4, 8)} … ${hash.slice(-4)}`
}
