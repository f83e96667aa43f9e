import { screen, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { mastercard, visa } from '#web/testing/billing.ts'
import { expectAccessible } from '#web/testing/expect-accessible.ts'
import { fail, held, type Replies } from '#web/testing/fake-server.ts'
import { openBilling, planCard } from '#web/testing/open-billing.ts'
import { dialog, region } from '#web/testing/open-page.tsx'

type User = Awaited<ReturnType<typeof openBilling>>

const press = (part: { getByRole: typeof screen.getByRole }, name: string | RegExp) =>
  part.getByRole('button', { name })
const action = async (name: RegExp) => press(await region('Quick Actions'), name)

describe('a billing dialog stays open until its request ends, and shows a failure', () => {
  const dialogs: readonly {
    name: string
    button: string
    verb: keyof NonNullable<Replies['billing']>
    open: (user: User) => Promise<void>
  }[] = [
    {
      name: 'Confirm Plan Change',
      button: 'Confirm Change',
      verb: 'changePlan',
      open: async (user) => user.click(press(await planCard('Professional'), 'Change to Professional')),
    },
    {
      name: 'Cancel Subscription',
      button: 'Cancel Subscription',
      verb: 'cancel',
      open: async (user) => user.click(await action(/^Cancel Subscription/)),
    },
    {
      name: 'Payment Methods',
      button: 'Add Card',
      verb: 'beginCard',
      open: async (user) => {
        await user.click(await action(/^Update Payment Method/))
        const methods = await dialog('Payment Methods')
        await user.click(press(methods, 'Add Payment Method'))
        await user.click(await methods.findByRole('button', { name: /^4242 4242 4242 4242/ }))
      },
    },
    {
      name: 'Delete payment method',
      button: 'Delete',
      verb: 'removeCard',
      open: async (user) => {
        await user.click(await action(/^Update Payment Method/))
        const methods = await dialog('Payment Methods')
        await user.click(await methods.findByRole('button', { name: 'Delete Mastercard ending in 4444' }))
      },
    },
  ]

  test.for(dialogs)(
    'the dialog $name stays open until its request ends, and shows a failure',
    async ({ name, button, verb, open }) => {
      const { reply, release } = held(() => fail('payments_unreachable'))
      const user = await openBilling({
        paymentMethods: () => ({ items: [visa, mastercard] }),
        preview: () => fail('payments_failed'),
        [verb]: reply,
      })
      await open(user)
      const opened = await dialog(name)
      await vi.waitFor(() => expect(press(opened, button)).toBeEnabled())
      await user.click(press(opened, button))
      expect(press(opened, 'Close')).toBeDisabled()
      expect(press(opened, /^(Cancel|Keep Subscription)$/)).toBeDisabled()
      await user.keyboard('{Escape}')
      const overlay = document.querySelectorAll('.mantine-Modal-inner')
      await user.click([...overlay].at(-1) ?? document.body)
      release()
      expect(await opened.findByText(/Connection failed\./)).toBeInTheDocument()
      await user.keyboard('{Escape}')
      await vi.waitFor(() => expect(screen.queryByRole('dialog', { name })).toBeNull())
    },
  )
})

test('a missing default card is shown as a note until a card is made the default', async () => {
  const unused = { ...visa, isDefault: false }
  const user = await openBilling({
    paymentMethods: () => ({ items: [unused] }),
    setDefaultCard: () => ({ items: [visa] }),
  })
  const panel = await region('Payment Method')
  expect(await panel.findByRole('note')).toHaveTextContent('No default payment method')
  expect(panel.getByText(/it is not used yet\./)).toHaveTextContent('Visa ending in 4242: it is not used yet.')
  await expectAccessible()
  await user.click(press(panel, 'Manage Payment Methods'))
  const methods = await dialog('Payment Methods')
  await user.click(await methods.findByRole('button', { name: 'Set Default: Visa ending in 4242' }))
  const list = methods.getByRole('list', { name: 'Payment methods' })
  expect(await within(list).findByText('Default')).toBeInTheDocument()
  await user.keyboard('{Escape}')
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(panel.queryByRole('note')).toBeNull()
  expect(panel.getByText(/^Expires/)).toBeInTheDocument()
})

test('a card that was deleted before disappears from the list', async () => {
  let items = [visa, mastercard]
  const user = await openBilling({
    paymentMethods: () => ({ items }),
    removeCard: () => {
      items = [visa]
      return fail('payment_method_missing')
    },
  })
  await user.click(await action(/^Update Payment Method/))
  const methods = await dialog('Payment Methods')
  await user.click(await methods.findByRole('button', { name: 'Delete Mastercard ending in 4444' }))
  await user.click(press(await dialog('Delete payment method'), 'Delete'))
  expect(await screen.findByText('Mastercard ending in 4444 was deleted.')).toBeInTheDocument()
  await vi.waitFor(() => expect(screen.queryByText('Mastercard ending in 4444')).toBeNull())
})

test('a list with a card that cannot become the default any more is refetched', async () => {
  let items = [visa, mastercard]
  const user = await openBilling({
    paymentMethods: () => ({ items }),
    setDefaultCard: () => {
      items = [visa]
      return fail('payment_method_missing')
    },
  })
  await user.click(await action(/^Update Payment Method/))
  const methods = await dialog('Payment Methods')
  await user.click(await methods.findByRole('button', { name: 'Set Default: Mastercard ending in 4444' }))
  expect(await methods.findByRole('alert')).toHaveTextContent('no longer exists')
  await vi.waitFor(() => expect(methods.queryByText('Mastercard ending in 4444')).toBeNull())
})

test.each([
  ['Manage Payment Methods', [visa]],
  ['Add Payment Method', []],
])('the button %s gets the focus back when its dialog closes', async (name, items) => {
  const user = await openBilling({ paymentMethods: () => ({ items }) })
  const opener = await (await region('Payment Method')).findByRole('button', { name })
  await user.click(opener)
  const methods = await dialog('Payment Methods')
  await vi.waitFor(() => expect(document.activeElement).toHaveAttribute('data-autofocus'))
  expect(methods.getByRole('button', { name: 'Close' })).toBeInTheDocument()
  await user.keyboard('{Escape}')
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await vi.waitFor(() => expect(opener).toHaveFocus())
})

test('the error of a rejected card disappears when another card is entered', async () => {
  const user = await openBilling({
    paymentMethods: () => ({ items: [visa, mastercard] }),
    beginCard: () => fail('card_declined'),
  })
  await user.click(await action(/^Update Payment Method/))
  const methods = await dialog('Payment Methods')
  await user.click(press(methods, 'Add Payment Method'))
  await user.click(await methods.findByRole('button', { name: /^4242 4242 4242 4242/ }))
  await user.click(press(methods, 'Add Card'))
  expect(await methods.findByRole('alert')).toBeInTheDocument()
  await user.type(methods.getByLabelText('CVC'), '{Backspace}')
  expect(methods.queryByRole('alert')).not.toBeInTheDocument()
})
