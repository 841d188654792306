import { z } from 'zod'
import type { ItemToAdd } from '@playhouse/api-client/contract'
import { type GiftVouchers, isSendDay, isVoucherValue, voucherMessageLength } from '@playhouse/domain/gift-voucher'
import { money } from '@playhouse/domain/money'

/** A voucher in the form: a preset value in minor units or `other`, and texts as typed. */
export type VoucherValues = {
  chosen: string
  other: string
  quantity: number
  delivery: 'email' | 'print'
  /** E-mail address of the person who gets it. */
  recipient: string
  sending: 'now' | 'later'
  sendOn: string
  to: string
  from: string
  message: string
}

export const emptyVoucher = ({ presets }: Pick<GiftVouchers, 'presets'>): VoucherValues => ({
  ...{ chosen: String(presets[0]), other: '', quantity: 1, delivery: 'email', recipient: '', sending: 'now', sendOn: '', to: '', from: '' },
  message: '',
})

/** Returns the value in minor units; NaN if the typed value is not an amount. */
export function typedValue({ chosen, other }: Pick<VoucherValues, 'chosen' | 'other'>): number {
  if (chosen !== 'other') return Number(chosen)
  const typed = other.trim().replace(',', '.')
  return /^\d{1,7}(\.\d{1,2})?$/.test(typed) ? Math.round(Number(typed) * 100) : Number.NaN
}

const isDay = (text: string): boolean => z.iso.date().safeParse(text).success

/** Validation of the form. Messages are i18n keys. @param today the ISO date in the theatre's time zone */
export const voucherRules = (vouchers: GiftVouchers, today: string) =>
  z
    .object({
      chosen: z.string(),
      other: z.string(),
      quantity: z.int().min(1).max(vouchers.mostQuantity),
      delivery: z.enum(['email', 'print']),
      recipient: z.string().trim(),
      sending: z.enum(['now', 'later']),
      sendOn: z.string().trim(),
      to: z.string().trim().max(80),
      from: z.string().trim().max(80),
      message: z.string().trim().max(voucherMessageLength),
    })
    .refine(
      (values) => {
        const value = typedValue(values)
        return !Number.isNaN(value) && isVoucherValue(vouchers, money(value))
      },
      { path: ['other'], message: 'voucher:error.value' },
    )
    .refine(({ delivery, recipient }) => delivery === 'print' || z.email().max(254).safeParse(recipient).success, {
      path: ['recipient'],
      message: 'voucher:error.email',
    })
    .refine(({ delivery, sending, sendOn }) => delivery === 'print' || sending === 'now' || (isDay(sendOn) && isSendDay(sendOn, today)), {
      path: ['sendOn'],
      message: 'voucher:error.sendOn',
    })

/** The item to add for valid values. */
export function itemOf(values: VoucherValues): ItemToAdd {
  const isMailed = values.delivery === 'email'
  const { quantity, delivery, to, from, message } = values
  return {
    kind: 'gift-voucher',
    value: money(typedValue(values)),
    ...{ quantity, delivery, to, from, message },
    email: isMailed ? values.recipient : null,
    sendOn: isMailed && values.sending === 'later' ? values.sendOn : null,
  }
}
