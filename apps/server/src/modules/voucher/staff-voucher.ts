import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { StaffVoucher, VoucherCard } from '@playhouse/api-client/contract'
import type { Database } from '#db'
import { walkInCustomerId } from '#modules/customer'
import { today } from '#modules/ledger'
import { money } from '@playhouse/domain/money'
import { isStaffAllowed, type StaffRole } from '@playhouse/domain/staff'
import { voucherState } from '@playhouse/domain/voucher'
import { voucherDigest } from './code.ts'
import { isInLetter } from './letter-state.ts'

/** A voucher by its account, by its code, or all that an order sold. */
export type VoucherKey = { readonly voucher: string } | { readonly code: string } | { readonly order: string }

type Row = {
  readonly id: string
  readonly hint: string | null
  readonly value: number | null
  readonly balance: number
  readonly reserved: number
  readonly expiresOn: string | null
  readonly isBlocked: boolean
  readonly isExpired: boolean
  readonly isReturned: boolean
  readonly isWaiting: boolean
  readonly isInLetter: boolean
  readonly order: string | null
  readonly email: string | null
}

/** Reads gift vouchers as a staff user of this role sees them. */
export async function readStaffVouchers(db: Kysely<Database>, key: VoucherKey, role: StaffRole): Promise<StaffVoucher[]> {
  const { rows } = await sql<Row>`
    select a.id, a.hint, v.amount as value, a.balance, a.reserved, a.expires_on::text as "expiresOn",
      a.blocked_at is not null as "isBlocked", coalesce(a.expires_on < ${today}, false) as "isExpired",
      i.returned_at is not null as "isReturned", v.id is not null and v.issued_at is null as "isWaiting",
      coalesce(${isInLetter} and i.returned_at is null, false) as "isInLetter", o.number as "order",
      coalesce(i.detail ->> 'email', case when o.customer_id <> ${walkInCustomerId} then c.email end) as email
    from ledger_account a left join gift_voucher v on v.account_id = a.id left join order_item i on i.id = v.order_item_id
      left join customer_order o on o.id = i.order_id left join customer c on c.id = o.customer_id
    where a.kind = 'gift-voucher' and ${await condition(key)} order by i.position, v.id, a.id`.execute(db)
  return rows.map(({ isBlocked, isExpired, isReturned, isWaiting, ...row }) => {
    const state = voucherState({ isBlocked, isExpired, isReturned, isWaiting, balance: row.balance })
    const isSold = row.order !== null && (state === 'valid' || state === 'used' || state === 'expired')
    const canReissue = isSold && isStaffAllowed(role, 'reissue-voucher')
    return {
      ...row,
      value: row.value === null ? null : money(row.value),
      balance: money(row.balance),
      reserved: money(row.reserved),
      state,
      may: {
        block: state !== 'blocked' && state !== 'returned' && isStaffAllowed(role, 'block-voucher'),
        unblock: state === 'blocked' && isStaffAllowed(role, 'unblock-voucher'),
        print: canReissue,
        mail: canReissue && row.email !== null && !row.isInLetter,
        topUp: (state === 'valid' || state === 'used') && isStaffAllowed(role, 'top-up-voucher'),
      },
    }
  })
}

async function condition(key: VoucherKey): Promise<RawBuilder<boolean>> {
  if ('voucher' in key) return sql`a.id = ${key.voucher}::uuid`
  if ('order' in key) return sql`o.number = ${key.order}`
  return sql`a.code_digest = ${await voucherDigest(key.code)}`
}

/** Entries of a history. */
const maxEntries = 100

/** Reads a gift voucher with its history: the ledger, and what staff did with it. @returns undefined for an unknown one */
export async function readVoucherCard(db: Kysely<Database>, key: VoucherKey, role: StaffRole): Promise<VoucherCard | undefined> {
  const [voucher] = await readStaffVouchers(db, key, role)
  if (!voucher) return undefined
  const { rows } = await sql<VoucherCard['entries'][number] & { readonly when: Date }>`
    select u.id, u.at as "when", s.name as who, u.verb, (u.detail ->> 'amount')::int as amount, o.number as "order", u.detail ->> 'reason' as reason
    from (
      select id, at, actor, verb, detail, (detail ->> 'order')::uuid as order_id from audit
      where subject in ('ledger', 'voucher') and subject_id = ${voucher.id}
      union all
      select u.id, u.at, u.actor, u.verb, null::jsonb, o.id from customer_order o
        join audit u on u.subject = 'order' and u.subject_id = o.id::text and u.verb in ('print-vouchers', 'reissue-vouchers')
      where o.number = ${voucher.order} and u.detail -> 'accounts' ? ${voucher.id}
    ) u left join staff s on 'staff ' || s.id::text = u.actor left join customer_order o on o.id = u.order_id
    order by u.at desc, u.id desc limit ${maxEntries}`.execute(db)
  return {
    ...voucher,
    entries: rows.map(({ when, ...entry }) => ({
      ...entry,
      at: when.toISOString(),
      amount: entry.amount === null ? null : money(entry.amount),
    })),
  }
}
