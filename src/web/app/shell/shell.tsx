import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, Suspense, useRef } from 'react'
import { lazyDialog } from '#web/ui/dialog/lazy-dialog.tsx'
import { useDialog } from '#web/ui/dialog/use-dialog.ts'
import { Brand } from '#web/ui/layout/brand.tsx'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'
import { usePageFocus } from './use-page-focus.ts'
import classes from './shell.module.css'

const NavigationDrawer = lazyDialog(() => import('./navigation-drawer.tsx'))

type Props = {
  onPalette: () => void
  /** False while viewing as another user. */
  canRecord: boolean
  onStart: () => void
  onUpload: () => void
  /** Null while viewing as another user. */
  bell: ReactNode
  profile: ReactNode
  banner: ReactNode
  children: ReactNode
}

/** The frame of all pages for signed-in users. */
export function Shell({ onPalette, canRecord, onStart, onUpload, bell, profile, banner, children }: Props) {
  const menu = useDialog()
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
      <Suspense>{menu.isMounted && <NavigationDrawer opened={menu.isOpen && !isWide} onClose={menu.close} />}</Suspense>
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
