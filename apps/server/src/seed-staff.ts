import type { Kysely } from 'kysely'
import type { Database } from '#db'
import { addStaff, setAuthenticator, listStaff, type SecretVault } from '#modules/staff'

/**
 * Gives an empty counter the people of the fixtures, whose passwords are public: for test mode only, with
 * the payment sandbox and the mailbox that it has started itself.
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
