import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { maya, sessionId } from '#web/testing/clinical.ts'
import { held } from '#web/testing/fake-server.ts'
import { dialog, server } from '#web/testing/open-page.tsx'
import type { Unfinished } from './unfinished.ts'
import { UnfinishedCard } from './unfinished-card.tsx'

const unfinished: Unfinished = {
  recording: {
    sessionId,
    clientId: maya.id,
    client: maya,
    startedAt: '2026-11-03T15:00:00.000Z',
    nextChunk: 20,
    nextSegment: 1,
    savedMs: 10_000,
    lastChunkAt: '2026-11-03T15:45:00.000Z',
    endedAt: null,
    isVideoVisit: false,
    idleMs: 60_000,
  },
  status: 'open',
  waitingMs: 65_000,
  wasRecordedHere: true,
}

test('a session is ended once without its rejected rest, which stays in this browser', async () => {
  const { reply, release } = held(() => ({ sessionId }))
  server.reply({ recordings: { end: reply } })
  const erase = vi.fn(async () => undefined)
  const onEnded = vi.fn<() => void>()
  // Without the app's theme, the dialog stays for a moment after it is closed, as in a browser.
  render(
    <UnfinishedCard
      unfinished={unfinished}
      timeZone="America/New_York"
      microphones={{ options: [], chosen: null, choose: () => undefined }}
      onContinue={() => undefined}
      onEnded={onEnded}
      onDiscarded={async () => undefined}
      audio={{ send: async () => 'kept', erase }}
    />,
    { wrapper: MantineProvider },
  )
  const user = userEvent.setup({ delay: null })
  await user.click(screen.getByRole('button', { name: 'End Session' }))
  const question = await dialog('End without the last part?')
  expect(question.getByText(/^1:05 of audio/)).toBeInTheDocument()
  await user.dblClick(question.getByRole('button', { name: 'End Session' }))
  release()
  await vi.waitFor(() => expect(onEnded).toHaveBeenCalledOnce())
  expect(server.calls).toEqual(['recordings.end'])
  expect(erase).not.toHaveBeenCalled()
})
