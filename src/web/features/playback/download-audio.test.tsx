import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { AudioFiles } from '#shared/contract/recordings.ts'
import { sessionId } from '#web/testing/clinical.ts'
import { server } from '#web/testing/open-page.tsx'
import { renderPart } from '#web/testing/render-part.tsx'
import { DownloadAudio } from './download-audio.tsx'

const filesOf = (...names: string[]) =>
  names.map((name) => ({ url: `/audio/${name}`, fileName: name, bytes: 1_000_000 }))

// jsdom cannot download files.
const saved: string[] = []
beforeEach(() => {
  saved.length = 0
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  return () => click.mockRestore()
})

async function openParts(lifetimeMs: number) {
  let files: AudioFiles['files'] = filesOf('one.webm', 'two.webm')
  server.reply({
    recordings: { audioFiles: () => ({ files, expiresAt: new Date(Date.now() + lifetimeMs).toISOString() }) },
  })
  renderPart(<DownloadAudio sessionId={sessionId} />)
  const user = userEvent.setup({ delay: null })
  await user.click(screen.getByRole('button', { name: 'Download audio' }))
  await screen.findByRole('button', { name: 'Part 2 of 2' })
  return { user, replace: (...names: string[]) => void (files = filesOf(...names)) }
}

test('parts of the audio are saved with one request while their links are valid', async () => {
  const { user } = await openParts(300_000)
  for (const part of ['Part 1 of 2', 'Part 2 of 2']) await user.click(screen.getByRole('button', { name: part }))
  await vi.waitFor(() => expect(saved).toEqual(['one.webm', 'two.webm']))
  expect(server.calls).toEqual(['recordings.audioFiles'])
})

test('a part that was replaced is not saved as another one, and the new parts are shown', async () => {
  const { user, replace } = await openParts(0)
  replace('zero.webm', 'one.webm', 'three.webm')
  await user.click(screen.getByRole('button', { name: 'Part 2 of 2' }))
  const part = await screen.findByRole('button', { name: 'Part 2 of 3' })
  expect(saved).toEqual([])
  await user.click(part)
  await vi.waitFor(() => expect(saved).toEqual(['one.webm']))
  expect(part).toHaveFocus()
})
