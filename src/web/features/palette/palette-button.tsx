import { UnstyledButton } from '@mantine/core'
import { useOs } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import classes from './palette-button.module.css'

/** The button that opens the command palette; only an icon on small screens. */
export function PaletteButton({ onOpen }: { onOpen: () => void }) {
  const os = useOs()
  const keys = os === 'macos' || os === 'ios' ? '⌘ K' : 'Ctrl K'
  return (
    <UnstyledButton
      className={classes.button}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={onOpen}
    >
      <IconSearch size={17} aria-hidden />
      <span className={classes.label}>Search or go to</span>
      <kbd className={classes.keys} aria-hidden>
        {keys}
      </kbd>
    </UnstyledButton>
  )
}
