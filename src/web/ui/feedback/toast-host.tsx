import { Suspense, useEffect, useSyncExternalStore } from 'react'
import { useSettled } from '../browser/use-settled.ts'
import { BesidePage } from './beside-page.tsx'
import { lazyPart } from './lazy-part.tsx'
import { onToastChange, setPlainToast, toastState } from './toast-state.ts'

const Toasts = lazyPart(() => import('./toasts.tsx'), RetryWithNextToast)

/**
 * Shows toasts. The component loads with the first toast, or once the page has loaded, because a later toast may say
 * that the connection is lost.
 */
export function ToastHost() {
  const { isNeeded, plain } = useSyncExternalStore(onToastChange, toastState)
  const isSettled = useSettled()
  return (
    <>
      <Suspense>{(isNeeded || isSettled) && <Toasts />}</Suspense>
      {plain && (
        <BesidePage
          role={plain.color === 'ember' ? 'alert' : 'status'}
          color={plain.color}
          onClose={() => setPlainToast(null)}
        >
          {plain.message}
        </BesidePage>
      )}
    </>
  )
}

function RetryWithNextToast({ onRetry }: { onRetry: () => void }) {
  useEffect(() => onToastChange(() => toastState().plain ?? onRetry()), [onRetry])
  return null
}
