import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MantineProvider } from '@mantine/core'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { InstallHint } from './install-hint.tsx'
import { watchInstallOffer } from './install-offer.ts'

const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile/15E148 Safari/604.1'

let media: string[]
let userAgent: string
const browser = vi.spyOn(window.navigator, 'userAgent', 'get')
const matchMedia = window.matchMedia.bind(window)

beforeEach(() => {
  media = ['(pointer: coarse)']
  userAgent = 'Mozilla/5.0 (Linux; Android 15) Chrome/142.0.0.0 Mobile'
  browser.mockImplementation(() => userAgent)
  window.matchMedia = (query) => Object.assign(matchMedia(query), { matches: media.includes(query) })
})
afterAll(() => {
  window.matchMedia = matchMedia
  browser.mockRestore()
})

const show = () =>
  render(
    <MantineProvider>
      <InstallHint />
    </MantineProvider>,
  )
const title = () => screen.queryByRole('heading', { name: 'Attend on your home screen' })

/** Simulates that the browser offers to install the app. */
function offer(open = () => Promise.resolve()): { prompt: () => Promise<void> } {
  const prompt = vi.fn(open)
  act(() => void window.dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt })))
  return { prompt }
}

test('computers, other browsers and the installed app show no install hint', () => {
  show()
  expect(title()).toBeNull()
  userAgent = iPhone
  media = []
  show()
  expect(title()).toBeNull()
  media = ['(pointer: coarse)', '(display-mode: standalone)']
  show()
  expect(title()).toBeNull()
})

test('on an iPhone, the install hint describes the steps', () => {
  userAgent = iPhone
  show()
  expect(title()).toBeInTheDocument()
  expect(screen.getByText(/Tap Share, then ‘Add to Home Screen’/)).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Add to Home Screen' })).toBeNull()
})

test('the install hint opens the installation dialog of the browser, and does not appear again afterwards', async () => {
  watchInstallOffer()
  show()
  expect(title()).toBeNull()
  offer(() => Promise.reject(new DOMException('Not now.', 'NotAllowedError')))
  await userEvent.click(screen.getByRole('button', { name: 'Add to Home Screen' }))
  await vi.waitFor(() => expect(title()).toBeNull())
  expect(localStorage.getItem('installHint')).toBeNull()
  const { prompt } = offer()
  expect(title()).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Add to Home Screen' }))
  expect(prompt).toHaveBeenCalledOnce()
  await vi.waitFor(() => expect(title()).toBeNull())
  offer()
  expect(title()).toBeNull()
  expect(localStorage.getItem('installHint')).toBe('closed')
})
