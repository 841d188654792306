import type { Kysely } from 'kysely'
import type { Database } from '#db'
import {
  coveringDeclaration,
  type GiftAidDonor,
  type GiftAidMethod,
  giftAidOn,
  isAccountGiftAidWording,
  isClaimable,
} from '@playhouse/domain/giving'
import { type Money, money } from '@playhouse/domain/money'

/**
 * A donation on which Gift Aid can be claimed, with the donor's name and home address. Amounts in minor units. `method` and `declaredAt`:
 * how the covering declaration of the account was made at the counter, null for one online, and when; both null where the donor declared
 * for the order. A claim can leave out oral declarations that may still be cancelled.
 */
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
  readonly method: GiftAidMethod | null
  readonly declaredAt: Date | null
}

/**
 * Lists the donations of a period on which Gift Aid can be claimed, oldest first. The declarations of each donor decide. Donations that
 * were refunded are in no history. Tickets, vouchers and memberships are no donations. Name and address are those of the declaration,
 * and for one without them those of the account or of the order. Without any of them the donation waits.
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
    const declared = declarations.get(row.customer_id) ?? []
    const atAccount = declared.flatMap(({ wording, ...each }) => (isAccountGiftAidWording(wording) ? [{ ...each, wording }] : []))
    if (!isClaimable({ answer, givenAt }, atAccount)) return []
    const covering = answer === true ? undefined : coveringDeclaration({ answer, givenAt }, atAccount)
    const donor = answer === true ? latestDonor(declared, givenAt) : (covering?.donor ?? undefined)
    const amount = money(row.amount)
    const [firstName, lastName] = donor
      ? [donor.firstName, donor.lastName]
      : [row.first_name || billing?.firstName, row.last_name || billing?.lastName]
    const { line1, postcode } = donor?.address ?? {
      line1: row.line1 ?? billing?.address.line1,
      postcode: row.postcode ?? billing?.address.postcode,
    }
    if (!firstName || !lastName || !line1 || !postcode) return []
    const title = donor?.title ?? row.title ?? ''
    const basis = { method: covering?.method ?? null, declaredAt: covering?.saidAt ?? null }
    return [{ id, givenAt, amount, giftAid: giftAidOn(amount), title, firstName, lastName, line1, postcode, ...basis }]
  })
}

type Declaration = {
  readonly customer: string
  readonly isDeclared: boolean
  readonly wording: string
  readonly saidAt: Date
  readonly donor: GiftAidDonor | null
  readonly method: GiftAidMethod | null
}

/** The donor of the last declaration before a donation, of the account or of its order; undefined where it has none. */
const latestDonor = (declarations: readonly Declaration[], givenAt: Date): GiftAidDonor | undefined =>
  declarations.findLast(({ isDeclared, saidAt }) => isDeclared && saidAt <= givenAt)?.donor ?? undefined

/** Reads the declarations and withdrawals of customers, oldest first. */
async function readDeclarations(db: Kysely<Database>, customers: readonly string[]): Promise<Declaration[]> {
  if (customers.length === 0) return []
  const rows = await db
    .selectFrom('gift_aid_declaration')
    .select(['customer_id', 'is_declared', 'wording', 'said_at', 'donor', 'method'])
    .where('customer_id', 'in', customers)
    .orderBy('said_at')
    .orderBy('id')
    .execute()
  return rows.map(({ customer_id: customer, is_declared: isDeclared, wording, said_at: saidAt, ...rest }) => ({
    ...{ customer, isDeclared, wording, saidAt, donor: rest.donor, method: rest.method },
  }))
}
