import { Menu } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import { Fragment } from 'react'
import { useFirstOpening } from './lazy-popup.tsx'
import { MenuButton, type MenuButtonProps } from './menu-button.tsx'

export type MenuEntry = { label: string; Icon?: TablerIcon; isDisabled?: boolean; onClick: () => void }

export type MenuProps = {
  button: MenuButtonProps
  /** The entries in groups, which are separated by a line. */
  groups: readonly (readonly MenuEntry[])[]
  /** Whether the first entry takes the focus when the menu opens. */
  startsAtFirst?: boolean
}

export default function MenuPopup({ button, groups, startsAtFirst = false }: MenuProps) {
  const { target, isOpen, setOpen } = useFirstOpening()
  const shown = groups.filter((entries) => entries.length > 0)
  return (
    <Menu opened={isOpen} onChange={setOpen} position="bottom-end">
      <Menu.Target>
        <MenuButton ref={target} {...button} />
      </Menu.Target>
      <Menu.Dropdown>
        {shown.map((entries, at) => (
          <Fragment key={entries[0]?.label}>
            {at > 0 && <Menu.Divider />}
            {entries.map(({ label, Icon, isDisabled, onClick }, nth) => (
              <Menu.Item
                key={label}
                data-autofocus={(startsAtFirst && at === 0 && nth === 0) || undefined}
                leftSection={Icon && <Icon size={16} aria-hidden />}
                disabled={isDisabled}
                onClick={() => {
                  // A dialog returns the focus to its opener, but by then the menu item has disappeared.
                  target.current?.focus()
                  onClick()
                }}
              >
                {label}
              </Menu.Item>
            ))}
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
