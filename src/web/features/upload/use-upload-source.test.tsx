import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useUploadSource } from './use-upload-source.ts'

/** A file that was deleted after it was chosen. */
class DeletedFile extends File {
  override slice(): Blob {
    const blob = new Blob([])
    blob.text = () => Promise.reject(new DOMException('The file was not found', 'NotFoundError'))
    return blob
  }
}

test('a file that cannot be read is rejected with a message', async () => {
  const { result } = renderHook(() => useUploadSource(100))
  await act(async () => {
    expect(await result.current.choose(new DeletedFile(['a'], 'Session'))).toBe(false)
  })
  expect(result.current.objection).toContain('The file could not be read.')
  expect(result.current.given).toBeNull()
})
