import { ActionIcon, Button, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { IconMenu2, IconMicrophone, IconMoon, IconSun, IconUpload } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PaletteButton } from '#web/features/palette/palette-button.tsx'
import { isRecordingPage } from './recording-page.ts'
import classes from './shell.module.css'

/** A page has at most one primary button. These pages have their own, so Start Session is secondary. */
const pagesWithPrimaryButton =
  /^\/(?:notes|calendar|clients|settings|profile|resources|billing|upload-session|write-note|psychotherapy-notes|snippets|session-notes\/co-sign)(?:\/|$)/

type Props = {
  onMenu: () => void
  onPalette: () => void
  canRecord: boolean
  onStart: () => void
  onUpload: () => void
  bell: ReactNode
  profile: ReactNode
}

/** Command palette, session buttons (not while a session is open), theme switch, notifications and profile menu. */
export function TopBar({ onMenu, onPalette, canRecord, onStart, onUpload, bell, profile }: Props) {
  const isInSession = useLocation({ select: ({ pathname }) => isRecordingPage(pathname) })
  const isSecondary = useLocation({ select: ({ pathname }) => pagesWithPrimaryButton.test(pathname) })
  return (
    <header className={classes.header}>
      <div className={classes.finding}>
        <ActionIcon
          className={classes.menuButton}
          variant="subtle"
          color="gray"
          size={36}
          aria-label="Open navigation"
          onClick={onMenu}
        >
          <IconMenu2 size={22} aria-hidden />
        </ActionIcon>
        <PaletteButton onOpen={onPalette} />
      </div>
      <div className={classes.actions}>
        {canRecord && !isInSession && (
          <>
            <Button
              className={classes.start}
              variant={isSecondary ? 'default' : 'filled'}
              leftSection={<IconMicrophone size={17} stroke={1.8} aria-hidden />}
              onClick={onStart}
              aria-label="Start Session"
            >
              <span className={classes.startLabel}>Start Session</span>
            </Button>
            <Button
              className={classes.upload}
              variant="default"
              leftSection={<IconUpload size={17} stroke={1.8} aria-hidden />}
              onClick={onUpload}
              aria-label="Upload Session"
            >
              <span className={classes.uploadLabel}>Upload Session</span>
            </Button>
          </>
        )}
        <ThemeSwitch />
        {bell}
        {profile}
      </div>
    </header>
  )
}

function ThemeSwitch() {
  const { setColorScheme } = useMantineColorScheme()
  const isDark = useComputedColorScheme('light') === 'dark'
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={36}
      aria-label={isDark ? 'Light Mode' : 'Dark Mode'}
      onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
    >
      {isDark ? <IconSun size={18} aria-hidden /> : <IconMoon size={18} aria-hidden />}
    </ActionIcon>
  )
}
