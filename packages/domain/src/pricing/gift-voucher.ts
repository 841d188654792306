import { z } from 'zod'
import type { PostalAddress } from '../customer/postal-address.ts'
import { type Money, money, moneySchema } from '../money/money.ts'

/** `email`: to the recipient, on the chosen day. `print`: to the buyer, who prints it. `post`: in a letter to an address. */
export const voucherDeliveries = ['email', 'print', 'post'] as const
export type VoucherDelivery = (typeof voucherDeliveries)[number]

/** The theatre's word for a gift voucher, which is also its path in the shop. */
export const voucherWords = ['gift-vouchers', 'gift-certificates'] as const
export type VoucherWord = (typeof voucherWords)[number]

/** What a top-up does to the last day of a voucher. */
export const topUpLastDays = ['stays', 'restarts'] as const

/** Number of characters of the message on a voucher. */
export const voucherMessageLength = 300

const positive = moneySchema.refine((amount) => amount > 0)
/** A theatre's settings for gift vouchers. Amounts in minor units. */
export const giftVoucherSchema = z.strictObject({
  word: z.enum(voucherWords),
  /** Values that are offered as buttons. They may exceed `most`. */
  presets: z.array(positive).min(1),
  /** Minimum and maximum of another value. */
  least: positive,
  most: positive,
  /** Maximum number of vouchers that one item of a basket holds. */
  mostQuantity: z.int().positive().max(50),
  /** Months for which a voucher is valid, from the day on which it is sent. */
  validMonths: z.int().positive(),
  /** How staff add money to a voucher at the counter; absent where they don't. */
  topUp: z
    .strictObject({
      /** Maximum balance of a voucher after a top-up. */
      mostBalance: positive,
      /** Whether its last day `stays`, or `restarts` so that it is valid as long as a new one. A last day never moves forward in time. */
      lastDay: z.enum(topUpLastDays),
    })
    .optional(),
  /** Vouchers that the box office sends by post. `fee`: the price of a letter, 0 for a free one; absent where it sends none. */
  post: z.strictObject({ fee: moneySchema.refine((fee) => fee >= 0) }).optional(),
  /** Staff withdrew them: no new ones are sold. Those that were sold stay valid, and can be topped up. */
  isWithdrawn: z.literal(true).optional(),
})
export type GiftVouchers = z.infer<typeof giftVoucherSchema>

/** How a theatre delivers its vouchers. */
export const voucherDeliveriesOf = ({ post }: Pick<GiftVouchers, 'post'>): readonly VoucherDelivery[] =>
  voucherDeliveries.filter((delivery) => delivery !== 'post' || post !== undefined)

/** Hour of the theatre's day at which vouchers and gift memberships are sent. */
export const sendHour = 9
/** Days ahead on which a voucher may be sent. */
const mostSendDays = 365

/** Whether a voucher of this value is sold: a preset, or within the limits. */
export const isVoucherValue = ({ presets, least, most }: Pick<GiftVouchers, 'presets' | 'least' | 'most'>, value: Money): boolean =>
  presets.includes(value) || (value >= least && value <= most)

type RequestedVoucher = {
  readonly value: Money
  readonly quantity: number
  readonly delivery: VoucherDelivery
  /** Name of the recipient, to whom a letter is addressed. */
  readonly to: string
  readonly email: string | null
  readonly sendOn: string | null
  readonly address?: PostalAddress | undefined
}
/** Returns the first field of a requested voucher that the theatre does not sell; undefined for a valid one. */
export function findVoucherFault(
  vouchers: GiftVouchers,
  { value, quantity, delivery, to, email, sendOn, address }: RequestedVoucher,
): 'value' | 'quantity' | 'delivery' | 'to' | 'email' | 'address' | 'sendOn' | undefined {
  if (!isVoucherValue(vouchers, value)) return 'value'
  if (quantity < 1 || quantity > vouchers.mostQuantity) return 'quantity'
  if (!voucherDeliveriesOf(vouchers).includes(delivery)) return 'delivery'
  if ((delivery === 'email') !== (email !== null)) return 'email'
  if ((delivery === 'post') !== (address !== undefined)) return 'address'
  if (delivery === 'post' && to.trim() === '') return 'to'
  return delivery !== 'email' && sendOn !== null ? 'sendOn' : undefined
}

/** The highest amount of one top-up, in minor units, where the typed amount is not a preset. */
export const mostTopUp = ({ most, topUp }: Pick<GiftVouchers, 'most' | 'topUp'>, balance: Money): Money =>
  money(Math.max(0, Math.min(most, (topUp?.mostBalance ?? balance) - balance)))

/**
 * Whether a voucher may be sent on a day: today, or within a year.
 * @param sendOn an ISO date; null for at once
 * @param today the ISO date in the theatre's time zone
 */
export function isSendDay(sendOn: string | null, today: string): boolean {
  if (sendOn === null) return true
  const last = new Date(Date.parse(`${today}T00:00:00Z`) + mostSendDays * 86_400_000).toISOString().slice(0, 10)
  return sendOn >= today && sendOn <= last
}

/** Whether the shop shows the balance of a voucher: a brand that sells vouchers does, on its own page or on the account's. */
export const hasVoucherBalance = ({
  features,
  giftVouchers,
}: {
  readonly features: { readonly giftVoucherBalance: boolean }
  readonly giftVouchers?: GiftVouchers | undefined
}): boolean => features.giftVoucherBalance || giftVouchers !== undefined
