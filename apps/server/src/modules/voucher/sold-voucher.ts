import { sql, type Transaction } from 'kysely'
import { type Actor, type Database, newId, publish } from '#db'
import { walkInCustomerId } from '#modules/customer'
import { lockAccounts, openAccounts, post } from '#modules/ledger'
import { sendHour, type VoucherDelivery } from '@playhouse/domain/gift-voucher'

type SoldItem = {
  readonly item: string
  readonly order: string
  readonly quantity: number
  /** Minor units of each voucher. */
  readonly value: number
  /** An ISO date in `timeZone`; null for at once. */
  readonly sendOn: string | null
  readonly timeZone: string
  readonly delivery: VoucherDelivery
  /** How long each is valid from the day on which it is sent. */
  readonly months: number
}

/**
 * Whether staff print an order where they sell it. Nothing of it is sent: a customer without a name has no address, and another
 * customer takes it along.
 */
const isPrintedAtCounter = sql<boolean>`o.channel = 'box-office' and (o.customer_id = ${walkInCustomerId}::uuid or o.delivery ->> 'method' <> 'print-at-home')`

/**
 * Opens an account of the ledger for each sold voucher. Their codes are made when they are sent (see `issueDueVouchers`), or when
 * staff print them (see `printNewOrderCodes` and `printLetter`): those have no day on which they are sent.
 */
export async function sellVouchers(
  trx: Transaction<Database>,
  { item, order, quantity, value, sendOn, delivery, timeZone, months }: SoldItem,
  actor: Actor,
): Promise<void> {
  const account = { kind: 'gift-voucher', customer_id: null, code_digest: null, hint: null, ends: { months, from: sendOn } } as const
  const isPosted = delivery === 'post'
  const isPrinted = delivery === 'print' ? isPrintedAtCounter : sql<boolean>`${isPosted}::boolean`
  const sendAt = sql<Date>`(select case when ${isPrinted} then 'infinity'::timestamptz
    else greatest(now(), (${sendOn}::date + make_interval(hours => ${sendHour})) at time zone ${timeZone}) end
    from customer_order o where o.id = ${order}::uuid)`
  const accounts = Array.from({ length: quantity }, newId)
  const vouchers = accounts.map((id) => ({
    id: newId(),
    account_id: id,
    order_item_id: item,
    amount: value,
    send_at: sendAt,
    to_post: isPosted,
  }))
  await Promise.all([
    openAccounts(trx, accounts, account, { amount: value, from: 'sales', reason: 'sold', order }, actor),
    trx.insertInto('gift_voucher').values(vouchers).execute(),
    publish(trx, 'voucher.issue', item, { item }),
  ])
}

const accountsOf = async (trx: Transaction<Database>, column: 'i.id' | 'i.order_id', id: string) => {
  const { rows } = await sql<{ account: string }>`
    select v.account_id as account from gift_voucher v join order_item i on i.id = v.order_item_id
    where ${sql.ref(column)} = ${id}`.execute(trx)
  return rows.map(({ account }) => account)
}

/** Locks the vouchers that an order sold or added money to, so that none is spent while the caller returns them. */
export async function lockSoldVouchers(trx: Transaction<Database>, order: string): Promise<void> {
  const { rows } = await sql<{ account: string }>`
    select t.account_id as account from voucher_top_up t join order_item i on i.id = t.order_item_id
    where i.order_id = ${order}::uuid`.execute(trx)
  await lockAccounts(trx, [...(await accountsOf(trx, 'i.order_id', order)), ...rows.map(({ account }) => account)])
}

/** Blocks the vouchers of a returned item, and takes their unspent money back. */
export async function recallVouchers(
  trx: Transaction<Database>,
  { item, order }: { readonly item: string; readonly order: string },
  actor: Actor,
): Promise<void> {
  const accounts = await accountsOf(trx, 'i.id', item)
  if (accounts.length === 0) return
  await lockAccounts(trx, accounts)
  const blocked = await trx
    .updateTable('ledger_account')
    .set({ blocked_at: sql<Date>`now()` })
    .where('id', 'in', accounts)
    .returning(['id', 'balance', 'reserved'])
    .execute()
  for (const { id, balance, reserved } of blocked)
    if (balance > reserved) await post(trx, { account: id, house: 'sales', amount: reserved - balance, reason: 'recalled', order }, actor)
}
