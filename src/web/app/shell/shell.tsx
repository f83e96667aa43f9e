import { Drawer } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useRef } from 'react'
import { Brand } from '#web/ui/brand.tsx'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'
import { usePageFocus } from './use-page-focus.ts'
import classes from './shell.module.css'

type Props = {
  onPalette: () => void
  /** Sessions are started and uploaded by oneself only. */
  canRecord: boolean
  onStart: () => void
  onUpload: () => void
  /** Null while data is viewed as somebody else. */
  bell: ReactNode
  profile: ReactNode
  banner: ReactNode
  children: ReactNode
}

/** The frame around every page of a signed-in person. */
export function Shell({ onPalette, canRecord, onStart, onUpload, bell, profile, banner, children }: Props) {
  const [isMenuOpen, menu] = useDisclosure()
  const isWide = useMediaQuery('(min-width: 62em)') ?? true
  const main = useRef<HTMLElement>(null)
  usePageFocus(main)
  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#main">
        Skip to content
      </a>
      <aside className={classes.sidebar}>
        <div className={classes.brand}>
          <Brand />
        </div>
        <Sidebar />
      </aside>
      <Drawer
        opened={isMenuOpen && !isWide}
        onClose={menu.close}
        size={264}
        title={<Brand />}
        closeButtonProps={{ 'aria-label': 'Close navigation' }}
      >
        <Sidebar onNavigate={menu.close} />
      </Drawer>
      <TopBar
        onMenu={menu.open}
        onPalette={onPalette}
        canRecord={canRecord}
        onStart={onStart}
        onUpload={onUpload}
        bell={bell}
        profile={profile}
      />
      <main ref={main} id="main" tabIndex={-1} className={classes.main}>
        {banner}
        {children}
      </main>
    </div>
  )
}
