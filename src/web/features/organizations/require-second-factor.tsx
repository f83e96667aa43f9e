import { Button, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Organization } from '#shared/contract/organizations.ts'
import { api, query } from '#web/api/client.ts'
import { showResult } from '#web/api/show-result.ts'
import { isFactorSetUp } from '#web/identity/second-factor.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { FormAlert } from '#web/ui/feedback/alerts.ts'
import { AnchorLink } from '#web/ui/layout/links.tsx'
import { FormError } from '#web/ui/form/form-error.tsx'
import { useSubmission } from '#web/ui/form/form.ts'
import { showSuccess } from '#web/ui/feedback/toast.ts'
import { DialogButtons } from '#web/ui/dialog/dialog-buttons.tsx'

type Props = { opened: boolean; isRequired: boolean; onClose: () => void }

/** Asks before the organization starts or stops requiring a second factor. */
export default function RequireSecondFactor({ opened, isRequired, onClose }: Props) {
  const cache = useQueryClient()
  const factor = useQuery(query.accounts.secondFactor.queryOptions({ enabled: opened && !isRequired }))
  const isMissing = factor.data !== undefined && !isFactorSetUp(factor.data)
  const mustGive = !isRequired && (isMissing || factor.data?.isGiven === false)
  // The changed organization. It is cached after the transition, because the dialog shows the former state until then.
  const changed = useRef<Organization>(undefined)
  const { submit, failure, clearFailure, isSending } = useSubmission<boolean>(async (next) => {
    changed.current = await api.organizations.requireSecondFactor({ isRequired: next })
    onClose()
    showSuccess(next ? 'A second factor is now required.' : 'A second factor is no longer required.')
  }, 'This could not be changed')
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      isBusy={isSending}
      onExitTransitionEnd={() => {
        clearFailure()
        if (changed.current) showResult(cache, query.organizations.get.queryKey(), changed.current)
        changed.current = undefined
      }}
      title={isRequired ? 'Stop requiring a second factor?' : 'Require a second factor?'}
    >
      <Stack gap="md">
        <Text>
          {isRequired
            ? 'Members can then sign in with their password alone, unless they have set up a second factor themselves.'
            : 'Members without an authenticator app or passkey must set one up before they can continue. Recordings in progress are not interrupted.'}
        </Text>
        {mustGive && (
          <FormAlert color="ochre">
            {isMissing ? (
              <>
                You have no second factor yourself. Set one up in{' '}
                <AnchorLink to="/profile" search={{ tab: 'security' }} underline="always">
                  My Profile
                </AnchorLink>{' '}
                first.
              </>
            ) : (
              'You signed in without your second factor. Sign out, and sign in again with it first.'
            )}
          </FormAlert>
        )}
        <FormError message={failure} />
        <DialogButtons>
          <Button variant="default" disabled={isSending} onClick={onClose}>
            Cancel
          </Button>
          <Button
            loading={isSending}
            disabled={mustGive || factor.isLoading}
            color={isRequired ? 'ember' : undefined}
            onClick={() => void submit(!isRequired)}
          >
            {isRequired ? 'Stop Requiring' : 'Require'}
          </Button>
        </DialogButtons>
      </Stack>
    </Dialog>
  )
}
