import { Button, Text, Title } from '@mantine/core'
import { Suspense } from 'react'
import type { SecondFactor } from '#shared/contract/accounts.ts'
import { shownDate, todayIn } from '#web/ui/format/dates.ts'
import { useDialog } from '#web/ui/dialog/use-dialog.ts'
import { lazyDialog } from '#web/ui/dialog/lazy-dialog.tsx'
import { Hint } from '#web/ui/layout/text.ts'
import { RowAction } from '#web/ui/layout/row-actions.tsx'
import { withoutFactor } from './last-factor.ts'
import classes from './two-factor.module.css'

const AddPasskey = lazyDialog(() => import('./add-passkey.tsx'))
const RemovePasskey = lazyDialog(() => import('./remove-passkey.tsx'))

type Passkey = SecondFactor['passkeys'][number]
type Props = { factor: SecondFactor; timeZone: string; onChanged: () => void }

/** The named passkeys of an account. */
export function PasskeyList({ factor, timeZone, onChanged }: Props) {
  const { passkeys, recoveryCodesLeft } = factor
  const warning = passkeys.length === 1 && recoveryCodesLeft === null ? withoutFactor(factor) : ''
  const add = useDialog()
  return (
    <div className={classes.row}>
      <div>
        <Title order={3} mb="4xs">
          Passkeys
        </Title>
        <Hint>Sign in with your fingerprint, face, device PIN or a security key. No password or code needed.</Hint>
      </div>
      {'PublicKeyCredential' in window ? (
        <Button variant="default" onClick={add.open}>
          Add a Passkey
        </Button>
      ) : (
        <Hint>Passkeys need a browser that supports them and a page opened over https.</Hint>
      )}
      {passkeys.length > 0 && (
        <ul className={classes.keys} aria-label="Passkeys">
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              warning={warning}
              timeZone={timeZone}
              onChanged={onChanged}
            />
          ))}
        </ul>
      )}
      {add.isMounted && (
        <Suspense>
          <AddPasskey opened={add.isOpen} onClose={add.close} onChanged={onChanged} />
        </Suspense>
      )}
    </div>
  )
}

type RowProps = { passkey: Passkey; warning: string; timeZone: string; onChanged: () => void }

function PasskeyRow({ passkey, warning, timeZone, onChanged }: RowProps) {
  const remove = useDialog()
  const day = (moment: string) => shownDate(todayIn(timeZone, new Date(moment)))
  const used = passkey.lastUsedAt === null ? 'Not used yet' : `Last used ${day(passkey.lastUsedAt)}`
  return (
    <li>
      <div>
        <Text>{passkey.name}</Text>
        <Hint>
          Added {day(passkey.addedAt)} · {used}
          {passkey.isSynced && ' · Stored in a password manager'}
        </Hint>
      </div>
      <RowAction aria-label={`Remove ${passkey.name}`} onClick={remove.open}>
        Remove
      </RowAction>
      {remove.isMounted && (
        <Suspense>
          <RemovePasskey
            opened={remove.isOpen}
            passkey={passkey}
            warning={warning}
            onClose={remove.close}
            onChanged={onChanged}
          />
        </Suspense>
      )}
    </li>
  )
}
