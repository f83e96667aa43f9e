import { Alert, Badge, Button, Group, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import type { SecondFactor } from '#shared/contract/accounts.ts'
import { query } from '#web/api/client.ts'
import { isFactorSetUp } from '#web/identity/second-factor.ts'
import { useReadOnly } from '#web/identity/read-only.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import { useDialog } from '#web/ui/dialog/use-dialog.ts'
import { lazyDialog } from '#web/ui/dialog/lazy-dialog.tsx'
import { Hint, Muted } from '#web/ui/layout/text.ts'
import { Placeholder } from '#web/ui/feedback/placeholder.tsx'
import { PanelBody } from '#web/ui/layout/panel-parts.ts'
import { withoutFactor } from './last-factor.ts'
import { PasskeyList } from './passkey-list.tsx'
import classes from './two-factor.module.css'

const SetUpAuthenticator = lazyDialog(() => import('./set-up-authenticator.tsx'))
const SwitchOffAuthenticator = lazyDialog(() => import('./switch-off-authenticator.tsx'))
const RenewRecoveryCodes = lazyDialog(() => import('./renew-recovery-codes.tsx'))

const lowOnCodes = 3

/** The second factors of the user; hidden while viewing as another user. Dates are shown in `timeZone`. */
export function TwoFactorSection({ timeZone }: { timeZone: string }) {
  return useReadOnly() ? null : <OwnTwoFactor timeZone={timeZone} />
}

function OwnTwoFactor({ timeZone }: { timeZone: string }) {
  const cache = useQueryClient()
  const factor = useQuery(query.accounts.secondFactor.queryOptions())
  const reload = () => void cache.invalidateQueries({ queryKey: query.accounts.secondFactor.key() })
  return (
    <Panel
      title="Two-factor sign-in"
      query={factor}
      failure="Failed to load two-factor sign-in"
      loadingLabel="Loading two-factor sign-in"
      skeleton={<Placeholder kind="panel" isInset />}
    >
      {(data) =>
        data.canChange ? (
          <>
            <Lead factor={data} />
            <Authenticator factor={data} onChanged={reload} />
            <PasskeyList factor={data} timeZone={timeZone} onChanged={reload} />
          </>
        ) : (
          <PanelBody>
            <Muted>The accounts of the demo practice are shared, so their sign-in cannot be changed.</Muted>
          </PanelBody>
        )
      }
    </Panel>
  )
}

function Lead({ factor }: { factor: SecondFactor }) {
  const isMissing = factor.isRequired && !isFactorSetUp(factor)
  return (
    <PanelBody gap="sm">
      <Muted>
        Even if someone learns your password, they can’t open your clients’ records without your phone or passkey.
      </Muted>
      {isMissing && (
        <Alert color="ochre" role="note">
          You administer the platform. Set up an authenticator app or a passkey to open the admin panel.
        </Alert>
      )}
    </PanelBody>
  )
}

function Authenticator({ factor, onChanged }: { factor: SecondFactor; onChanged: () => void }) {
  const setUp = useDialog()
  const switchOffDialog = useDialog()
  const renew = useDialog()
  const codesLeft = factor.recoveryCodesLeft
  return (
    <>
      <Row
        title="Authenticator app"
        isOn={codesLeft !== null}
        text="After your password, enter a code from an app on your phone."
      >
        {codesLeft === null ? (
          <Button variant="default" onClick={setUp.open}>
            Set Up
          </Button>
        ) : (
          <Button variant="default" onClick={switchOffDialog.open}>
            Switch Off
          </Button>
        )}
      </Row>
      {codesLeft !== null && (
        <Row
          title="Recovery codes"
          text={`${codesLeft} of 10 left. Each replaces your authenticator app once.${codesLeft <= lowOnCodes ? ' Create new ones before they run out.' : ''}`}
        >
          <Button variant="default" onClick={renew.open}>
            Create New Codes
          </Button>
        </Row>
      )}
      <Suspense>
        {setUp.isMounted && <SetUpAuthenticator opened={setUp.isOpen} onClose={setUp.close} onChanged={onChanged} />}
        {renew.isMounted && <RenewRecoveryCodes opened={renew.isOpen} onClose={renew.close} onChanged={onChanged} />}
        {switchOffDialog.isMounted && (
          <SwitchOffAuthenticator
            opened={switchOffDialog.isOpen}
            warning={factor.passkeys.length === 0 ? withoutFactor(factor) : ''}
            onClose={switchOffDialog.close}
            onChanged={onChanged}
          />
        )}
      </Suspense>
    </>
  )
}

type RowProps = { title: string; text: string; isOn?: boolean; children: ReactNode }

function Row({ title, text, isOn = false, children }: RowProps) {
  return (
    <div className={classes.row}>
      <div>
        <Group gap="xs" mb="4xs">
          <Title order={3}>{title}</Title>
          {isOn && <Badge>On</Badge>}
        </Group>
        <Hint>{text}</Hint>
      </div>
      {children}
    </div>
  )
}
