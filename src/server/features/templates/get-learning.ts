import type { TemplateLearning } from '#shared/contract/template-examples.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { rowId } from '#server/ids.ts'
import { listExamples } from './example-store.ts'
import { findTemplate } from './store.ts'

/**
 * Returns whether the language model can propose sections, and the caller's examples of a template without their text.
 * @throws template_missing
 */
export async function getLearning(
  context: Context,
  { templateId }: { templateId?: string | undefined },
): Promise<TemplateLearning> {
  const { proposeSections, isSlow } = context.drafter
  const availability = proposeSections ? 'ready' : isSlow ? 'slow model' : 'no model'
  if (templateId === undefined) return { availability, examples: [] }
  const found = await findTemplate(context, rowId(templateId, 'template_missing'))
  if (!found) fail('template_missing')
  const stored = await listExamples(context, found.id)
  const examples = stored.map(({ id, characters, createdAt }) => ({ id, characters, addedAt: createdAt.toISOString() }))
  return { availability, examples }
}
