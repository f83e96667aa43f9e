import * as z from 'zod'
import { visibleName } from '#shared/rules/visible.ts'

/** A name of a person or an organization that a user enters. Invisible characters are removed, not refused. */
export const NameText = z.string().overwrite(visibleName)

/** A first name that is required, as in most forms. */
export const FirstName = NameText.min(1, 'First name is required.').max(100)
export const LastName = NameText.min(1, 'Last name is required.').max(100)
