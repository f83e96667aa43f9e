import { ActionIcon, Badge, Button, Group, Menu } from '@mantine/core'
import { IconCheck, IconDots, IconDownload, IconInfoCircle, IconShieldCheck, IconTrash } from '@tabler/icons-react'
import { useRef } from 'react'
import type { EngineModel } from '#shared/contract/engines.ts'
import { RowAction } from '#web/ui/layout/row-actions.tsx'
import { Hint } from '#web/ui/layout/text.ts'
import { isTooLarge } from './engine-texts.ts'
import type { RowActions } from './row-actions.ts'
import { shownBytes } from './sizes.ts'
import classes from './engines.module.css'

type Props = {
  model: EngineModel
  /** False if an environment setting decides which model is active. */
  canUse: boolean
  memoryFree: number
  actions: RowActions
}

/** The state of a model, its next action, and a menu of further actions. */
export function EngineAction({ model, canUse, memoryFree, actions }: Props) {
  const { state, name } = model
  return (
    <div className={classes.action}>
      {state === 'active' && (
        <Badge leftSection={<IconCheck size={14} aria-hidden />} color="spruce">
          Active
        </Badge>
      )}
      {state === 'installed' && (
        <>
          <Hint span>Installed</Hint>
          {canUse && !isTooLarge(model) && (
            <RowAction aria-label={`Use ${name}`} onClick={() => actions.change('use', model)}>
              Use
            </RowAction>
          )}
        </>
      )}
      {state === 'absent' && !isTooLarge(model) && (
        <RowAction
          leftSection={<IconDownload size={16} aria-hidden />}
          aria-label={`Download ${name}`}
          onClick={() => actions.change('download', model)}
        >
          Download
        </RowAction>
      )}
      {isTooLarge(model) && <Hint span>{shownBytes(memoryFree)} is free</Hint>}
      {state === 'waiting' && (
        <Group gap="2xs" wrap="nowrap">
          <Hint span>Waiting for the current download</Hint>
          <Button
            size="xs"
            variant="subtle"
            aria-label={`Cancel the download of ${name}`}
            onClick={() => actions.change('cancel', model)}
          >
            Cancel
          </Button>
        </Group>
      )}
      {(state === 'downloading' || state === 'offline') && <Hint span>Downloading</Hint>}
      {state === 'paused' && <Hint span>Paused</Hint>}
      {state === 'verifying' && <Hint span>Verifying</Hint>}
      <RowMenu model={model} actions={actions} />
    </div>
  )
}

function RowMenu({ model, actions }: Pick<Props, 'model' | 'actions'>) {
  const target = useRef<HTMLButtonElement>(null)
  const isInstalled = model.state === 'installed' || model.state === 'active'
  // A dialog returns the focus to its opener, but by then the menu item has disappeared.
  const fromMenu = (open: (model: EngineModel) => void) => () => {
    target.current?.focus()
    open(model)
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          ref={target}
          variant="subtle"
          color="gray"
          className={classes.menu}
          aria-label={`More actions for ${model.name}`}
        >
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconInfoCircle size={16} aria-hidden />} onClick={fromMenu(actions.showDetails)}>
          Details
        </Menu.Item>
        {model.state === 'absent' && model.bytes > 0 && (
          <Menu.Item
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={fromMenu((one) => actions.change('cancel', one))}
          >
            Delete what was downloaded ({shownBytes(model.bytes)})
          </Menu.Item>
        )}
        {isInstalled && (
          <>
            <Menu.Item
              leftSection={<IconShieldCheck size={16} aria-hidden />}
              onClick={fromMenu((one) => actions.change('verify', one))}
            >
              Verify again
            </Menu.Item>
            <Menu.Item leftSection={<IconTrash size={16} aria-hidden />} onClick={fromMenu(actions.askToRemove)}>
              Remove
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
