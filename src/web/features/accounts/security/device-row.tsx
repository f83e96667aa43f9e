import { Badge, Group, Text } from '@mantine/core'
import { IconDeviceDesktop, IconDeviceLaptop, IconDeviceMobile, IconDeviceTablet } from '@tabler/icons-react'
import type { SignIn } from '#shared/contract/accounts.ts'
import { Strong } from '#web/ui/layout/text.ts'
import { RowAction } from '#web/ui/layout/row-actions.tsx'
import classes from './security.module.css'
import { shortDay, shortMoment } from './short-dates.ts'

const means: Readonly<Record<NonNullable<SignIn['method']>, string>> = {
  password: ' with password',
  authenticator: ' with password and code',
  'recovery code': ' with password and recovery code',
  passkey: ' with a passkey',
  demo: ' to the demo practice',
}

type Props = { signIn: SignIn; timeZone: string; isEnding: boolean; onSignOut: () => void }

/** One device with its last use and sign-in method. */
export function DeviceRow({ signIn, timeZone, isEnding, onSignOut }: Props) {
  const { device, isCurrent, ipAddress, signedInAt, lastUsedAt, method } = signIn
  const how = method === null ? '' : means[method]
  return (
    <li className={classes.device} data-current={isCurrent || undefined}>
      <span className={classes.icon} aria-hidden>
        <DeviceIcon device={device} />
      </span>
      <div className={classes.what}>
        <Group gap="xs">
          <Strong>{device}</Strong>
          {isCurrent && <Badge>This device</Badge>}
        </Group>
        {ipAddress !== null && <Text className={classes.line}>{ipAddress}</Text>}
        <Text className={classes.line}>
          {isCurrent ? '' : `Last active ${shortMoment(lastUsedAt, timeZone)}. `}
          Signed in {isCurrent ? shortMoment(signedInAt, timeZone) : shortDay(signedInAt, timeZone)}
          {how}
        </Text>
      </div>
      {isCurrent ? (
        <Text className={classes.now}>Active now</Text>
      ) : (
        <RowAction className={classes.signOut} aria-label={`Sign out ${device}`} loading={isEnding} onClick={onSignOut}>
          Sign out
        </RowAction>
      )}
    </li>
  )
}

function DeviceIcon({ device }: { device: string }) {
  const look = { size: 20, stroke: 1.6 }
  if (device.includes('iPad')) return <IconDeviceTablet {...look} />
  if (/iPhone|Android/.test(device)) return <IconDeviceMobile {...look} />
  return device.includes('Windows') ? <IconDeviceDesktop {...look} /> : <IconDeviceLaptop {...look} />
}
