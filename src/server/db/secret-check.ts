import { createHmac } from 'node:crypto'
import type pg from 'pg'
import { errorCode, StartFailure } from '#server/start-failure.ts'
import type { Secrets } from '#server/secrets.ts'
import { withClient } from '#server/postgres/connection.ts'

/**
 * The stored value by which a database recognizes a secret. It reveals nothing, because a secret is long and random. During a
 * rotation, a database has several of them.
 */
export function checkValue(secret: string): string {
  return createHmac('sha256', secret).update('check value of the secret').digest('hex')
}

/** The message for a secret that is not this database's. */
export const wrongSecret =
  'APP_SECRET is not the secret of this database: set the one that it was made with (or put its secret file back into DATA_DIR). Nothing was changed.'

/**
 * Rejects a secret that this database was not created with. Changes nothing.
 * @throws StartFailure that says which setting is wrong
 */
export async function requireKnownSecret(admin: pg.ClientBase, adminUrl: string, secrets: Secrets): Promise<void> {
  const stored = await readChecks(admin)
  const given = new Set([secrets.secret, ...secrets.formerSecrets].map(checkValue))
  if (stored.length === 0) {
    if (!(await isPrepared(admin))) return
    for (const secret of [secrets.secret, ...secrets.formerSecrets]) if (await isOldPassword(adminUrl, secret)) return
    throw new StartFailure(wrongSecret)
  }
  if (!stored.some((value) => given.has(value))) throw new StartFailure(wrongSecret)
  if (!stored.every((value) => given.has(value)))
    throw new StartFailure(
      'The secret of this database is being replaced: set APP_SECRET to the new and APP_SECRET_FORMER to the former one, and run npm run secret:rotate.',
    )
}

/** Makes this secret valid. Call it in the transaction that creates the roles. */
export function saveCheck(admin: pg.ClientBase, secret: string): Promise<void> {
  return saveChecks(admin, [checkValue(secret)])
}

/** Stores check values: a start then needs all of their secrets. */
export async function saveChecks(admin: pg.ClientBase, values: readonly string[]): Promise<void> {
  const stored = await readChecks(admin)
  const missing = values.filter((value) => !stored.includes(value))
  if (missing.length === 0) return
  await admin.query(`create schema if not exists installation`)
  await admin.query(`create table if not exists installation.secret_checks (value text primary key)`)
  await admin.query('insert into installation.secret_checks (value) select unnest($1::text[])', [missing])
}

/** Whether data may be encrypted with a former secret, because no rotation has ended since the secret was replaced. */
export async function needsRotation(adminUrl: string): Promise<boolean> {
  return (await withClient(adminUrl, readChecks)).length > 1
}

/** Lets a role read the check values, for backups. */
export async function showChecks(admin: pg.ClientBase, role: string): Promise<void> {
  await admin.query(`grant usage on schema installation to ${role}`)
  await admin.query(`grant select on installation.secret_checks to ${role}`)
}

/** Makes all other secrets invalid. */
export async function deleteOtherChecks(admin: pg.ClientBase, secret: string): Promise<void> {
  await admin.query('delete from installation.secret_checks where value <> $1', [checkValue(secret)])
}

export function rolePassword(role: string, secret: string): string {
  return createHmac('sha256', secret).update(`database role ${role}`).digest('base64url')
}

/** The stored check values of the secrets of this database. */
export async function readChecks(admin: pg.ClientBase): Promise<string[]> {
  const { rows } = await admin.query<{ known: boolean }>(
    `select to_regclass('installation.secret_checks') is not null as known`,
  )
  if (!rows[0]?.known) return []
  const checks = await admin.query<{ value: string }>('select value from installation.secret_checks')
  return checks.rows.map(({ value }) => value)
}

/** Whether Attend was started on this database before. */
async function isPrepared(admin: pg.ClientBase): Promise<boolean> {
  const { rows } = await admin.query<{ is: boolean }>(`select to_regnamespace('app') is not null as is`)
  return rows[0]?.is === true
}

/** Databases from before check values recognize the secret by the password of app_owner. */
async function isOldPassword(adminUrl: string, secret: string): Promise<boolean> {
  const url = new URL(adminUrl)
  url.username = 'app_owner'
  url.password = rolePassword('app_owner', secret)
  try {
    await withClient(url.href, (client) => client.query('select'))
    return true
  } catch (error) {
    if (['28P01', '28000'].includes(errorCode(error))) return false
    throw error
  }
}
