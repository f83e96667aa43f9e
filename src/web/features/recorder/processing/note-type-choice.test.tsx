import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { sessionId } from '#web/testing/clinical.ts'
import { fail, held } from '#web/testing/fake-server.ts'
import { dialog, server } from '#web/testing/open-page.tsx'
import { NoteTypeChoice } from './note-type-choice.tsx'

test('the dialog to choose a note type cannot be closed while a choice is saved', async () => {
  const { reply, release } = held(() => fail('session_missing'))
  server.reply({ templates: { list: () => ({ items: [] }) }, notes: { chooseType: reply } })
  const onClose = vi.fn<() => void>()
  const shared = { sessionId, defaultType: 'SOAP', onChosen: () => {}, onClosed: () => {} } as const
  render(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient()}>
        <NoteTypeChoice opened onClose={onClose} {...shared} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  const user = userEvent.setup({ delay: null })
  const asked = await dialog('Which note type for this session?')
  await user.click(asked.getByRole('button', { name: /^DAP/ }))
  await waitFor(() => expect(server.calls).toContain('notes.chooseType'))
  expect(asked.getByRole('button', { name: 'Close' })).toBeDisabled()
  await user.keyboard('{Escape}')
  expect(onClose).not.toHaveBeenCalled()

  release()
  expect(await screen.findByText('Session or client data not found')).toBeInTheDocument()
  await user.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
})
