import { type Kysely, sql } from 'kysely'
import type { Database } from '#db'
import type { Locale } from '@playhouse/domain/brand'
import { type Money, money } from '@playhouse/domain/money'
import type { GiftEndReason, MonthlyChargeState } from '@playhouse/domain/monthly-gift'

/** What a letter about a monthly gift contains. Days are ISO dates. */
export type GiftNotice = {
  readonly to: string
  readonly firstName: string
  readonly locale: Locale
  /** The fund. */
  readonly name: string
  readonly amount: Money
  readonly day: number
  /** The day of the next gift. */
  readonly nextOn: string
  readonly isDebit: boolean
  readonly endReason: GiftEndReason | null
}
type Row<Notice extends { readonly amount: Money }> = Omit<Notice, 'amount'> & { readonly amount: number }

/** The day of the charge that is announced or will be tried again. */
const openCharge = sql`select coalesce(o.next_on, o.charge_on) from monthly_charge o where o.gift_id = g.id and o.state in ('announced', 'waiting')`

const columns = sql`u.email as to, u.first_name as "firstName", coalesce(u.locale, g.locale) as locale, g.name, g.day,
  coalesce((${openCharge}), g.next_on)::text as "nextOn", g.mandate_id is not null as "isDebit", g.end_reason as "endReason"`

/** Reads what a letter about a monthly gift contains. */
export async function readGiftNotice(db: Kysely<Database>, gift: string): Promise<GiftNotice> {
  const { rows } = await sql<Row<GiftNotice>>`
    select ${columns}, g.amount from monthly_gift g join customer u on u.id = g.customer_id where g.id = ${gift}`.execute(db)
  return { ...rows[0]!, amount: money(rows[0]!.amount) }
}

/** What a letter about the charge of a month contains. */
export type ChargeNotice = GiftNotice & { readonly state: MonthlyChargeState }

/** Reads what a letter about the charge of a month contains. */
export async function readChargeNotice(db: Kysely<Database>, charge: string): Promise<ChargeNotice> {
  const { rows } = await sql<Row<ChargeNotice>>`
    select ${columns}, c.amount, c.state from monthly_charge c join monthly_gift g on g.id = c.gift_id join customer u on u.id = g.customer_id
    where c.id = ${charge}`.execute(db)
  return { ...rows[0]!, amount: money(rows[0]!.amount) }
}
