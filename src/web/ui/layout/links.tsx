import { ActionIcon, type ActionIconProps, Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'

export type LinkAttributes<Own> = Own &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof Own> & { ref?: Ref<HTMLAnchorElement> }

function PlainButton(props: LinkAttributes<ButtonProps>) {
  return <Button component="a" {...props} />
}

function PlainAnchor(props: LinkAttributes<AnchorProps>) {
  return <Anchor {...props} />
}

function PlainIcon(props: LinkAttributes<ActionIconProps>) {
  return <ActionIcon component="a" variant="subtle" color="gray" size={44} {...props} />
}

/** A link that looks like a button. `to` and `params` are type-checked against the routes. */
export const ButtonLink = createLink(PlainButton)

/** An icon as a link, type-checked against the routes. `aria-label` is its name. */
export const IconLink = createLink(PlainIcon)

/** A text link, type-checked against the routes. */
export const AnchorLink = createLink(PlainAnchor)

function PlainName(props: LinkAttributes<AnchorProps>) {
  return <Anchor c="inherit" fw={600} {...props} />
}

/** The name of a client as a link, type-checked against the routes. */
export const NameLink = createLink(PlainName)
