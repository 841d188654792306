import { z } from 'zod'
import { moneySchema } from '@playhouse/domain/money'
import { voucherCodeSchema } from '@playhouse/domain/voucher'
import { endpoint } from './endpoint.ts'

/** Endpoint of the gift voucher balance. */
export const vouchers = {
  /** A POST, so that the code, which is worth money, is not in URLs that are logged. */
  balance: endpoint('POST', '/vouchers/balance', {
    summary: 'The balance of a gift voucher. An unknown code and an empty one return the same problem',
    body: z.strictObject({ code: voucherCodeSchema }),
    reply: z.strictObject({ balance: moneySchema, expiresOn: z.iso.date().nullable() }),
    problems: ['voucher-not-recognised'],
  }),
}
