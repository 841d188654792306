import { type ItemKind, isStoredValue } from '../pricing/item-kind.ts'
import { type Problem, problem } from '../problem.ts'
import type { OtherTender } from './other-tender.ts'

/** Methods of payment that a brand may accept at the counter besides cash and cards. */
export const otherTenders = ['theatre-tokens', 'cheque', 'invoice'] as const
export type OtherTenderMethod = (typeof otherTenders)[number]

/** The methods of payment at the counter. Account credit is spent first with any of them. */
export const counterPaymentMethods = ['cash', 'card', ...otherTenders] as const
export type CounterPaymentMethod = (typeof counterPaymentMethods)[number]

/**
 * The means of a refund, and who makes it: the clerk hands it over, the payment provider sends it, or the theatre's office makes
 * it later and staff record that it was made.
 */
export const refundMeans = {
  cash: 'counter',
  card: 'provider',
  'theatre-tokens': 'counter',
  'bank-transfer': 'office',
  'credit-note': 'office',
} as const satisfies Record<string, 'counter' | 'provider' | 'office'>
export type RefundMeans = keyof typeof refundMeans
export const refundMeansNames = Object.keys(refundMeans) as [RefundMeans, ...RefundMeans[]]

type TenderRule = {
  /** The means by which it is refunded, unless the brand refunds it in cash. */
  readonly refund: RefundMeans
  /**
   * Whether it pays for stored value: gift vouchers, and the account credit of returned tickets. An invoice may stay unpaid after
   * they are spent.
   */
  readonly isCreditable: boolean
  /** Whether the sale needs a customer. */
  readonly needsCustomer: boolean
}

/** What goes back for each method of payment, and what a sale by it needs. */
export const tenderRules = {
  cash: { refund: 'cash', isCreditable: true, needsCustomer: false },
  card: { refund: 'card', isCreditable: true, needsCustomer: false },
  'theatre-tokens': { refund: 'theatre-tokens', isCreditable: true, needsCustomer: false },
  // A cheque may still bounce when its tickets are returned, so it is not refunded in cash.
  cheque: { refund: 'bank-transfer', isCreditable: true, needsCustomer: false },
  invoice: { refund: 'credit-note', isCreditable: false, needsCustomer: true },
} as const satisfies Record<CounterPaymentMethod, TenderRule>

type TenderedSale = { readonly hasCustomer: boolean; readonly items: readonly { readonly kind: ItemKind }[] }

/**
 * Finds why a method does not pay for a sale, by `tenderRules`.
 * @returns `no-customer` where it needs one; `invalid-input` of the method for gift vouchers by a method that may stay unpaid; else undefined
 */
export function findTenderProblem(
  method: CounterPaymentMethod,
  { hasCustomer, items }: TenderedSale,
): Problem<'no-customer' | 'invalid-input'> | undefined {
  const { needsCustomer, isCreditable } = tenderRules[method]
  if (!isCreditable && items.some(({ kind }) => isStoredValue(kind))) return problem('invalid-input', { fields: ['way'] })
  return needsCustomer && !hasCustomer ? problem('no-customer') : undefined
}

/** Characters of a reference, such as the number of a cheque. */
export const maxReferenceLength = 40

type Tenders = { readonly counterTenders?: readonly OtherTender[] | undefined }

/** The setting of a brand for a method of payment; undefined for cash, a card, or a method that it does not accept. */
export const otherTenderOf = ({ counterTenders = [] }: Tenders, method: CounterPaymentMethod): OtherTender | undefined =>
  counterTenders.find((tender) => tender.method === method)

/** Whether a reference, without surrounding spaces, is what the brand asks for. An empty one is valid where none is required. */
export function isReferenceValid({ reference: rule }: OtherTender, reference: string): boolean {
  if (reference === '') return rule?.isRequired !== true
  if (!rule || reference.length > maxReferenceLength) return false
  return rule.pattern === undefined || new RegExp(`^(?:${rule.pattern})$`, 'u').test(reference)
}

/** The means by which money that was paid with a method is refunded. */
export const refundMeansOf = (brand: Tenders, method: CounterPaymentMethod): RefundMeans =>
  otherTenderOf(brand, method)?.refundsInCash ? 'cash' : tenderRules[method].refund

const isOneOf = <T extends string>(values: readonly T[], value: string): value is T => (values as readonly string[]).includes(value)

/** The method of a payment by the name of its provider: the methods that the clerk takes have their own name, any other is a card. */
export const methodOfProvider = (provider: string): CounterPaymentMethod => (isOneOf(counterPaymentMethods, provider) ? provider : 'card')
