import { useLoadLater } from '#web/ui/browser/use-load-later.ts'
import { LazyPopup } from './lazy-popup.tsx'
import { MenuButton } from './menu-button.tsx'
import type { MenuProps } from './menu-popup.tsx'

const load = () => import('./menu-popup.tsx')

/** A button with a menu. The menu loads some seconds after the page, or with the first click. */
export function LazyMenu(props: MenuProps) {
  useLoadLater(load)
  return (
    <LazyPopup load={load} popup={props} renderButton={(onOpen) => <MenuButton {...props.button} onClick={onOpen} />} />
  )
}
