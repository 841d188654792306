import type { Kysely } from 'kysely'
import type { Database } from '#db'
import { addStaff, setAuthenticator, listStaff, type SecretVault } from '#modules/staff'

/**
 * Creates the staff users of the fixtures if there are none yet. Their passwords are public, so this is for test mode only, in
 * which the server uses its own payment sandbox and mailbox.
 * @returns whether it created any
 */
export async function seedStaff(db: Kysely<Database>, vault: SecretVault): Promise<boolean> {
  if ((await listStaff(db)).length > 0) return false
  const { colleagues } = await import('@playhouse/fixtures')
  for (const { secret, ...colleague } of colleagues) {
    const isNew = await addStaff(db, colleague, 'seed')
    if (isNew && secret !== undefined) await setAuthenticator(db, vault, colleague.email, secret)
  }
  return true
}
