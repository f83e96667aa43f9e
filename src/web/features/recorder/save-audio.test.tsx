import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { RecorderError } from './engine/recorder-error.ts'
import { SaveAudio } from './save-audio.tsx'

async function press(read: () => Promise<readonly Blob[]>) {
  render(
    <MantineProvider>
      <SaveAudio size="sm" read={read} />
    </MantineProvider>,
  )
  await userEvent.setup({ delay: null }).click(screen.getByRole('button', { name: 'Save as file' }))
}

test('audio of several segments is offered as one file each', async () => {
  await press(async () => [new Blob(['a']), new Blob(['b'])])
  expect(await screen.findByRole('button', { name: 'Save part 1 of 2' })).toBeEnabled()
  expect(screen.getByRole('button', { name: 'Save part 2 of 2' })).toBeEnabled()
})

test('a failure to read audio is shown, and saving can be repeated', async () => {
  await press(() => Promise.reject(new RecorderError('It cannot be read.')))
  expect(await screen.findByText('It cannot be read.')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Save as file' })).toBeEnabled()
})

test('saving says if this browser has no audio', async () => {
  await press(async () => [])
  expect(await screen.findByText('No audio of this session is stored in this browser.')).toBeInTheDocument()
})
