import { Group, Stack } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Strong } from '#web/ui/layout/text.ts'
import { PanelBody } from '#web/ui/layout/panel-parts.ts'
import classes from './service.module.css'

type Props = { name: string; state: string; isWell: boolean; children: ReactNode }

/** One service: its name, its state as an icon and a word, and details. */
export function Service({ name, state, isWell, children }: Props) {
  const Icon = isWell ? IconCircleCheck : IconAlertTriangle
  return (
    <PanelBody component="section" aria-label={name}>
      <Group gap="sm" wrap="nowrap" align="flex-start" className={classes.service} data-well={isWell}>
        <Icon size={20} stroke={1.6} aria-hidden className={classes.state} />
        <Stack gap="2xs" className={classes.text}>
          <Group justify="space-between" gap="xs">
            <Strong>{name}</Strong>
            <Strong className={classes.state}>{state}</Strong>
          </Group>
          {children}
        </Stack>
      </Group>
    </PanelBody>
  )
}
