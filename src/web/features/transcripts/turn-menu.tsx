import { ActionIcon, Menu } from '@mantine/core'
import {
  IconArrowMerge,
  IconArrowsSplit2,
  IconDots,
  IconPencil,
  IconPlayerPlay,
  IconUserEdit,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './transcripts.module.css'

/** Actions on a turn. An action is null if it is not possible. */
export type TurnActions = {
  play: (() => void) | null
  correct: (() => void) | null
  changeSpeaker: (() => void) | null
  split: (() => void) | null
  merge: (() => void) | null
}

type Props = {
  label: string
  actions: TurnActions
  /** Whether letter keys are on. Then the menu shows them. */
  hasKeys: boolean
  isOpen: boolean
  onChange: (isOpen: boolean) => void
}

/** The menu of a turn. */
export function TurnMenu({ label, actions, hasKeys, isOpen, onChange }: Props) {
  const item = (name: string, icon: ReactNode, key: string | null, action: (() => void) | null) => (
    <Menu.Item
      leftSection={icon}
      rightSection={hasKeys && key ? <kbd className={classes.key}>{key}</kbd> : undefined}
      disabled={action === null}
      onClick={() => action?.()}
    >
      {name}
    </Menu.Item>
  )
  return (
    <Menu opened={isOpen} onChange={onChange} position="bottom-end" returnFocus={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" tabIndex={-1} aria-label={label}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.play && item('Play from here', <IconPlayerPlay size={17} aria-hidden />, 'Space', actions.play)}
        {item('Correct words', <IconPencil size={17} aria-hidden />, 'E', actions.correct)}
        <Menu.Divider />
        {item('Change speaker', <IconUserEdit size={17} aria-hidden />, null, actions.changeSpeaker)}
        {item('Split this turn', <IconArrowsSplit2 size={17} aria-hidden />, 'S', actions.split)}
        {item('Merge with turn above', <IconArrowMerge size={17} aria-hidden />, 'M', actions.merge)}
      </Menu.Dropdown>
    </Menu>
  )
}
