import { type RawBuilder, sql } from 'kysely'
import { maxFailedLogins } from '@playhouse/domain/sign-in'

/**
 * The columns of an account to set after a sign-in attempt: the right password resets the count of wrong ones, unless the account
 * is locked; a wrong one counts, and the last allowed one locks the account.
 */
export const afterAttempt = (matches: boolean): { failed_logins: RawBuilder<number>; locked_at?: RawBuilder<Date | null> } =>
  matches
    ? { failed_logins: sql<number>`case when locked_at is null then 0 else failed_logins end` }
    : {
        failed_logins: sql<number>`failed_logins + 1`,
        locked_at: sql<Date | null>`case when failed_logins + 1 >= ${maxFailedLogins} then now() end`,
      }
