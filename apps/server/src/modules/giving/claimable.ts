import type { Kysely } from 'kysely'
import type { Database } from '#db'
import { giftAidOn, isAccountGiftAidWording, isClaimable } from '@playhouse/domain/giving'
import { type Money, money } from '@playhouse/domain/money'

/** A donation on which Gift Aid can be claimed, with the donor's name and home address. Amounts in minor units. */
type ClaimableDonation = {
  readonly id: string
  readonly givenAt: Date
  readonly amount: Money
  readonly giftAid: Money
  readonly title: string
  readonly firstName: string
  readonly lastName: string
  readonly line1: string
  readonly postcode: string
}

/**
 * Lists the donations of a period on which Gift Aid can be claimed, oldest first. The declarations of each donor decide. Donations that
 * were refunded are in no history. Tickets, vouchers and memberships are no donations. A donation waits for the donor's name and address.
 * @param from first instant of the period; `until` is the first one after it
 */
export async function listClaimableDonations(
  db: Kysely<Database>,
  { from, until }: { readonly from: Date; readonly until: Date },
): Promise<ClaimableDonation[]> {
  const rows = await db
    .selectFrom('donation as d')
    .innerJoin('customer as c', 'c.id', 'd.customer_id')
    .leftJoin('customer_order as o', 'o.id', 'd.order_id')
    .leftJoin('address as a', (join) => join.onRef('a.customer_id', '=', 'c.id').on('a.is_primary', '=', true))
    .select(['d.id', 'd.customer_id', 'd.amount', 'd.given_at', 'd.gift_aid_answer', 'o.billing'])
    .select(['c.title', 'c.first_name', 'c.last_name', 'a.line1', 'a.postcode'])
    .where('d.given_at', '>=', from)
    .where('d.given_at', '<', until)
    .orderBy('d.given_at')
    .orderBy('d.id')
    .execute()
  const declarations = Map.groupBy(
    await readDeclarations(db, [...new Set(rows.map(({ customer_id }) => customer_id))]),
    ({ customer }) => customer,
  )
  return rows.flatMap((row): ClaimableDonation[] => {
    const { id, given_at: givenAt, gift_aid_answer: answer, billing } = row
    if (!isClaimable({ answer, givenAt }, declarations.get(row.customer_id) ?? [])) return []
    const amount = money(row.amount)
    const [firstName, lastName] = [row.first_name || billing?.firstName, row.last_name || billing?.lastName]
    const [line1, postcode] = [row.line1 ?? billing?.address.line1, row.postcode ?? billing?.address.postcode]
    if (!firstName || !lastName || !line1 || !postcode) return []
    return [{ id, givenAt, amount, giftAid: giftAidOn(amount), title: row.title ?? '', firstName, lastName, line1, postcode }]
  })
}

async function readDeclarations(db: Kysely<Database>, customers: readonly string[]) {
  if (customers.length === 0) return []
  const rows = await db
    .selectFrom('gift_aid_declaration')
    .select(['customer_id', 'is_declared', 'wording', 'said_at'])
    .where('customer_id', 'in', customers)
    .execute()
  return rows.flatMap(({ customer_id: customer, is_declared: isDeclared, wording, said_at: saidAt }) =>
    isAccountGiftAidWording(wording) ? [{ customer, isDeclared, wording, saidAt }] : [],
  )
}
