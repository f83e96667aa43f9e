import type { UseCase } from '#server/context.ts'
import { requirePlatformAdmin } from '#server/features/accounts/require-platform-admin.ts'

/**
 * The panel's door: no use case of this feature runs but behind it. The functions of the database ask once more.
 * @throws not_allowed, second_factor_missing
 */
export function asAdmin<Input, Output>(useCase: UseCase<Input, Output>): UseCase<Input, Output> {
  return async (context, input) => {
    await requirePlatformAdmin(context)
    return useCase(context, input)
  }
}
