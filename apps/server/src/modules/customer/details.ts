import type { Kysely, Selectable, Updateable } from 'kysely'
import { type Actor, auditCustomer, type CustomerTable, type Database, transact } from '#db'
import type { Details } from '@playhouse/api-client/contract'
import type { Brand } from '@playhouse/domain/brand'
import { customerFields, type EditableDetail } from '@playhouse/domain/customer'
import { isBirthValid } from '@playhouse/domain/account'

type CustomerRow = Selectable<CustomerTable>
/** The details that a customer may change directly; a new e-mail address needs a confirmation by mail. */
export type DetailsChange = {
  readonly [Name in EditableDetail]?: Details[Name] | undefined
}

/** A customer's details, for the API. */
export function readDetails(row: CustomerRow): Details {
  const { id, email, title, prefix, phone, birth_date, birth_year } = row
  return {
    id,
    email,
    title,
    prefix,
    firstName: row.first_name,
    middleName: row.middle_name,
    lastName: row.last_name,
    phone,
    birth: birth_date === null ? (birth_year === null ? null : { year: birth_year }) : { date: birth_date },
    ...(row.is_guest && { isGuest: true as const }),
  }
}

/**
 * Changes the given details.
 * @returns undefined without any change if a detail is invalid: an empty phone number where it is required, or a birthday in
 * another form or in the future
 */
export async function changeDetails(
  db: Kysely<Database>,
  brand: Pick<Brand, 'account' | 'registration'>,
  customer: string,
  change: DetailsChange,
  actor: Actor,
): Promise<Details | undefined> {
  if (brand.registration.required.includes('phone') && change.phone === '') return undefined
  if (change.birth && !isBirthValid(brand.account.birth, change.birth, Temporal.Now.plainDateISO().toString())) return undefined
  const columns = columnsOf(change)
  return transact(db, async (trx) => {
    const before = await trx.selectFrom('customer').selectAll().where('id', '=', customer).forUpdate().executeTakeFirstOrThrow()
    if (Object.keys(columns).length === 0) return readDetails(before)
    const row = await trx.updateTable('customer').set(columns).where('id', '=', customer).returningAll().executeTakeFirstOrThrow()
    // The names of the fields only, because the audit trail outlives the account.
    const fields = Object.keys(columns)
    await auditCustomer(trx, customer, actor, { verb: 'change', detail: { fields } })
    return readDetails(row)
  })
}

function columnsOf({ birth, ...change }: DetailsChange): Updateable<CustomerTable> {
  const texts = customerFields.flatMap((field) => {
    if (!field.editable || field.detail === 'birth') return []
    const value = change[field.detail]
    return value === undefined ? [] : [[field.column, value] as const]
  })
  return {
    ...Object.fromEntries(texts),
    ...(birth !== undefined && {
      birth_date: birth && 'date' in birth ? birth.date : null,
      birth_year: birth && 'year' in birth ? birth.year : null,
    }),
  }
}
