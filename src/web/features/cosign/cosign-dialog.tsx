import { Radio, Stack, Text } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useState } from 'react'
import type { CosignNote, CosignQueue } from '#shared/contract/cosign.ts'
import { cosignStatements } from '#shared/rules/cosign-statements.ts'
import { api } from '#web/api/client.ts'
import type { Failure } from '#web/api/errors.ts'
import { ConfirmationField } from '#web/ui/form/confirmation.tsx'
import { useConfirmation, useSigningRequest } from '#web/ui/form/use-confirmation.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { NeedsCredentials } from '#web/ui/form/needs-credentials.tsx'
import { FormButtons } from '#web/ui/form/form-buttons.tsx'
import { FormError } from '#web/ui/form/form-error.tsx'
import { signerLicense, signerName } from '#web/ui/format/signer-name.ts'
import { Hint, LeadHint, Strong } from '#web/ui/layout/text.ts'
import { unusualFacts } from './signed-facts.ts'

type Props = {
  note: CosignNote
  opened: boolean
  timeZone: string
  onClose: () => void
  onSigned: (queue: CosignQueue) => void
  /** Called if the author signed again, or the note no longer awaits a co-signature. */
  onRefused: (failure: Failure) => void
}

type Statement = keyof typeof cosignStatements

/** Co-signs the version on screen: shows the statement and the signer, and confirms the identity. */
export default function CosignDialog({ note, opened, timeZone, onClose, onSigned, onRefused }: Props) {
  const { item, version, contentSha256, signer } = note
  const license = signerLicense(signer)
  const facts = unusualFacts(note)
  const [statement, setStatement] = useState<Statement>('absent')
  const confirmation = useConfirmation(note)
  const { failure, isSigning, formRef, clear, sign: signAs } = useSigningRequest(confirmation, 'Not signed.')

  const sign = async () => {
    const wasPresent = statement === 'present'
    const failed = await signAs(async () =>
      onSigned(await api.cosign.sign({ sessionId: item.sessionId, version, contentSha256, wasPresent })),
    )
    if (failed?.code === 'cosign_changed' || failed?.code === 'cosign_not_waiting') onRefused(failed)
  }

  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={clear}
      title="Co-sign note"
      size={600}
      isBusy={isSigning}
      isSheet
    >
      <form
        ref={formRef}
        onSubmit={(event) => {
          event.preventDefault()
          void sign()
        }}
      >
        <Stack gap="md">
          <LeadHint>
            You are co-signing version {version} of the note about {item.client.firstName} {item.client.lastName} by{' '}
            {signerName(item.author)}.
          </LeadHint>
          {facts !== null && <Text size="sm">{facts}</Text>}
          <Radio.Group label="Your statement" value={statement} onChange={(value) => setStatement(toStatement(value))}>
            <Stack gap="2xs">
              <Radio value="absent" label={cosignStatements.absent} />
              <Radio value="present" label={cosignStatements.present} />
            </Stack>
          </Radio.Group>
          <div>
            <Strong size="sm">Signing as</Strong>
            <Text>{signerName(signer)}</Text>
            {license !== '' && <Hint>{license}</Hint>}
          </div>
          {signer.credentials === '' ? (
            <NeedsCredentials />
          ) : (
            <ConfirmationField confirmation={confirmation} timeZone={timeZone} isBusy={isSigning} />
          )}
          <Hint>After signing, the text is locked. The author can still add an addendum.</Hint>
          <FormError message={failure?.sentence ?? null} />
          <FormButtons
            submit={isSigning ? 'Signing…' : 'Co-sign'}
            isSending={isSigning}
            onCancel={onClose}
            isBlocked={signer.credentials === ''}
            leftSection={<IconLock size={17} aria-hidden />}
          />
        </Stack>
      </form>
    </Dialog>
  )
}

function toStatement(value: string): Statement {
  return value === 'present' ? 'present' : 'absent'
}
