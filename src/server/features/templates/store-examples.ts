import { exampleLimits } from '#shared/contract/limits.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { insertExample, listExamples, lockExamples, newExampleId } from './example-store.ts'
import { exampleKeys, openExample, sealExample } from './sealed-example.ts'

/**
 * Encrypts and stores example notes of the caller for a template.
 * @throws template_examples_too_many
 */
export async function storeExamples(context: Context, templateId: string, texts: readonly string[]): Promise<void> {
  if (texts.length === 0) return
  const stored = await listExamples(context, templateId)
  const { count } = exampleLimits
  if (stored.length + texts.length > count) fail('template_examples_too_many', { limit: count })
  const keys = exampleKeys(context.config)
  for (const text of texts) {
    const place = { id: await newExampleId(context), authorId: context.actor.userId, templateId }
    await insertExample(context, { ...place, sealed: sealExample(keys, place, text), characters: text.length })
  }
  const details = { examples: texts.length }
  audit(context, { action: 'template.examples_added', resourceType: 'account', resourceId: templateId, details })
}

/**
 * Stores those examples of a repeated request that are not stored yet: another request may have saved the same change
 * without them.
 * @throws template_examples_too_many
 */
export async function storeMissingExamples(
  context: Context,
  templateId: string,
  texts: readonly string[],
): Promise<void> {
  if (texts.length === 0) return
  await lockExamples(context, templateId)
  const keys = exampleKeys(context.config)
  const stored = (await listExamples(context, templateId))
    .filter(({ characters }) => texts.some((text) => text.length === characters))
    .map((row) => openExample(keys, row, row.sealed))
  const missing = texts.filter((text) => {
    const at = stored.indexOf(text)
    if (at >= 0) stored.splice(at, 1)
    return at < 0
  })
  await storeExamples(context, templateId, missing)
}
