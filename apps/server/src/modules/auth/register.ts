import { type Kysely, sql } from 'kysely'
import { audit, type Database, newId, publish, transact } from '#db'
import { recordPermissions } from '#modules/consent'
import type { Registration } from '@playhouse/api-client/contract'
import { type Brand, type Locale, passwordMeets } from '@playhouse/domain/brand'
import { hasRegion, regionFieldOf } from '@playhouse/domain/postal-address'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { requestGuestOrdersLink } from './guest-orders.ts'
import { isCommonPassword } from './common-passwords.ts'
import { hashPassword } from './password.ts'

/** The circumstances of a registration. Without `isWelcomed` no mail is sent. */
export type Arrival = { readonly requestId: string; readonly locale: Locale; readonly isWelcomed: boolean }

/**
 * Opens an account and returns the customer's id. An address that has an account is rejected with the general `register-failed`.
 */
export async function register(
  db: Kysely<Database>,
  brand: Brand,
  registration: Registration,
  { requestId, locale, isWelcomed }: Arrival,
): Promise<Result<string, Problem<'register-failed' | 'password-too-common' | 'invalid-input'>>> {
  const faults = faultyFields(brand, registration)
  if (faults.length > 0) return fail(problem('invalid-input', { fields: faults }))
  if (await isCommonPassword(registration.password)) return fail(problem('password-too-common'))
  const password_hash = await hashPassword(registration.password)
  return transact(db, async (trx): Promise<Result<string, Problem<'register-failed'>>> => {
    const { email, title, prefix = '', firstName, middleName = '', lastName, phone, address, marketing } = registration
    const id = newId()
    const insertedRow = await trx
      .insertInto('customer')
      .values({
        id,
        email,
        password_hash,
        title,
        prefix,
        first_name: firstName,
        middle_name: middleName,
        last_name: lastName,
        phone,
        marketing_at: marketing ? sql<Date>`now()` : null,
        locked_at: null,
        locale,
      })
      .onConflict((conflict) =>
        conflict
          .column('email')
          .where(sql<boolean>`not is_guest`)
          .doNothing(),
      )
      .executeTakeFirst()
    if (!insertedRow.numInsertedOrUpdatedRows) return fail(problem('register-failed'))
    if (address)
      await trx
        .insertInto('address')
        .values({ id: newId(), customer_id: id, is_primary: true, is_billing: true, is_delivery: true, ...address })
        .execute()
    const { wording } = brand.account.permissions
    const news = { purpose: 'whats-on', channel: 'email', isAllowed: true } as const
    await recordPermissions(trx, id, marketing ? [news] : [], { wording, source: 'registration' })
    await audit(trx, { actor: `customer ${id}`, requestId, subject: 'customer', subjectId: id, verb: 'register' })
    if (isWelcomed) {
      await publish(trx, 'mail.welcome', id, { customer: id })
      await requestGuestOrdersLink(trx, id)
    }
    return ok(id)
  })
}

/** Paths of fields that the brand requires and that are empty, or that it hides and that are not. */
function faultyFields(brand: Brand, { password, phone, address, prefix, middleName }: Registration): string[] {
  const { hidden, required, offered = [] } = brand.registration
  const isAddressShown = required.includes('address') || offered.includes('address')
  return [
    ...(passwordMeets(brand.passwordPolicy, password) ? [] : ['password']),
    ...((required.includes('phone') || required.includes('mobile')) && !phone ? ['phone'] : []),
    ...(required.includes('address') && !address ? ['address'] : []),
    ...(!isAddressShown && address ? ['address'] : []),
    ...(['line2', 'line3'] as const).flatMap((line) => (required.includes(line) && address && !address[line] ? [`address.${line}`] : [])),
    ...(required.includes('state') && address && !hasRegion(address) ? [`address.${regionFieldOf(address.country)}`] : []),
    ...(hidden.includes('prefix') && prefix ? ['prefix'] : []),
    ...(hidden.includes('middleName') && middleName ? ['middleName'] : []),
  ]
}
