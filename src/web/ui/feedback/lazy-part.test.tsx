import { MantineProvider } from '@mantine/core'
import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ReactNode, Suspense } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { setup } from '#web/testing/account.ts'
import { server } from '#web/testing/open-page.tsx'
import { lazyDialog } from '../dialog/lazy-dialog.tsx'
import { lazyPart, notLoaded } from './lazy-part.tsx'
import { ToastHost } from './toast-host.tsx'
import { needToasts, setPlainToast } from './toast-state.ts'

const missing = new TypeError('Failed to fetch dynamically imported module: /assets/part-1.js')

// A file that fails to load is reported, and the report requests the settings of the installation.
beforeEach(() => server.reply({ accounts: { setup: () => setup } }))

/** Loads a file that fails the given number of times. */
function failing<Component>(component: Component, failures: number) {
  const attempts = { count: 0 }
  const load = async () => {
    attempts.count += 1
    if (attempts.count <= failures) throw missing
    return { default: component }
  }
  return { attempts, load }
}

function Page({ children }: { children: ReactNode }) {
  return (
    <MantineProvider>
      <h1>Page</h1>
      <Suspense>{children}</Suspense>
    </MantineProvider>
  )
}

test('a part whose file fails to load is replaced by an error, and loads on retry', async () => {
  const { attempts, load } = failing(() => <p>Part</p>, 2)
  const Part = lazyPart(load, notLoaded('Failed to load part'))
  await act(async () => render(<Part />, { wrapper: Page }))
  for (const count of [1, 2]) {
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load part')
    expect(screen.getByRole('heading', { name: 'Page' })).toBeVisible()
    expect(attempts.count).toBe(count)
    expect(screen.getByRole('button', { name: 'Reload Page' })).toBeVisible()
    const retryButton = screen.getByRole('button', { name: 'Try Again' })
    await act(async () => retryButton.click())
  }
  expect(await screen.findByText('Part')).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a part whose file failed to load is loaded when it is mounted again, but only once', async () => {
  const { attempts, load } = failing(() => <p>Part</p>, 1)
  const Part = lazyPart(load, notLoaded('Failed to load part'))
  const first = await act(async () => render(<Part />, { wrapper: Page }))
  await screen.findByRole('alert')
  first.unmount()
  const second = await act(async () => render(<Part />, { wrapper: Page }))
  expect(await screen.findByText('Part')).toBeVisible()
  second.rerender(<Part />)
  expect(screen.getByText('Part')).toBeVisible()
  expect(attempts.count).toBe(2)
})

test('a dialog whose file failed to load is loaded when it is opened again, but not while it is closed', async () => {
  const { attempts, load } = failing(({ opened }: DialogProps) => opened && <p>Dialog</p>, 1)
  const Dialog = lazyDialog<DialogProps>(load)
  const onClose = () => page.rerender(<Dialog opened={false} onClose={onClose} />)
  const page = render(<Dialog opened={false} onClose={onClose} />, { wrapper: Page })
  expect(attempts.count).toBe(0)
  await act(async () => page.rerender(<Dialog opened onClose={onClose} />))
  expect(await screen.findByRole('alert')).toHaveTextContent('A part of Attend could not be loaded.')
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(attempts.count).toBe(1)
  await act(async () => page.rerender(<Dialog opened onClose={onClose} />))
  expect(await screen.findByText('Dialog')).toBeVisible()
  page.rerender(<Dialog opened={false} onClose={onClose} />)
  page.rerender(<Dialog opened onClose={onClose} />)
  expect(screen.getByText('Dialog')).toBeVisible()
  expect(attempts.count).toBe(2)
})

type DialogProps = { opened: boolean; onClose: () => void }

test('a message whose toast fails to load is shown until it is dismissed or a toast follows', async () => {
  render(<ToastHost />, { wrapper: Page })
  const fail = () => setPlainToast({ message: 'Failed to archive client', color: 'ember' })
  act(fail)
  expect(screen.getByRole('alert')).toHaveTextContent('Failed to archive client')
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByRole('alert')).toBeNull()
  act(fail)
  await act(async () => needToasts())
  expect(screen.queryByRole('alert')).toBeNull()
})
