import { type ReactNode, useRef } from 'react'
import type { Account } from '#shared/contract/accounts.ts'
import { FailedSignIns } from './failed-sign-ins.tsx'
import { HowYouSignIn } from './how-you-sign-in.tsx'
import { SignedInDevices } from './signed-in-devices.tsx'
import classes from './security.module.css'
import { TwoFactorSection } from '../two-factor/two-factor-section.tsx'
import { lazyDialog } from '#web/ui/dialog/lazy-dialog.tsx'

const ChangeEmail = lazyDialog(() => import('./change-email.tsx'))
const ChangePassword = lazyDialog(() => import('./change-password.tsx'))

/**
 * The tab Sign-in and security: devices, sign-in methods and failed sign-ins. `children` are shown at the end of the
 * narrow column.
 */
export default function ProfileSecurity({ account, children }: { account: Account; children?: ReactNode }) {
  const factors = useRef<HTMLDivElement>(null)
  const { email, timeZone } = account
  return (
    <div className={classes.columns}>
      <div className={classes.column}>
        <SignedInDevices timeZone={timeZone} />
        <div ref={factors} tabIndex={-1} className={classes.factors}>
          <TwoFactorSection timeZone={timeZone} />
        </div>
      </div>
      <div className={classes.column}>
        <HowYouSignIn
          email={email}
          timeZone={timeZone}
          changeEmail={ChangeEmail}
          changePassword={ChangePassword}
          onManage={() => factors.current?.focus()}
        />
        <FailedSignIns timeZone={timeZone} />
        {children}
      </div>
    </div>
  )
}
