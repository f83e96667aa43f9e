import type { WeightsFile } from './download.ts'

interface Published {
  /** Folder of the files, as a URL. */
  base: string
  files: readonly WeightsFile[]
}

/** The address of a file of a model. */
export const urlOf = ({ base }: Pick<Published, 'base'>, { name, url }: WeightsFile): string => url ?? base + name

/** Where a model can be downloaded: at the mirror (`MODELS_MIRROR`) in one folder, else where it is published. */
export function sourceOf(id: string, { base, files }: Published, mirror: string | undefined): Published {
  if (mirror === undefined) return { base, files }
  const inFolder = files.map(({ name, bytes, sha256 }) => ({ name, bytes, sha256 }))
  return { base: `${mirror.replace(/\/+$/, '')}/${id}/`, files: inFolder }
}
