import { type PointerEvent, type ReactNode, Suspense, useState } from 'react'
import { Absent, lazyPart } from '#web/ui/feedback/lazy-part.tsx'

const TipPopup = lazyPart(() => import('./tip-popup.tsx'), Absent)

type Props = {
  /** Text of the tooltip; null for none. */
  label: string | null
  /** Renders the button, which must report that a pointer has entered it. */
  children: (onPointerEnter: (event: PointerEvent<HTMLElement>) => void) => ReactNode
}

/** A tooltip that loads when the mouse first enters its button. It repeats or explains the button’s accessible name. */
export function Tip({ label, children }: Props) {
  const [target, setTarget] = useState<HTMLElement | null>(null)
  return (
    <>
      {children(({ pointerType, currentTarget }) => pointerType === 'mouse' && setTarget(currentTarget))}
      <Suspense>{target && label !== null && <TipPopup label={label} target={target} />}</Suspense>
    </>
  )
}
