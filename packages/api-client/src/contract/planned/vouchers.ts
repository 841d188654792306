import { z } from 'zod'
import { moneySchema } from '@playhouse/domain/money'
import { endpoint } from '../endpoint.ts'

/** Four letters or digits, a hyphen, seven more: `A1B2-C3D4E5F`. */
export const voucherCodeSchema = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9]{4}-[A-Z0-9]{7}$/)

export const vouchers = {
  balance: endpoint('GET', '/vouchers/:code/balance', {
    summary: 'What is left on a gift voucher. An unknown code and a used-up one look alike',
    params: z.strictObject({ code: voucherCodeSchema }),
    reply: z.strictObject({ balance: moneySchema, expiresOn: z.iso.date().nullable() }),
    problems: ['voucher-not-recognised'],
  }),
}
