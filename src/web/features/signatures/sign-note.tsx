import { Anchor, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { IconCircleCheck, IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { NotePage } from '#shared/contract/notes.ts'
import type { ReviewQueue } from '#shared/contract/review.ts'
import type { NoteSignatures, ToSign } from '#shared/contract/signatures.ts'
import { api, query } from '#web/api/client.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { showSuccess } from '#web/ui/feedback/toast.ts'
import { NeedsCredentials } from '#web/ui/form/needs-credentials.tsx'
import { FormButtons } from '#web/ui/form/form-buttons.tsx'
import { FormError } from '#web/ui/form/form-error.tsx'
import { shownClock, shownDate, shownTime } from '#web/ui/format/dates.ts'
import { Detail } from '#web/ui/layout/details.tsx'
import { Hint, Strong } from '#web/ui/layout/text.ts'
import { ConfirmationField } from '#web/ui/form/confirmation.tsx'
import { useConfirmation, useSigningRequest } from '#web/ui/form/use-confirmation.ts'
import { signerLicense, signerName } from '#web/ui/format/signer-name.ts'
import classes from './signatures.module.css'

type Props = {
  opened: boolean
  page: NotePage
  state: NoteSignatures
  toSign: ToSign
  /** True while a newer `toSign` is being loaded. */
  isLoading: boolean
  timeZone: string
  onClose: () => void
  onSigned: (signatures: NoteSignatures) => Promise<void>
  /** Loads the note again and compares it with the version on screen. */
  onShowChanges: () => void
}

/**
 * Signs the version on screen. Shows what is signed, the statement, the signer, the confirmation of identity and the
 * consequence.
 */
export default function SignNote(props: Props) {
  const { opened, page, state, toSign, isLoading, timeZone, onClose, onSigned, onShowChanges } = props
  const { client, note, session } = page
  const confirmation = useConfirmation(state)
  // Read each time the dialog opens, because items are also resolved outside of the review.
  const queue = useQuery({
    ...query.review.get.queryOptions({ input: { sessionId: note.sessionId } }),
    staleTime: 0,
    enabled: opened,
  })
  const request = useSigningRequest(confirmation, 'Not signed.')
  const { isSigning, formRef } = request
  const [sent, setSent] = useState(toSign)
  // The note is shown as changed until newer data than the refused data is loaded.
  const failure = request.failure?.code === 'note_changed' && sent !== toSign ? null : request.failure
  const isCurrent = isOnScreen(page, toSign)
  const isChanged = failure?.code === 'note_changed' || (!isCurrent && !isLoading)

  const [signedElsewhere, setSignedElsewhere] = useState<NoteSignatures | null>(null)
  const close = () => (signedElsewhere ? void onSigned(signedElsewhere) : onClose())

  const sign = async () => {
    if (isChanged || !isCurrent || signedElsewhere) return
    setSent(toSign)
    const failed = await request.sign(async () => {
      const { version, contentSha256, attestationText } = toSign
      const signed = await api.signatures.sign({ sessionId: note.sessionId, version, contentSha256, attestationText })
      await onSigned(signed)
      showSuccess(
        signed.status === 'awaiting_cosign' ? 'Note signed and sent for co-signature.' : 'Note signed and locked.',
      )
    })
    // The note was signed in another tab meanwhile.
    if (failed?.code === 'note_signed') setSignedElsewhere(await api.signatures.get({ sessionId: note.sessionId }))
  }
  const license = signerLicense(toSign.signer)
  const needsCredentials = toSign.signer.credentials === ''
  return (
    <Dialog
      opened={opened}
      onClose={close}
      onExitTransitionEnd={request.clear}
      isBusy={isSigning}
      title="Sign note"
      size={600}
      isSheet
    >
      <form
        ref={formRef}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void sign()
        }}
      >
        <Stack gap="md">
          <Hint>You are signing the version on screen.</Hint>
          <dl className={classes.facts}>
            <Detail name="Client">{`${client.firstName} ${client.lastName}`}</Detail>
            <Detail name="Date">{shownDate(session.date)}</Detail>
            <Detail name="Time">{`${shownTime(session.startTime)} – ${shownTime(session.endTime)}`}</Detail>
            <Detail name="Note type">{note.noteType}</Detail>
            <Detail name="Version">{`${note.version}, saved ${shownClock(toSign.savedAt, timeZone)}`}</Detail>
            <Detail name="Setting">{session.settingType === 'telehealth' ? 'Telehealth' : 'In person'}</Detail>
          </dl>
          {queue.isSuccess && queue.fetchStatus === 'idle' && queue.data.items.length === 0 && (
            <Group gap="2xs">
              <IconCircleCheck size={18} aria-hidden />
              <Text>{resolvedText(queue.data)}</Text>
            </Group>
          )}
          {toSign.lateDays !== null && (
            <Text>{`Late entry: signed ${toSign.lateDays === 1 ? '1 day' : `${toSign.lateDays} days`} after the session.`}</Text>
          )}
          <div>
            <Strong>Your statement</Strong>
            <blockquote className={classes.statement}>{toSign.attestationText}</blockquote>
          </div>
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <div>
              <Strong>Signing as</Strong>
              <Text>{signerName(toSign.signer)}</Text>
              {license !== '' && <Hint>{license}</Hint>}
            </div>
            {!needsCredentials && (
              <ConfirmationField confirmation={confirmation} timeZone={timeZone} isBusy={isSigning} />
            )}
          </SimpleGrid>
          {needsCredentials ? (
            <NeedsCredentials />
          ) : (
            <Hint>
              {toSign.supervisor
                ? 'After signing, the text is locked. Your supervisor co-signs next.'
                : 'After signing, the text is locked. You can still add an addendum.'}
            </Hint>
          )}
          {isChanged ? (
            <FormError message="This note changed since you opened it.">
              <Anchor component="button" type="button" onClick={onShowChanges}>
                See what changed
              </Anchor>
            </FormError>
          ) : (
            <FormError
              message={signedElsewhere ? signedByText(signedElsewhere, timeZone) : (failure?.sentence ?? null)}
            />
          )}
          <FormButtons
            submit={isSigning ? 'Signing…' : signLabel(toSign)}
            isSending={isSigning}
            onCancel={close}
            isBlocked={needsCredentials || isChanged || !isCurrent || failure?.code === 'note_signed'}
            leftSection={<IconLock size={17} aria-hidden />}
          />
        </Stack>
      </form>
    </Dialog>
  )
}

function signedByText({ signatures }: NoteSignatures, timeZone: string): string {
  const signature = signatures.findLast(({ role, superseded }) => role === 'author' && superseded === null)
  if (!signature) return 'Already signed.'
  return `Already signed by ${signature.name} at ${shownClock(signature.signedAt, timeZone)}.`
}

function signLabel({ supervisor }: ToSign): string {
  if (!supervisor) return 'Sign and lock'
  return supervisor.name === '' ? 'Sign and send for co-signature' : `Sign and send to ${supervisor.name}`
}

/** True if the version and facts to be signed are those on the page. */
function isOnScreen({ client, note, session }: NotePage, { version, facts }: ToSign): boolean {
  return (
    note.version === version &&
    session.date === facts.date &&
    session.startTime === facts.startTime &&
    session.endTime === facts.endTime &&
    session.settingType === facts.settingType &&
    session.contact === facts.contact &&
    session.participants.join('\n') === facts.participants.join('\n') &&
    client.id === facts.clientId
  )
}

function resolvedText({ resolved, spotChecksDone }: ReviewQueue): string {
  const items =
    resolved === 0 ? 'No items to resolve.' : resolved === 1 ? '1 item resolved.' : `All ${resolved} items resolved.`
  if (spotChecksDone === 0) return items
  return `${items} ${spotChecksDone === 1 ? '1 spot check' : `${spotChecksDone} spot checks`} done.`
}
