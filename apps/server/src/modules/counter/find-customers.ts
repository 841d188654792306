import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { FoundCustomer, GuestOrder } from '@playhouse/api-client/contract'
import { auditBy, type Database, transact } from '#db'
import type { Actor } from '#modules/basket'
import { walkInCustomerId } from '#modules/customer'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { findsByContact, maxFoundCustomers, phoneDigitsIn } from '@playhouse/domain/staff'

/** What a search at the counter found: accounts, and orders of guests, who have none. */
export type CustomerSearch = {
  readonly customers: FoundCustomer[]
  readonly guestOrders: (GuestOrder & { readonly customer: string })[]
  /** Whether there are older orders of guests. */
  readonly hasMoreGuestOrders: boolean
}

/**
 * Searches customers and guests by prefixes of their names in any order, by e-mail address, by the last digits of their telephone number,
 * by postcode, or by name and postcode. Ignores diacritics. Each condition has an index.
 * @returns `no-customer` without a result; `too-many-responses` for more than {@link maxFoundCustomers} accounts, or for more orders of guests
 * than that. Of the orders of an e-mail address or a telephone number, the newest are returned
 */
export async function findCustomers(
  db: Kysely<Database>,
  searchText: string,
): Promise<Result<CustomerSearch, Problem<'no-customer' | 'too-many-responses'>>> {
  const conditions = searchConditions(searchText.normalize('NFC').trim())
  if (conditions.length === 0) return fail(problem('no-customer'))
  const found = sql.join(conditions, sql` union `)
  const { rows: customers } = await sql<FoundCustomer>`
    select c.id, c.title, c.first_name as "firstName", c.last_name as "lastName", c.email, c.phone, a.postcode
    from customer c left join address a on a.customer_id = c.id and a.is_primary
    where not c.is_guest and c.id in (${found})
    order by c.last_name, c.first_name, c.id limit ${maxFoundCustomers + 1}`.execute(db)
  if (customers.length > maxFoundCustomers) return fail(problem('too-many-responses'))
  const { rows: orders } = await sql<Omit<CustomerSearch['guestOrders'][number], 'placedAt'> & { readonly placedAt: Date }>`
    select c.id as customer, o.number, c.first_name as "firstName", c.last_name as "lastName", c.email, c.phone, o.placed_at as "placedAt"
    from customer c join customer_order o on o.customer_id = c.id
    where c.is_guest and c.id <> ${walkInCustomerId} and c.id in (${found})
    order by o.placed_at desc, o.number limit ${maxFoundCustomers + 1}`.execute(db)
  if (customers.length + orders.length === 0) return fail(problem('no-customer'))
  const hasMoreGuestOrders = orders.length > maxFoundCustomers
  if (hasMoreGuestOrders && !findsByContact(searchText)) return fail(problem('too-many-responses'))
  const guestOrders = orders.slice(0, maxFoundCustomers).map((order) => ({ ...order, placedAt: order.placedAt.toISOString() }))
  return ok({ customers, guestOrders, hasMoreGuestOrders })
}

/** Audits a search by staff with the customers and orders that it returned. The query is personal data and is left out. */
export async function auditCustomerSearch(
  db: Kysely<Database>,
  staff: string,
  { customers, guestOrders }: Pick<CustomerSearch, 'customers' | 'guestOrders'>,
  actor: Actor,
): Promise<void> {
  const guests = new Set(guestOrders.map(({ customer }) => customer))
  const detail = { customers: [...customers.map(({ id }) => id), ...guests], orders: guestOrders.map(({ number }) => number) }
  await transact(db, (trx) => auditBy(trx, actor, { subject: 'staff', subjectId: staff, verb: 'find-customers', detail }))
}

function searchConditions(searchText: string): RawBuilder<unknown>[] {
  if (searchText.includes('@')) return [byEmail(searchText)]
  const conditions: RawBuilder<unknown>[] = []
  const digits = phoneDigitsIn(searchText)
  if (digits !== undefined) conditions.push(byPhone(digits))
  const words = searchText.split(/[^\p{L}\p{M}\p{N}]+/u).filter(Boolean)
  // "arden", "arden se1 2yz", "se1 2yz": what follows the name is a postcode, where it could be one.
  for (let names = 0; names <= words.length; names++) {
    const [name, code] = [words.slice(0, names), words.slice(names).join('')]
    if (code === '' && name.length > 0) conditions.push(byName(name))
    if (/^(?=.*\d)[a-z\d]{2,}$/i.test(code))
      conditions.push(name.length > 0 ? sql`(${byName(name)} intersect ${byPostcode(code)})` : byPostcode(code))
  }
  return conditions
}

/** A LIKE pattern for texts with this prefix; wildcards in it are escaped. */
const prefixPattern = (text: string): string => `${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

const byEmail = (searchText: string) => sql`select id from customer where email like ${prefixPattern(searchText.toLowerCase())}`

/** Matches the last digits, so that a trunk zero or a country code before them does not matter. */
const byPhone = (digits: string) =>
  sql`select id from customer where digits_backwards(phone) like ${prefixPattern([...digits.replace(/^0+/, '')].toReversed().join(''))}`

const byName = (words: readonly string[]) =>
  sql`select id from customer where name_words(first_name, last_name)
    @@ (select string_agg(quote_literal(word) || ':*', ' & ')::tsquery from regexp_split_to_table(folded(${words.join(' ')}), ' +') as word)`

const byPostcode = (code: string) =>
  sql`select customer_id from address where plain_postcode(postcode) like ${prefixPattern(code.toLowerCase())}`
