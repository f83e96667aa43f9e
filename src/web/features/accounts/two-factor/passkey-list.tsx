import { Button, Text, Title } from '@mantine/core'
import { Suspense, useRef, useState } from 'react'
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
  const isLast = passkeys.length === 1 && recoveryCodesLeft === null
  const add = useDialog()
  const remove = useDialog()
  const [removed, setRemoved] = useState<Passkey | null>(null)
  const title = useRef<HTMLHeadingElement>(null)
  return (
    <div className={classes.row}>
      <div>
        <Title order={3} mb="4xs" ref={title} tabIndex={-1}>
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
              timeZone={timeZone}
              onRemove={() => {
                setRemoved(passkey)
                remove.open()
              }}
            />
          ))}
        </ul>
      )}
      <Suspense>
        {add.isMounted && <AddPasskey opened={add.isOpen} onClose={add.close} onChanged={onChanged} />}
        {remove.isMounted && removed && (
          <RemovePasskey
            key={removed.id}
            opened={remove.isOpen}
            passkey={removed}
            warning={isLast ? withoutFactor(factor) : ''}
            onClose={remove.close}
            onGone={() => title.current?.focus()}
            onChanged={onChanged}
          />
        )}
      </Suspense>
    </div>
  )
}

type RowProps = { passkey: Passkey; timeZone: string; onRemove: () => void }

function PasskeyRow({ passkey, timeZone, onRemove }: RowProps) {
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
      <RowAction aria-label={`Remove ${passkey.name}`} onClick={onRemove}>
        Remove
      </RowAction>
    </li>
  )
}
