import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { maya } from '#web/testing/clinical.ts'
import { openPage } from '#web/testing/open-page.tsx'

it('the page of a video visit explains the alternatives in a browser that cannot share the sound of a tab', async () => {
  openPage(`/video-visit/${maya.id}`, { clients: { get: () => maya } })
  expect(await screen.findByRole('heading', { name: 'This browser cannot share a tab’s sound' })).toBeInTheDocument()
  const alone = screen.getByRole('link', { name: 'Record my microphone only' })
  expect(alone).toHaveAttribute('href', `/session/${maya.id}`)
  const upload = screen.getByRole('main').querySelector('a[href^="/upload-session/"]')
  expect(upload).toHaveTextContent('Upload Session')
})
