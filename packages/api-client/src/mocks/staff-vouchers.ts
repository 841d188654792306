import type { StaffVoucher, VoucherCard } from '#contract'
import { money } from '@playhouse/domain/money'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { isStaffAllowed } from '@playhouse/domain/staff'
import { voucherHint, voucherState } from '@playhouse/domain/voucher'
import { isInMockLetter, recordPrint } from './mock-letters.ts'
import { nextCode } from './mock-voucher-codes.ts'
import { letterHandlers } from './voucher-letters.ts'
import type { Contract, MockHandlers } from './mock-handler.ts'
import type { MockCounter, MockStaffSession } from './mock-counter.ts'
import type { MockShop, MockVisit, MockVoucher } from './mock-shop.ts'
import { balanceOf } from './voucher-money.ts'

/** Mock handlers of gift vouchers at the counter. */
export function staffVoucherHandlers(shop: MockShop, counter: MockCounter): MockHandlers<Contract['staffVouchers']> {
  const vouchers = shop.staffVouchers
  const unknown = fail(problem('voucher-not-recognised'))
  const saleOf = (code: string) => {
    const [item, sold] = [...shop.soldVouchers].find(([, { codes }]) => codes.includes(code)) ?? []
    const payment = [...shop.payments.values()].find(({ order }) => order?.items.some(({ id }) => id === item))
    const orderItem = payment?.order?.items.find(({ id }) => id === item)
    const account = [...shop.accounts.values()].find(({ customer }) => customer.id === payment?.customer)
    const recipient = orderItem?.kind === 'gift-voucher' ? orderItem.detail.email : null
    return {
      item,
      value: sold?.value,
      order: payment?.order?.number,
      isReturned: orderItem?.isReturned === true,
      email: recipient ?? account?.customer.email,
      isInLetter: orderItem !== undefined && isInMockLetter(shop, orderItem),
    }
  }
  /** The voucher with a code that exists. */
  const voucherOf = (code: string): MockVoucher | undefined => {
    const known = vouchers.find((one) => one.code === code)
    if (known) return known
    if (!shop.vouchers.has(code)) return undefined
    const voucher = { id: crypto.randomUUID(), code, blockedBalance: null, entries: [] }
    vouchers.push(voucher)
    return voucher
  }
  const show = (voucher: MockVoucher, { staffUser: { role } }: MockStaffSession): StaffVoucher => {
    const { id, code, blockedBalance } = voucher
    const { value, order, isReturned, email, isInLetter } = saleOf(code)
    const balance = balanceOf(shop, voucher)
    const state = voucherState({ isReturned, isBlocked: blockedBalance !== null, isWaiting: false, isExpired: false, balance })
    const canReissue = order !== undefined && (state === 'valid' || state === 'used') && isStaffAllowed(role, 'reissue-voucher')
    return {
      ...{ id, hint: voucherHint(code), balance: money(balance), reserved: money(0), expiresOn: null, state },
      value: value === undefined ? null : money(value),
      order: order ?? null,
      email: email ?? null,
      isInLetter,
      may: {
        block: state !== 'blocked' && state !== 'returned' && isStaffAllowed(role, 'block-voucher'),
        unblock: state === 'blocked' && isStaffAllowed(role, 'unblock-voucher'),
        print: canReissue,
        mail: canReissue && email !== undefined && !isInLetter,
        topUp: (state === 'valid' || state === 'used') && isStaffAllowed(role, 'top-up-voucher'),
      },
    }
  }
  const showCard = (voucher: MockVoucher, session: MockStaffSession): VoucherCard => ({
    ...show(voucher, session),
    entries: voucher.entries,
  })
  /** Runs what a staff user may do with a voucher, and records it. */
  const act = <Value>(
    { visit, params }: { readonly visit: MockVisit; readonly params: { readonly voucher: string } },
    { verb, reason = null }: { readonly verb: string; readonly reason?: string | null },
    work: (voucher: MockVoucher, session: MockStaffSession) => Value | undefined,
  ): Result<Value, Problem> => {
    const session = counter.signedIn(visit)
    if (!session.ok) return session
    const voucher = vouchers.find(({ id }) => id === params.voucher)
    if (!voucher) return unknown
    const entry = { id: crypto.randomUUID(), at: new Date(shop.now()).toISOString(), who: session.value.staffUser.name, verb }
    voucher.entries.unshift({ ...entry, amount: null, order: null, reason })
    const done = work(voucher, session.value)
    if (done === undefined) voucher.entries.shift()
    return done === undefined ? unknown : ok(done)
  }
  /** Moves the balance to a new code. @returns undefined for a voucher that is blocked, or was not sold */
  const renew = (voucher: MockVoucher): string | undefined => {
    const { item } = saleOf(voucher.code)
    if (item === undefined || voucher.blockedBalance !== null) return undefined
    const sold = shop.soldVouchers.get(item)!
    const code = nextCode(voucher.code)
    shop.vouchers.set(code, shop.vouchers.get(voucher.code) ?? 0)
    shop.vouchers.delete(voucher.code)
    shop.soldVouchers.set(item, { ...sold, codes: sold.codes.map((one) => (one === voucher.code ? code : one)) })
    voucher.code = code
    recordPrint(shop, item, [code])
    return code
  }
  /** A printed letter with a voucher that is blocked, or without one that is unblocked, is printed again. */
  const resetLetter = ({ code }: MockVoucher): void => {
    const { item } = saleOf(code)
    if (item !== undefined) shop.letterPrints.delete(item)
  }
  return {
    ...letterHandlers(shop, counter),
    find: ({ visit, body }) => {
      const session = counter.signedIn(visit)
      if (!session.ok) return session
      const voucher = voucherOf(body.code)
      return voucher ? ok(showCard(voucher, session.value)) : unknown
    },
    ofOrder: ({ visit, params }) => {
      const session = counter.signedIn(visit)
      if (!session.ok) return session
      const order = [...shop.payments.values()].find(({ order: one }) => one?.number === params.number)?.order
      const codes = (order?.items ?? []).flatMap(({ id }) => shop.soldVouchers.get(id)?.codes ?? [])
      return ok({ vouchers: codes.flatMap((code) => voucherOf(code) ?? []).map((voucher) => show(voucher, session.value)) })
    },
    read: ({ visit, params }) => {
      const session = counter.signedIn(visit)
      if (!session.ok) return session
      const voucher = vouchers.find(({ id }) => id === params.voucher)
      return voucher ? ok(showCard(voucher, session.value)) : unknown
    },
    block: (call) =>
      act(call, { verb: 'block', reason: call.body.reason }, (voucher, session) => {
        voucher.blockedBalance ??= shop.vouchers.get(voucher.code) ?? 0
        shop.vouchers.delete(voucher.code)
        resetLetter(voucher)
        return showCard(voucher, session)
      }),
    unblock: (call) =>
      act(call, { verb: 'unblock', reason: call.body.reason }, (voucher, session) => {
        if (voucher.blockedBalance !== null) shop.vouchers.set(voucher.code, voucher.blockedBalance)
        voucher.blockedBalance = null
        resetLetter(voucher)
        return showCard(voucher, session)
      }),
    print: (call) =>
      act(call, { verb: 'print' }, (voucher) => {
        const code = renew(voucher)
        return code === undefined ? undefined : new TextEncoder().encode(`%PDF-1.7\n${code}\n${'%'.repeat(1_000)}\n%%EOF`)
      }),
    mail: (call) =>
      act(call, { verb: 'reissue' }, (voucher, session) => {
        const { email, isInLetter } = saleOf(voucher.code)
        const code = email === undefined || isInLetter ? undefined : renew(voucher)
        if (code === undefined) return undefined
        shop.mails.push({ to: email!, text: `Gift voucher ${code}` })
        return showCard(voucher, session)
      }),
  }
}
