import { z } from 'zod'
import { moneySchema } from '@playhouse/domain/money'
import { voucherCodeSchema } from '@playhouse/domain/voucher'
import { endpoint } from './endpoint.ts'

export const vouchers = {
  /** The code is money, and travels in the body: addresses are written into logs and histories. */
  balance: endpoint('POST', '/vouchers/balance', {
    summary: 'What is left on a gift voucher. An unknown code and a used-up one look alike',
    body: z.strictObject({ code: voucherCodeSchema }),
    reply: z.strictObject({ balance: moneySchema, expiresOn: z.iso.date().nullable() }),
    problems: ['voucher-not-recognised'],
  }),
}
