import { useEffect, useRef } from 'react'

type Props = { className: string | undefined; isSignable: boolean; children: string }

/** The end of a review. 'Sign note' takes the focus if items were resolved, else the text does. */
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
