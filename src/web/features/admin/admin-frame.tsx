import { Button } from '@mantine/core'
import {
  IconActivityHeartbeat,
  IconArrowLeft,
  IconBuilding,
  IconCalendarEvent,
  IconFileText,
  IconGauge,
  IconLogout,
  IconShieldX,
  IconUser,
  IconUsers,
} from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { Brand } from '#web/ui/layout/brand.tsx'
import { useSignOut } from '#web/ui/browser/use-sign-out.ts'
import { Hint } from '#web/ui/layout/text.ts'
import { StrongAnchor } from '#web/ui/layout/strong-anchor.ts'
import classes from './admin-frame.module.css'

const navigation = [
  { to: '/admin/users', label: 'Users', Icon: IconUser },
  { to: '/admin/organizations', label: 'Organizations', Icon: IconBuilding },
  { to: '/admin/clients', label: 'Clients', Icon: IconUsers },
  { to: '/admin/sessions', label: 'Sessions', Icon: IconCalendarEvent },
  { to: '/admin/status', label: 'Status', Icon: IconActivityHeartbeat },
  { to: '/admin/access-reasons', label: 'Access Reasons', Icon: IconFileText },
  { to: '/admin/refused-access', label: 'Refused Access', Icon: IconShieldX },
  { to: '/admin/models', label: 'Models', Icon: IconGauge },
] as const

type Props = { email: string; children: ReactNode }

/** The frame around every page of the admin panel. */
export function AdminFrame({ email, children }: Props) {
  const path = useLocation({ select: ({ pathname }) => pathname })
  const signOut = useSignOut()
  const main = useRef<HTMLElement>(null)
  const shown = useRef(path)
  useEffect(() => {
    if (shown.current === path) return
    shown.current = path
    main.current?.focus({ preventScroll: true })
  }, [path])
  return (
    <div className={classes.frame}>
      <a className={classes.skip} href="#main">
        Skip to content
      </a>
      <header className={classes.side}>
        <div className={classes.brand}>
          <Brand />
          <Hint span>Admin</Hint>
        </div>
        <nav aria-label="Admin">
          <ul className={classes.links}>
            {navigation.map(({ to, label, Icon }) => (
              <li key={to}>
                <Link to={to} className={classes.link} activeOptions={{ includeSearch: false }}>
                  <Icon size={19} stroke={1.6} aria-hidden className={classes.icon} />
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className={classes.person}>
          <Hint className={classes.email}>{email}</Hint>
          <StrongAnchor component={Link} to="/" size="sm" className={classes.back}>
            <IconArrowLeft size={16} aria-hidden />
            Back to App
          </StrongAnchor>
          <Button variant="default" size="xs" leftSection={<IconLogout size={16} aria-hidden />} onClick={signOut}>
            Sign Out
          </Button>
        </div>
      </header>
      <main ref={main} id="main" tabIndex={-1} className={classes.main}>
        {children}
      </main>
    </div>
  )
}
