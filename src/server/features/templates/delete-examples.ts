import type { TemplateLearning } from '#shared/contract/template-examples.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { rowId } from '#server/ids.ts'
import { deleteExampleRows } from './example-store.ts'
import { getLearning } from './get-learning.ts'

/**
 * Permanently deletes one of the caller's examples, or all of the caller's examples of a template.
 * @throws template_missing; template_example_missing, also for an example of another user
 */
export async function deleteExamples(
  context: Context,
  input: { templateId: string; exampleId?: string },
): Promise<TemplateLearning> {
  const templateId = rowId(input.templateId, 'template_missing')
  const exampleId = input.exampleId === undefined ? undefined : rowId(input.exampleId, 'template_example_missing')
  const count = await deleteExampleRows(context, templateId, exampleId)
  if (exampleId !== undefined && count === 0) fail('template_example_missing')
  const resource = { resourceType: 'account', resourceId: templateId } as const
  if (count > 0) audit(context, { action: 'template.examples_deleted', ...resource, details: { examples: count } })
  return await getLearning(context, { templateId })
}
