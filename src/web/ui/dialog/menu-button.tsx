import { Button, type ButtonProps } from '@mantine/core'
import type { ComponentProps } from 'react'

export type MenuButtonProps = ButtonProps & Omit<ComponentProps<'button'>, keyof ButtonProps> & { 'data-key'?: string }

/** The button that opens a menu. */
export function MenuButton(props: MenuButtonProps) {
  return <Button aria-haspopup="menu" aria-expanded={false} {...props} />
}
