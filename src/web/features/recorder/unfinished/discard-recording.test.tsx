import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { dialog } from '#web/testing/open-page.tsx'
import { DiscardRecording } from './discard-recording.tsx'

function Page({ onDiscard }: { onDiscard: () => Promise<string | null> }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <MantineProvider>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <DiscardRecording opened={isOpen} what="The recording" onClose={() => setOpen(false)} onDiscard={onDiscard} />
    </MantineProvider>
  )
}

test('the question to discard a recording stays open while it is discarded, and shows no earlier failure', async () => {
  const answer = Promise.withResolvers<string | null>()
  render(<Page onDiscard={() => answer.promise} />)
  const user = userEvent.setup({ delay: null })
  await user.click(screen.getByRole('button', { name: 'Open' }))
  const first = await dialog('Discard the recording?')
  await user.click(first.getByRole('button', { name: 'Discard' }))
  expect(first.getByRole('button', { name: 'Keep it' })).toBeDisabled()
  await user.keyboard('{Escape}')
  answer.resolve('The server cannot be reached.')
  expect(await first.findByText('The server cannot be reached.')).toBeInTheDocument()

  await user.click(first.getByRole('button', { name: 'Keep it' }))
  await user.click(screen.getByRole('button', { name: 'Open' }))
  const second = await dialog('Discard the recording?')
  expect(second.queryByText('The server cannot be reached.')).not.toBeInTheDocument()
})
