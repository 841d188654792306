import { sql, type Transaction } from 'kysely'
import { insertRows, type Actor, audit, type Database, newId } from '#db'
import { hasAddress, type MovedCustomer, type MovedRow } from '@playhouse/domain/moving-in'
import { readMovedIds, recordMoved } from './moved-keys.ts'
import type { Progress } from './progress.ts'

const textColumns = {
  email: 'email',
  title: 'title',
  prefix: 'prefix',
  first_name: 'firstName',
  middle_name: 'middleName',
  last_name: 'lastName',
  phone: 'phone',
} as const satisfies Record<string, keyof MovedCustomer>
const addressColumns = ['line1', 'line2', 'line3', 'city', 'county', 'state', 'postcode', 'country'] as const

type StoredCustomer = Readonly<Record<keyof typeof textColumns, string>> & {
  readonly id: string
  readonly locale: string | null
  readonly address: Readonly<Record<(typeof addressColumns)[number], string>> | null
  /** The customer, or staff for them, has used or changed the account here. */
  readonly isUsed: boolean
}

/**
 * Creates the accounts of customers, and changes those that moved in before. A customer whose account was used here keeps the details: a
 * wrong address in a file must not give it to another person. An account that its owner proved before becomes that of the customer.
 */
export async function moveCustomers(
  trx: Transaction<Database>,
  rows: readonly MovedRow<MovedCustomer>[],
  actor: Actor,
  progress: Progress,
): Promise<void> {
  const moved = await readMovedIds(
    trx,
    'customer',
    rows.map(({ thing }) => thing.id),
  )
  const joined = await readAccounts(
    trx,
    rows.flatMap(({ thing }) => (moved.has(thing.id) ? [] : [thing.email])),
  )
  const stored = await readStored(trx, [...moved.values()])
  const created: { id: string; thing: MovedCustomer }[] = []
  const changed: { id: string; thing: MovedCustomer }[] = []
  for (const { row, thing } of rows) {
    const before = stored.get(moved.get(thing.id) ?? '')
    const account = joined.get(thing.email)
    if (account !== undefined && !moved.has(thing.id)) {
      await recordMoved(trx, 'customer', [{ key: thing.id, id: account }])
      progress.keep('customers', row, thing.id, 'customer-uses-account')
    } else if (!before) created.push({ id: newId(), thing })
    else if (isSame(before, thing)) progress.count('customers', 'unchanged')
    else if (before.isUsed) progress.keep('customers', row, thing.id, 'customer-uses-account')
    else changed.push({ id: before.id, thing })
  }
  progress.count('customers', 'created', created.length)
  progress.count('customers', 'changed', changed.length)
  await insertCustomers(trx, created)
  await updateCustomers(trx, changed)
  await audit(
    trx,
    ...[...created, ...changed].map(({ id }) => ({
      ...{ actor: actor.name, requestId: actor.requestId, subject: 'customer', subjectId: id, verb: 'move-in' },
    })),
  )
}

async function insertCustomers(
  trx: Transaction<Database>,
  created: readonly { readonly id: string; readonly thing: MovedCustomer }[],
): Promise<void> {
  await insertRows(
    trx,
    'customer',
    created.map(({ id, thing }) => ({ id, ...columnsOf(thing) })),
  )
  await insertRows(
    trx,
    'address',
    created.filter(({ thing }) => hasAddress(thing)).map(({ id, thing }) => addressRow(id, thing)),
  )
  await recordMoved(
    trx,
    'customer',
    created.map(({ id, thing }) => ({ key: thing.id, id })),
  )
}

async function updateCustomers(
  trx: Transaction<Database>,
  changed: readonly { readonly id: string; readonly thing: MovedCustomer }[],
): Promise<void> {
  for (const { id, thing } of changed) {
    await trx.updateTable('customer').set(columnsOf(thing)).where('id', '=', id).execute()
    await trx.deleteFrom('address').where('customer_id', '=', id).execute()
    if (hasAddress(thing)) await insertRows(trx, 'address', [addressRow(id, thing)])
  }
}

const columnsOf = (thing: MovedCustomer) => ({
  ...(Object.fromEntries(Object.entries(textColumns).map(([column, field]) => [column, thing[field]])) as Record<
    keyof typeof textColumns,
    string
  >),
  locale: thing.language,
})

const addressRow = (customer: string, thing: MovedCustomer) => ({
  ...{ id: newId(), customer_id: customer, is_primary: true, is_billing: true, is_delivery: true },
  ...Object.fromEntries(addressColumns.map((column) => [column, thing[column]])),
})

const isSame = (stored: StoredCustomer, thing: MovedCustomer): boolean =>
  Object.entries(textColumns).every(([column, field]) => stored[column as keyof typeof textColumns] === thing[field]) &&
  stored.locale === thing.language &&
  addressColumns.every((column) => (stored.address?.[column] ?? '') === thing[column])

/** The ids of accounts by their e-mail addresses. Their customers have proved them, or the file has a problem. */
async function readAccounts(trx: Transaction<Database>, emails: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ email: string; id: string }>`
    select lower(email) as email, id from customer where not is_guest and lower(email) = any(${[...emails]}::text[])`.execute(trx)
  return new Map(rows.map(({ email, id }) => [email, id]))
}

async function readStored(trx: Transaction<Database>, ids: readonly string[]): Promise<Map<string, StoredCustomer>> {
  const { rows } = await sql<StoredCustomer>`
    select c.id, ${sql.join(Object.keys(textColumns).map((column) => sql.ref(`c.${column}`)))}, c.locale,
      (select to_jsonb(a) from address a where a.customer_id = c.id and a.is_primary) as address,
      c.password_hash is not null or c.address_proved_at is not null
        or exists (select from audit t where t.subject = 'customer' and t.subject_id = c.id::text
          and t.verb in ('change', 'change-address', 'add-address', 'remove-address')) as "isUsed"
    from customer c where c.id = any(${[...ids]}::uuid[]) order by c.id for no key update of c`.execute(trx)
  return new Map(rows.map((row) => [row.id, row]))
}
