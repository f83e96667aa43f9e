import { lazy, Suspense, useSyncExternalStore } from 'react'
import { useSettled } from '../browser/use-settled.ts'
import { areToastsNeeded, onToastsNeeded } from './toasts-needed.ts'

const Toasts = lazy(() => import('./toasts.tsx'))

/** Shows toasts. Their component loads with the first one, or when the page is settled: a toast may say that the connection is lost. */
export function ToastHost() {
  const isNeeded = useSyncExternalStore(onToastsNeeded, areToastsNeeded)
  const isSettled = useSettled()
  return <Suspense>{(isNeeded || isSettled) && <Toasts />}</Suspense>
}
