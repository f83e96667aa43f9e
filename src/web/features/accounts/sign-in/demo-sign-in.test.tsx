import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { server } from '#web/testing/open-page.tsx'
import { DemoSignIn } from './demo-sign-in.tsx'

test('the first visitor of an installation sees why the demo practice takes time, and can try again', async () => {
  const prepared = Promise.withResolvers<Response>()
  const preparing = {
    code: 'demo_preparing',
    message: 'The demo practice is still being prepared. Try again in a moment.',
  }
  server.replyOutside({ 'POST /api/demo': () => prepared.promise })
  render(
    <MantineProvider>
      <DemoSignIn onEntered={() => undefined} />
    </MantineProvider>,
  )
  const enter = screen.getByRole('button', { name: 'Explore the demo practice' })
  await userEvent.click(enter)
  const status = screen.getByRole('status')
  expect(status).toBeEmptyDOMElement()
  await expect.poll(() => status.textContent, { timeout: 10_000 }).toMatch(/is being prepared/)
  prepared.resolve(Response.json(preparing, { status: 503 }))
  expect(await screen.findByRole('alert')).toHaveTextContent(preparing.message)
  expect(screen.queryByRole('status')).toBeNull()
  expect(enter).toBeEnabled()
})
