import { Anchor, type AnchorProps, Button, type ButtonProps, Menu, type MenuItemProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'

type LinkAttributes<Own> = Own &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof Own> & { ref?: Ref<HTMLAnchorElement> }

function PlainButton(props: LinkAttributes<ButtonProps>) {
  return <Button component="a" {...props} />
}

function PlainAnchor(props: LinkAttributes<AnchorProps>) {
  return <Anchor {...props} />
}

function PlainMenuItem(props: LinkAttributes<MenuItemProps>) {
  return <Menu.Item component="a" {...props} />
}

/** A link that looks like a button; `to` and `params` are checked against the routes. */
export const ButtonLink = createLink(PlainButton)

/** A link in running text, checked against the routes. */
export const AnchorLink = createLink(PlainAnchor)

/** A link in a menu, checked against the routes. */
export const MenuItemLink = createLink(PlainMenuItem)
