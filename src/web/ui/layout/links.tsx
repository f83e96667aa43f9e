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

/** A button link; `to` and `params` are type-checked against the routes. */
export const ButtonLink = createLink(PlainButton)

/** A text link, type-checked against the routes. */
export const AnchorLink = createLink(PlainAnchor)

/** A menu link, type-checked against the routes. */
export const MenuItemLink = createLink(PlainMenuItem)

function PlainName(props: LinkAttributes<AnchorProps>) {
  return <Anchor c="inherit" fw={600} {...props} />
}

/** The name of a client as a link, type-checked against the routes. */
export const NameLink = createLink(PlainName)

/** A text link in bold. */
export const StrongAnchor = Anchor.withProps({ fw: 600 })
