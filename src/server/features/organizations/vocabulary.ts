import type { Vocabulary } from '#shared/contract/organizations.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { storableText } from '#server/db/storable.ts'
import { requireOrganizationAdmin } from './require-organization.ts'
import { findVocabulary, findVocabularyOfSession, updateVocabulary } from './store.ts'
import { throwIfFailure } from './throw-if-failure.ts'

/** @throws no_organization, not_allowed */
export async function getVocabulary(context: Context): Promise<Vocabulary> {
  return { words: await findVocabulary(context.db, requireOrganizationAdmin(context)) }
}

/**
 * Changes the vocabulary. The audit event does not contain the words, which may be names.
 * @throws no_organization, not_allowed, demo_fixed, vocabulary_changed if it is not the one that the caller changed
 */
export async function changeVocabulary(
  context: Context,
  input: Vocabulary & { basedOn?: string[] | undefined },
): Promise<Vocabulary> {
  const organizationId = requireOrganizationAdmin(context)
  const words = input.words.map((word) => storableText(word))
  throwIfFailure(
    await updateVocabulary(context.db, organizationId, words, input.basedOn?.map((word) => storableText(word)) ?? null),
  )
  audit(context, {
    action: 'organization.vocabulary_changed',
    resourceType: 'organization',
    resourceId: organizationId,
    details: { words: words.length },
  })
  return await getVocabulary(context)
}

/** Returns the vocabulary of the session's organization. Empty if the session has no organization. */
export async function vocabularyOf({ db }: Context, sessionId: string): Promise<readonly string[]> {
  return await findVocabularyOfSession(db, sessionId)
}
