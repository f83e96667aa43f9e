import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, Suspense } from 'react'
import type { SecondFactor } from '#shared/contract/accounts.ts'
import { query } from '#web/api/client.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import { useDialog } from '#web/ui/dialog/use-dialog.ts'
import { Strong } from '#web/ui/layout/text.ts'
import { Placeholder } from '#web/ui/feedback/placeholder.tsx'
import { RowAction } from '#web/ui/layout/row-actions.tsx'
import classes from './security.module.css'
import { longDay } from './short-dates.ts'

type ChangeDialog = ComponentType<{ opened: boolean; email: string; onClose: () => void }>
type Props = {
  email: string
  timeZone: string
  changeEmail: ChangeDialog
  changePassword: ChangeDialog
  onManage: () => void
}

/** Email address, password, passkeys and authenticator app, with buttons to change them. */
export function HowYouSignIn({
  email,
  timeZone,
  changeEmail: ChangeEmail,
  changePassword: ChangePassword,
  onManage,
}: Props) {
  const factor = useQuery(query.accounts.secondFactor.queryOptions())
  const changeEmail = useDialog()
  const changePassword = useDialog()
  return (
    <Panel
      title="How you sign in"
      query={factor}
      failure="Failed to load how you sign in"
      loadingLabel="Loading how you sign in"
      skeleton={<Placeholder kind="field" count={3} isInset />}
    >
      {(data) => (
        <>
          <ul className={classes.rows} aria-label="How you sign in">
            <Way name="Email" text={email} action="Change" onAction={data.canChange ? changeEmail.open : null} />
            {data.canChange && (
              <>
                <Way
                  name="Password"
                  text={
                    data.passwordChangedAt === null
                      ? 'Not changed since you signed up'
                      : `Changed on ${longDay(data.passwordChangedAt, timeZone)}`
                  }
                  action="Change"
                  onAction={changePassword.open}
                />
                <Way name="Passkeys" text={passkeysOf(data)} action="Manage" onAction={onManage} />
                <Way name="Authenticator app" text={authenticatorOf(data)} action="Manage" onAction={onManage} />
              </>
            )}
          </ul>
          <Suspense>
            {changeEmail.isMounted && (
              <ChangeEmail opened={changeEmail.isOpen} email={email} onClose={changeEmail.close} />
            )}
            {changePassword.isMounted && (
              <ChangePassword opened={changePassword.isOpen} email={email} onClose={changePassword.close} />
            )}
          </Suspense>
        </>
      )}
    </Panel>
  )
}

type WayProps = { name: string; text: ReactNode; action: string; onAction: (() => void) | null }

function Way({ name, text, action, onAction }: WayProps) {
  return (
    <li className={classes.row}>
      <div>
        <Strong size="sm">{name}</Strong>
        <Text className={classes.line}>{text}</Text>
      </div>
      {onAction && (
        <RowAction aria-label={`${action} ${name.toLowerCase()}`} onClick={onAction}>
          {action}
        </RowAction>
      )}
    </li>
  )
}

function passkeysOf({ passkeys }: SecondFactor): string {
  if (passkeys.length === 0) return 'None'
  const names = passkeys.map(({ name }) => name).join(', ')
  return `${passkeys.length} passkey${passkeys.length === 1 ? '' : 's'}: ${names}`
}

function authenticatorOf({ recoveryCodesLeft: left }: SecondFactor): string {
  return left === null ? 'Off' : `On. ${left} recovery code${left === 1 ? '' : 's'} left`
}
