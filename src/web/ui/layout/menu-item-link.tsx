import { Menu, type MenuItemProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { LinkAttributes } from './links.tsx'

function PlainMenuItem(props: LinkAttributes<MenuItemProps>) {
  return <Menu.Item component="a" {...props} />
}

/** A link in a menu, type-checked against the routes. */
export const MenuItemLink = createLink(PlainMenuItem)
