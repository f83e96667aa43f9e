import { expect, test } from 'vitest'
import { sourceOf } from './mirror.ts'

const pin = { bytes: 1, sha256: 'ab' }
const voices = {
  base: 'https://models.test/voices/',
  files: [
    { name: 'voices.onnx', ...pin },
    { name: 'crosstalk.onnx', url: 'https://other.test/crosstalk/model.onnx', ...pin },
  ],
}

const addresses = (mirror?: string) => sourceOf('voices', voices, mirror).files.map(({ url }) => url)

test('a file is downloaded from the folder of its model, or from an address of its own', () => {
  expect(addresses()).toEqual(['https://models.test/voices/voices.onnx', 'https://other.test/crosstalk/model.onnx'])
})

test('a mirror has all files of a model in one folder, by their names', () => {
  expect(addresses('http://mirror.test/')).toEqual([
    'http://mirror.test/voices/voices.onnx',
    'http://mirror.test/voices/crosstalk.onnx',
  ])
})
