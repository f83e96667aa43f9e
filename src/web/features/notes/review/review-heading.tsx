import { type ReactNode, type RefObject, useEffect, useRef } from 'react'

type Props = { className: string | undefined; ref?: RefObject<HTMLHeadingElement | null>; children: ReactNode }

/** The heading of an item. It takes the focus when the item is shown, so that screen readers read it. */
export function ReviewHeading({ className, ref, children }: Props) {
  const ownRef = useRef<HTMLHeadingElement>(null)
  const heading = ref ?? ownRef
  useEffect(() => heading.current?.focus({ preventScroll: true }), [heading])
  return (
    <h2 ref={heading} tabIndex={-1} className={className}>
      {children}
    </h2>
  )
}
