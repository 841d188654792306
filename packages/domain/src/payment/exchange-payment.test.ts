import { expect, it } from 'vitest'
import { money } from '../money/money.ts'
import { exchangePaymentOf } from './exchange-payment.ts'

const voucher = { kind: 'gift-voucher' as const, amount: money(25_00) }
const basket = (total: number, paid: number, items: readonly (typeof voucher)[] = []) => ({
  totals: { total: money(total), paid: money(paid) },
  items,
})

it('pays with exchanged tickets first, then with vouchers and credit', () => {
  expect(exchangePaymentOf(basket(45_00, 0), money(0))).toEqual({ used: 0, leftToPay: 45_00, returned: 0 })
  expect(exchangePaymentOf(basket(45_00, 20_00), money(0))).toEqual({ used: 0, leftToPay: 25_00, returned: 0 })
  expect(exchangePaymentOf(basket(45_00, 20_00), money(15_00))).toEqual({ used: 15_00, leftToPay: 10_00, returned: 0 })
  expect(exchangePaymentOf(basket(45_00, 45_00), money(60_00))).toEqual({ used: 45_00, leftToPay: 0, returned: 15_00 })
})

it('leaves gift vouchers to pay, whatever the exchanged tickets are worth', () => {
  expect(exchangePaymentOf(basket(70_00, 45_00, [voucher]), money(45_00))).toEqual({ used: 45_00, leftToPay: 25_00, returned: 0 })
  expect(exchangePaymentOf(basket(70_00, 10_00, [voucher]), money(60_00))).toEqual({ used: 45_00, leftToPay: 25_00, returned: 15_00 })
  expect(exchangePaymentOf(basket(25_00, 0, [voucher]), money(45_00))).toEqual({ used: 0, leftToPay: 25_00, returned: 45_00 })
})
