import { maxTemplateFileBytes, type TemplateDetails, TemplateFile } from '#shared/contract/templates.ts'
import { saveBlob } from '#web/ui/browser/save-blob.ts'

/** Downloads a template as a JSON file. */
export function exportTemplate({ name, baseType, language, sections }: TemplateDetails): void {
  const file: TemplateFile = { format: 'attend-template', template: { name, baseType, language, sections } }
  saveBlob(new Blob([JSON.stringify(file, null, 2)], { type: 'application/json' }), `${name}.attend-template.json`)
}

/** Returns the template in a file, or the reason why it cannot be imported. */
export async function readTemplateFile(file: File): Promise<TemplateDetails | string> {
  if (file.size > maxTemplateFileBytes) return 'This file is too large. A template has at most 64 KB.'
  try {
    const read = TemplateFile.safeParse(JSON.parse(await file.text()))
    if (read.success) return read.data.template
    const [issue] = read.error.issues
    return `This file is not a valid template. ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`
  } catch {
    return 'This file is not a template. Choose a file that was exported from Attend.'
  }
}
