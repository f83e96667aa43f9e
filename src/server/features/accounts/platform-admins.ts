import type pg from 'pg'

/** A connection as app_owner, which bypasses all policies, for the operator's command line (`npm run admin`). */
type Owner = Pick<pg.Client, 'query'>

export interface PlatformAdmin {
  email: string
  name: string
  isActive: boolean
  /** Without a second factor, the admin cannot open the admin panel. */
  hasSecondFactor: boolean
}

/** Lists all platform admins, sorted by email. */
export async function listPlatformAdmins(owner: Owner): Promise<PlatformAdmin[]> {
  const { rows } = await owner.query<PlatformAdmin>(`
    select email, trim(first_name || ' ' || last_name) as name, is_active as "isActive",
      two_factor_enabled or exists (select from auth_passkeys p where p.user_id = u.id) as "hasSecondFactor"
    from users u where role = 'admin' order by email`)
  return rows
}

export type Change = 'changed' | 'unchanged' | 'no account'

/** Grants or revokes the platform role, effective from the account's next request. */
export async function setPlatformRole(owner: Owner, email: string, role: 'admin' | 'user'): Promise<Change> {
  return await inTransaction(owner, email, async (id) => {
    const { rowCount } = await owner.query('update users set role = $2 where id = $1 and role <> $2', [id, role])
    if (rowCount === 0) return 'unchanged'
    await record(owner, id, role === 'admin' ? 'account.platform_role_granted' : 'account.platform_role_revoked')
    return 'changed'
  })
}

/**
 * Removes authenticator, recovery codes and passkeys of a user who lost them, and ends every sign-in, because someone
 * else may use a lost factor. The password stays.
 */
export async function resetSecondFactor(owner: Owner, email: string): Promise<Change> {
  return await inTransaction(owner, email, async (id) => {
    let removed = 0
    for (const statement of [
      'update users set two_factor_enabled = false where id = $1 and two_factor_enabled',
      'delete from auth_two_factors where user_id = $1',
      'delete from auth_passkeys where user_id = $1',
    ]) {
      removed += (await owner.query(statement, [id])).rowCount ?? 0
    }
    if (removed === 0) return 'unchanged'
    await owner.query('delete from auth_sessions where user_id = $1', [id])
    await record(owner, id, 'account.second_factor_reset')
    return 'changed'
  })
}

async function inTransaction(owner: Owner, email: string, work: (id: string) => Promise<Change>): Promise<Change> {
  await owner.query('begin')
  try {
    const { rows } = await owner.query<{ id: string }>('select id from users where email = $1 for update', [
      email.trim().toLowerCase(),
    ])
    const [account] = rows
    const done = account ? await work(account.id) : 'no account'
    await owner.query('commit')
    return done
  } catch (error) {
    await owner.query('rollback')
    throw error
  }
}

/** The operator has no account; the event goes to the anonymous audit chain. */
async function record(owner: Owner, id: string, action: string): Promise<void> {
  await owner.query(
    `insert into audit_events (action, resource_type, resource_id, details) values ($1, 'account', $2, '{"by": "operator"}')`,
    [action, id],
  )
}
