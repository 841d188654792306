import { type Kysely, sql } from 'kysely'
import { audit, type Database, newId, publish, transact } from '#db'
import type { Registration } from '@playhouse/api-client/contract'
import { type Brand, type Locale, passwordMeets } from '@playhouse/domain/brand'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { isCommonPassword } from './common-passwords.ts'
import { hashPassword, passwordMatches } from './password.ts'

/** Wrong passwords in a row after which an account opens by a reset only. */
const lockAfter = 10

/** The customer's id. An unknown address, a wrong password and, in time, a locked account look the same from outside. */
export async function checkLogin(
  db: Kysely<Database>,
  email: string,
  password: string,
  requestId: string,
): Promise<Result<string, Problem<'login-failed' | 'account-locked'>>> {
  const customer = await db.selectFrom('customer').selectAll().where('email', '=', email).executeTakeFirst()
  const matches = await passwordMatches(password, customer?.password_hash)
  if (!customer) return fail(problem('login-failed'))
  if (customer.locked_at) return fail(problem('account-locked'))
  return transact(db, async (trx): Promise<Result<string, Problem<'login-failed' | 'account-locked'>>> => {
    // Meanwhile others may have tried, or the owner chose another password: what was read above is no ground to stand on.
    const row = await trx
      .updateTable('customer')
      .set((eb) =>
        matches
          ? { failed_logins: 0 }
          : {
              failed_logins: eb('failed_logins', '+', 1),
              locked_at: sql<Date | null>`case when failed_logins + 1 >= ${lockAfter} then now() end`,
            },
      )
      .where('id', '=', customer.id)
      .where('password_hash', '=', customer.password_hash)
      .where('locked_at', 'is', null)
      .returning('locked_at')
      .executeTakeFirst()
    if (!row) return fail(problem('login-failed'))
    const locks = row.locked_at !== null
    const verb = matches ? 'login' : locks ? 'lock' : 'fail-login'
    await audit(trx, { actor: matches ? `customer ${customer.id}` : 'guest', requestId, subject: 'customer', subjectId: customer.id, verb })
    if (matches) return ok(customer.id)
    return fail(locks ? problem('account-locked') : problem('login-failed'))
  })
}

/** How somebody came to register. Without `isWelcomed` no mail is sent. */
export type Arrival = { readonly requestId: string; readonly locale: Locale; readonly isWelcomed: boolean }

/** Opens an account. That an address has one already is told only as the spec's general "register failed". */
export async function register(
  db: Kysely<Database>,
  brand: Brand,
  registration: Registration,
  { requestId, locale, isWelcomed }: Arrival,
): Promise<Result<string, Problem<'register-failed' | 'password-too-common' | 'invalid-input'>>> {
  const missing = missingFields(brand, registration)
  if (missing.length > 0) return fail(problem('invalid-input', { fields: missing }))
  if (isCommonPassword(registration.password)) return fail(problem('password-too-common'))
  const password_hash = await hashPassword(registration.password)
  return transact(db, async (trx): Promise<Result<string, Problem<'register-failed'>>> => {
    const { email, title, firstName, lastName, phone, address, marketing } = registration
    const id = newId()
    const written = await trx
      .insertInto('customer')
      .values({
        id,
        email,
        password_hash,
        title,
        first_name: firstName,
        last_name: lastName,
        phone,
        marketing_at: marketing ? sql<Date>`now()` : null,
        locked_at: null,
        locale,
      })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .executeTakeFirst()
    if (!written.numInsertedOrUpdatedRows) return fail(problem('register-failed'))
    if (address)
      await trx
        .insertInto('address')
        .values({ id: newId(), customer_id: id, is_primary: true, ...address })
        .execute()
    await audit(trx, { actor: `customer ${id}`, requestId, subject: 'customer', subjectId: id, verb: 'register' })
    if (isWelcomed) await publish(trx, 'mail.welcome', id, { customer: id })
    return ok(id)
  })
}

/** Fields the brand requires of a new customer and that came empty, by their path. */
function missingFields(brand: Brand, { password, phone, address }: Registration): string[] {
  const { required } = brand.registration
  return [
    ...(passwordMeets(brand.passwordPolicy, password) ? [] : ['password']),
    ...(required.includes('phone') && !phone ? ['phone'] : []),
    ...(required.includes('address') && !address ? ['address'] : []),
    ...(required.includes('state') && address && !address.state ? ['address.state'] : []),
  ]
}

/** A customer's primary address. */
export async function primaryAddress(db: Kysely<Database>, customer: string) {
  return db
    .selectFrom('address')
    .select(['line1', 'line2', 'line3', 'city', 'state', 'postcode', 'country'])
    .where('customer_id', '=', customer)
    .where('is_primary', '=', true)
    .executeTakeFirst()
}
