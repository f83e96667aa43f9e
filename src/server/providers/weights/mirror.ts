/** The folder of a model's files as a URL: at the mirror (`MODELS_MIRROR`), else where the model is published. */
export function baseOf(id: string, published: string, mirror: string | undefined): string {
  return mirror === undefined ? published : `${mirror.replace(/\/+$/, '')}/${id}/`
}
