import { z } from 'zod'
import type { ItemToAdd } from '@playhouse/api-client/contract'
import {
  type GiftVouchers,
  isSendDay,
  isVoucherValue,
  voucherDeliveries,
  type VoucherDelivery,
  voucherMessageLength,
} from '@playhouse/domain/gift-voucher'
import { money } from '@playhouse/domain/money'
import type { PostalAddress } from '@playhouse/domain/postal-address'
import { addressRules, blankAddress } from '#form/AddressFields'

/** A voucher in the form: a preset value in minor units or `other`, and texts as typed. */
export type VoucherValues = {
  chosen: string
  other: string
  quantity: number
  delivery: VoucherDelivery
  /** E-mail address of the person who gets it. */
  recipient: string
  sending: 'now' | 'later'
  sendOn: string
  /** Where the letter is sent. */
  address: PostalAddress
  to: string
  from: string
  message: string
}

/** @param country preset in the address */
export const emptyVoucher = ({ presets }: Pick<GiftVouchers, 'presets'>, country: string): VoucherValues => ({
  ...{ chosen: String(presets[0]), other: '', quantity: 1, delivery: 'email', recipient: '', sending: 'now', sendOn: '', to: '', from: '' },
  message: '',
  address: blankAddress(country),
})

/** Returns the value in minor units; NaN if the typed value is not an amount. */
export function typedValue({ chosen, other }: Pick<VoucherValues, 'chosen' | 'other'>): number {
  if (chosen !== 'other') return Number(chosen)
  const typed = other.trim().replace(',', '.')
  return /^\d{1,7}(\.\d{1,2})?$/.test(typed) ? Math.round(Number(typed) * 100) : Number.NaN
}

const isDay = (text: string): boolean => z.iso.date().safeParse(text).success

type FormOptions = {
  /** The ISO date in the theatre's time zone. */
  readonly today: string
  readonly isPosted: boolean
  readonly stateRequired: boolean
}
/** Validation of the form; that of the address only for a letter. Messages are i18n keys. */
export const voucherRules = (vouchers: GiftVouchers, { today, isPosted, stateRequired }: FormOptions) =>
  z
    .object({
      address: isPosted ? addressRules({ stateRequired }) : z.unknown(),
      chosen: z.string(),
      other: z.string(),
      quantity: z.int().min(1).max(vouchers.mostQuantity),
      delivery: z.enum(voucherDeliveries),
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
    .refine(({ delivery, recipient }) => delivery !== 'email' || z.email().max(254).safeParse(recipient).success, {
      path: ['recipient'],
      message: 'voucher:error.email',
    })
    .refine(({ delivery, to }) => delivery !== 'post' || to !== '', { path: ['to'], message: 'voucher:error.to' })
    .refine(({ delivery, sending, sendOn }) => delivery !== 'email' || sending === 'now' || (isDay(sendOn) && isSendDay(sendOn, today)), {
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
    ...(delivery === 'post' && { address: values.address }),
  }
}
