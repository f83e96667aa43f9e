import { Anchor, Group, Stack, Text } from '@mantine/core'
import { IconCircleCheck, IconDeviceMobile, IconFingerprint, IconLock, type TablerIcon } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { query } from '#web/api/client.ts'
import { shownClock } from '#web/ui/format/dates.ts'
import { AuthenticatorCodeField } from './authenticator-code-field.tsx'
import { focusOnMount } from './form.ts'
import { PasswordField } from './password-field.tsx'
import type { Confirmation } from './use-confirmation.ts'

type Props = { confirmation: Confirmation; timeZone: string; isBusy: boolean }

/**
 * The field that confirms the identity, or the time of an earlier confirmation that is still valid. Hidden in the demo
 * practice.
 */
export function ConfirmationField({ confirmation, timeZone, isBusy }: Props) {
  const { data: factors } = useQuery(query.accounts.secondFactor.queryOptions())
  const { isNeeded, confirmedAt, needsConfirmation, kind, typed, setTyped, choose, error } = confirmation
  if (!needsConfirmation) return null
  if (!isNeeded && confirmedAt !== null) {
    return (
      <Group gap="2xs" component="output">
        <IconCircleCheck size={18} aria-hidden />
        <Text>Confirmed at {shownClock(confirmedAt, timeZone)}</Text>
      </Group>
    )
  }
  const hasPasskey = (factors?.passkeys.length ?? 0) > 0 && 'PublicKeyCredential' in window
  const hasCode = typeof factors?.recoveryCodesLeft === 'number'
  const field = {
    disabled: isBusy,
    error,
    value: typed,
    onChange: (event: { currentTarget: { value: string } }) => setTyped(event.currentTarget.value),
  }
  return (
    <Stack gap="2xs" align="stretch">
      {kind === 'code' ? (
        <AuthenticatorCodeField {...field} ref={focusOnMount} />
      ) : (
        <PasswordField {...field} label="Password" data-autofocus />
      )}
      <Group gap="md">
        {hasPasskey && (
          <Other Icon={IconFingerprint} onClick={() => void confirmation.confirmByPasskey()}>
            Use a passkey instead
          </Other>
        )}
        {kind === 'code' && (
          <Other Icon={IconLock} onClick={() => choose('password')}>
            Use your password instead
          </Other>
        )}
        {kind === 'password' && hasCode && (
          <Other Icon={IconDeviceMobile} onClick={() => choose('code')}>
            Use an authenticator code instead
          </Other>
        )}
      </Group>
    </Stack>
  )
}

function Other({ Icon, onClick, children }: { Icon: TablerIcon; onClick: () => void; children: string }) {
  return (
    <Anchor component="button" type="button" size="sm" onClick={onClick}>
      <Group gap="3xs" component="span">
        <Icon size={16} aria-hidden />
        {children}
      </Group>
    </Anchor>
  )
}
