import { useEffect, useRef } from 'react'

type Props = { className: string | undefined; isSignable: boolean; children: string }

/** The end of a review. If the note can be signed, 'Sign note' takes the focus; otherwise the heading does. */
export function ReviewEnd({ className, isSignable, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const sign = isSignable ? document.getElementById('sign-note') : null
    const target = sign ?? heading.current
    target?.focus()
  }, [isSignable])
  return (
    <h2 ref={heading} tabIndex={-1} className={className}>
      {children}
    </h2>
  )
}
