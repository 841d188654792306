import { type RawBuilder, sql } from 'kysely'
import { maxFailedLogins } from '@playhouse/domain/sign-in'

/**
 * The columns of an account to set after a sign-in attempt. A correct password resets the count of failed sign-ins, unless the
 * account is locked. A wrong password increments it, and locks the account at `maxFailedLogins`.
 */
export const columnsAfterSignInAttempt = (
  isPasswordCorrect: boolean,
): { failed_logins: RawBuilder<number>; locked_at?: RawBuilder<Date | null> } =>
  isPasswordCorrect
    ? { failed_logins: sql<number>`case when locked_at is null then 0 else failed_logins end` }
    : {
        failed_logins: sql<number>`failed_logins + 1`,
        locked_at: sql<Date | null>`case when failed_logins + 1 >= ${maxFailedLogins} then now() end`,
      }
