import { type Kysely, sql, type Transaction } from 'kysely'
import { type Actor, auditCustomer, type Database, newId, transact } from '#db'
import type { Address, SavedAddress } from '@playhouse/api-client/contract'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { maxAddresses } from '@playhouse/domain/account'
import type { AddressUses as Uses } from '@playhouse/domain/address-use'
import { isSameAddress } from '@playhouse/domain/postal-address'

type Change = { readonly [Name in keyof (Address & Uses)]?: (Address & Uses)[Name] | undefined }
type AddressBookResult = Result<SavedAddress[], Problem<'page-not-found' | 'details-not-updated' | 'primary-address-kept'>>

/** A customer's address book, the primary address first. */
export async function listAddresses(db: Kysely<Database>, customer: string): Promise<SavedAddress[]> {
  const rows = await db
    .selectFrom('address')
    .select(['id', 'line1', 'line2', 'line3', 'city', 'county', 'state', 'postcode', 'country', 'is_primary', 'is_billing', 'is_delivery'])
    .where('customer_id', '=', customer)
    .orderBy('is_primary', 'desc')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(({ is_primary, is_billing, is_delivery, ...address }) => ({
    ...address,
    isPrimary: is_primary,
    isBilling: is_billing,
    isDelivery: is_delivery,
  }))
}

/** Adds an address. The first one is the primary address in any case. */
export function addAddress(
  db: Kysely<Database>,
  customer: string,
  newAddress: Address & Partial<Uses>,
  actor: Actor,
): Promise<AddressBookResult> {
  return withAddressBook(db, customer, (trx, addresses) => insertAddress(trx, customer, newAddress, { addresses, actor }))
}

/**
 * Makes an address the primary one, in a transaction that has locked the customer. Adds it only if the address book does not have it.
 * @returns false if the address book is full
 */
export async function saveHomeAddress(trx: Transaction<Database>, customer: string, home: Address, actor: Actor): Promise<boolean> {
  const addresses = await listAddresses(trx, customer)
  const saved = addresses.find((address) => isSameAddress(address, home))
  const uses = { isPrimary: true, isBilling: false, isDelivery: false }
  if (!saved) return (await insertAddress(trx, customer, { ...home, ...uses }, { addresses, actor })).ok
  if (saved.isPrimary) return true
  await clearUses(trx, customer, uses)
  await trx.updateTable('address').set({ is_primary: true }).where('id', '=', saved.id).execute()
  await auditCustomer(trx, customer, actor, { verb: 'change-address', detail: { address: saved.id } })
  return true
}

async function insertAddress(
  trx: Transaction<Database>,
  customer: string,
  { isPrimary = false, isBilling = false, isDelivery = false, ...address }: Address & Partial<Uses>,
  { addresses, actor }: { readonly addresses: readonly SavedAddress[]; readonly actor: Actor },
): Promise<AddressBookResult> {
  if (addresses.length >= maxAddresses) return fail(problem('details-not-updated'))
  const uses = addresses.length === 0 ? { isPrimary: true, isBilling: true, isDelivery: true } : { isPrimary, isBilling, isDelivery }
  await clearUses(trx, customer, uses)
  const id = newId()
  await trx
    .insertInto('address')
    .values({
      id,
      customer_id: customer,
      ...address,
      is_primary: uses.isPrimary,
      is_billing: uses.isBilling,
      is_delivery: uses.isDelivery,
    })
    .execute()
  await auditCustomer(trx, customer, actor, { verb: 'add-address', detail: { address: id } })
  return ok(await listAddresses(trx, customer))
}

/** Changes an address or its uses. A use that it gets is removed from the previous address. */
export function changeAddress(
  db: Kysely<Database>,
  customer: string,
  id: string,
  change: Change,
  actor: Actor,
): Promise<AddressBookResult> {
  const { isPrimary, isBilling, isDelivery, ...address } = change
  return withAddressBook(db, customer, async (trx, addresses) => {
    const existing = addresses.find((address) => address.id === id)
    if (!existing) return fail(problem('page-not-found'))
    // There is always a primary address: it changes only when another one becomes it.
    if (existing.isPrimary && isPrimary === false) return fail(problem('primary-address-kept'))
    await clearUses(trx, customer, { isPrimary: isPrimary ?? false, isBilling: isBilling ?? false, isDelivery: isDelivery ?? false })
    const values = {
      ...(address as Partial<Address>),
      ...(isPrimary !== undefined && { is_primary: isPrimary }),
      ...(isBilling !== undefined && { is_billing: isBilling }),
      ...(isDelivery !== undefined && { is_delivery: isDelivery }),
    }
    if (Object.keys(values).length > 0) await trx.updateTable('address').set(values).where('id', '=', id).execute()
    await auditCustomer(trx, customer, actor, { verb: 'change-address', detail: { address: id } })
    return ok(await listAddresses(trx, customer))
  })
}

/** Removes an address. The primary address takes over its uses. */
export function removeAddress(db: Kysely<Database>, customer: string, id: string, actor: Actor): Promise<AddressBookResult> {
  return withAddressBook(db, customer, async (trx, addresses) => {
    const existing = addresses.find((address) => address.id === id)
    if (!existing) return fail(problem('page-not-found'))
    if (existing.isPrimary) return fail(problem('primary-address-kept'))
    await trx.deleteFrom('address').where('id', '=', id).execute()
    const { isBilling, isDelivery } = existing
    if (isBilling || isDelivery)
      await trx
        .updateTable('address')
        .set({ ...(isBilling && { is_billing: true }), ...(isDelivery && { is_delivery: true }) })
        .where('customer_id', '=', customer)
        .where('is_primary', '=', true)
        .execute()
    await auditCustomer(trx, customer, actor, { verb: 'remove-address', detail: { address: id } })
    return ok(await listAddresses(trx, customer))
  })
}

/** Locks the customer, so that concurrent changes never leave an address book without a primary address. */
function withAddressBook(
  db: Kysely<Database>,
  customer: string,
  change: (trx: Transaction<Database>, addresses: readonly SavedAddress[]) => Promise<AddressBookResult>,
): Promise<AddressBookResult> {
  return transact(db, async (trx) => {
    await sql`select 1 from customer where id = ${customer} for update`.execute(trx)
    return change(trx, await listAddresses(trx, customer))
  })
}

async function clearUses(trx: Transaction<Database>, customer: string, { isPrimary, isBilling, isDelivery }: Uses): Promise<void> {
  if (!isPrimary && !isBilling && !isDelivery) return
  await trx
    .updateTable('address')
    .set({ ...(isPrimary && { is_primary: false }), ...(isBilling && { is_billing: false }), ...(isDelivery && { is_delivery: false }) })
    .where('customer_id', '=', customer)
    .execute()
}
