import { sql } from 'kysely'
import type { SoldOrder } from '@playhouse/api-client/contract'
import { walkInCustomerId } from '#modules/customer'
import { isClosable, isReturnable, listRefunds, type PaymentDeps, readMemberPriceUses, readOrderWorth } from '#modules/payment'
import { readCodesOfOrder } from '#modules/promo'
import { readLettersOf } from '#modules/voucher'
import { methodOfProvider, refundMeansOf, tenderRules } from '@playhouse/domain/counter-tender'
import { add, money } from '@playhouse/domain/money'
import { type StaffRole, isStaffAllowed } from '@playhouse/domain/staff'
import { findOrder } from './find-order.ts'

/** Reads an order for the counter: its value, its refunds, and what a staff user with this role may do with it. */
export async function readSoldOrder(deps: PaymentDeps, number: string, role: StaffRole): Promise<SoldOrder | undefined> {
  const fullOrder = await findOrder(deps, number, { isOnHoldShown: true })
  if (!fullOrder) return undefined
  const row = await deps.db
    .selectFrom('customer_order')
    .innerJoin('customer', 'customer.id', 'customer_order.customer_id')
    .innerJoin('payment_attempt', 'payment_attempt.id', 'customer_order.attempt_id')
    .leftJoin('counter_payment', 'counter_payment.attempt_id', 'payment_attempt.id')
    .leftJoin('staff', 'staff.id', 'customer_order.staff_id')
    .select(['customer_order.id', 'customer_order.paid', 'customer_order.channel', 'customer_order.customer_id', 'customer.is_guest'])
    .select(['customer_order.state', 'customer_order.dispute', 'customer_order.hold'])
    .select(['staff.name as soldBy', 'payment_attempt.provider', 'payment_attempt.amount', 'counter_payment.reference'])
    .select(sql<boolean>`exists (select from refund f where f.order_id = customer_order.id and f.is_elsewhere)`.as('isPartRefunded'))
    .where('customer_order.number', '=', number)
    .executeTakeFirstOrThrow()
  const { order, customer } = fullOrder
  const worth = await readOrderWorth(deps.db, row)
  const now = await deps.catalogue.now()
  // Some performances of the order may have started; each ticket is checked again when it is returned.
  const isAhead = order.tickets.some(({ startsAt }) => Date.parse(startsAt) > now)
  const isTimely = order.tickets.length > 0 && (isAhead || isStaffAllowed(role, 'return-late'))
  const items = [...worth.items].map(([item, worthOfItem]) => ({ item, ...worthOfItem }))
  const isClosed = isClosable(row, worth.tickets.size + items.length)
  const mayReturn = isReturnable(row) && (isTimely || isClosed || items.some(({ isAlone }) => isAlone))
  const { provider } = row
  const method = methodOfProvider(provider)
  const { isCreditable } = tenderRules[method]
  return {
    order,
    customer:
      row.customer_id === walkInCustomerId
        ? null
        : {
            id: row.is_guest ? null : row.customer_id,
            name: `${customer.firstName} ${customer.lastName}`.trim(),
            email: customer.email,
          },
    channel: row.channel,
    alert: row.hold ?? (row.isPartRefunded ? 'part-refunded' : null),
    soldBy: row.soldBy,
    origin: provider === 'none' ? 'none' : method,
    reference: row.reference,
    refundMeans: refundMeansOf(deps.brand, method),
    taken: money(row.amount),
    left: worth.remaining,
    back: add(worth.refundedByAttempt, worth.returnedByLedger),
    refunds: await listRefunds(deps.db, row.id),
    worth: order.tickets.map(({ id }) => ({ ticket: id, value: worth.tickets.get(id)! })),
    itemWorth: items,
    letters: await readLettersOf(deps.db, row.id),
    codes: await readCodesOfOrder(deps.db, row.id),
    memberPrices: order.state === 'on-hold' ? [] : await readMemberPriceUses(deps.db, deps, row),
    may: {
      exchange: order.state === 'confirmed' && isAhead && isCreditable && isStaffAllowed(role, 'exchange'),
      credit: mayReturn && isCreditable && !row.is_guest && isStaffAllowed(role, 'return-to-credit'),
      origin: mayReturn && isStaffAllowed(role, 'return-money'),
      refund: isStaffAllowed(role, 'settle-refunds'),
      leaveMemberPrices: mayReturn && isStaffAllowed(role, 'leave-member-prices'),
    },
  }
}
