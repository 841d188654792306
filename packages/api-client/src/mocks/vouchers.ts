import { hasVoucherBalance } from '@playhouse/domain/gift-voucher'
import { money } from '@playhouse/domain/money'
import { problem } from '@playhouse/domain/problem'
import { fail, ok } from '@playhouse/domain/result'
import type { MockHandlers, Contract } from './mock-handler.ts'
import type { MockShop } from './mock-shop.ts'

/** Mock handler of the gift voucher balance. */
export function voucherHandlers(shop: MockShop): MockHandlers<Contract['vouchers']> {
  return {
    balance: ({ body }) => {
      if (!hasVoucherBalance(shop.brand)) return fail(problem('page-not-found'))
      const balance = shop.vouchers.get(body.code) ?? 0
      return balance > 0 ? ok({ balance: money(balance), expiresOn: null }) : fail(problem('voucher-not-recognised'))
    },
  }
}
