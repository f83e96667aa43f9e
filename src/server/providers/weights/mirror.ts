import type { WeightsFile } from './download.ts'

/** A file of a model and where it can be downloaded. */
export interface SourcedFile extends WeightsFile {
  url: string
}

interface Published {
  /** Folder of the files, as a URL. */
  base: string
  files: readonly WeightsFile[]
}

interface Source extends Published {
  files: readonly SourcedFile[]
}

/** Where a model can be downloaded: at the mirror (`MODELS_MIRROR`) in one folder, else where each file is published. */
export function sourceOf(id: string, { base, files }: Published, mirror: string | undefined): Source {
  const folder = mirror === undefined ? base : `${mirror.replace(/\/+$/, '')}/${id}/`
  const urlOf = ({ name, url }: WeightsFile) => (mirror === undefined ? (url ?? base + name) : folder + name)
  return { base: folder, files: files.map((file) => ({ ...file, url: urlOf(file) })) }
}
