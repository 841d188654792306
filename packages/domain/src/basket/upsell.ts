import type { Brand, CheckoutStep } from '../brand/brand.ts'
import { isAddOn, type ItemKind } from '../pricing/item-kind.ts'

/** What the checkout step `upsells` can offer (`upsells` of a brand). */
export const upsellKinds = ['fund', 'product', 'membership', 'gift-voucher', 'gift-membership'] as const
export type UpsellKind = (typeof upsellKinds)[number]

type SellingBrand = Pick<Brand, 'features' | 'giving' | 'productTypes' | 'memberships' | 'giftVouchers' | 'giftMemberships'>
type UpsellRule = {
  /** The kind of item that it adds to the basket. */
  readonly item: ItemKind
  /** The step that offers the same, so that a brand has one of the two; absent for none. */
  readonly step?: CheckoutStep
  readonly isSold: (brand: SellingBrand) => boolean
}

const sellsMemberships = ({ memberships }: SellingBrand): boolean => memberships.some(({ sold }) => sold)

const rules: Readonly<Record<UpsellKind, UpsellRule>> = {
  fund: { item: 'donation', isSold: ({ features, giving }) => features.donations && giving.length > 0 },
  product: { item: 'product', step: 'add-ons', isSold: ({ productTypes }) => productTypes !== undefined },
  membership: { item: 'membership', step: 'memberships', isSold: sellsMemberships },
  'gift-voucher': { item: 'gift-voucher', isSold: ({ giftVouchers }) => giftVouchers !== undefined },
  'gift-membership': {
    item: 'gift-membership',
    isSold: (brand) => brand.giftMemberships !== undefined && sellsMemberships(brand),
  },
}

/** What the step `upsells` of a brand offers, in its order: a donation where the brand lists nothing. Empty without the step. */
export const upsellsOf = ({ steps, upsells = ['fund'] }: Pick<Brand, 'steps' | 'upsells'>): readonly UpsellKind[] =>
  steps.includes('upsells') ? upsells : []

/** What the step offers for a basket. A basket that adds to an order takes only what can be added to one. */
export const upsellsFor = (
  brand: Pick<Brand, 'steps' | 'upsells'>,
  { addsTo }: { readonly addsTo?: object | null },
): readonly UpsellKind[] => upsellsOf(brand).filter((kind) => !addsTo || isAddOn(rules[kind].item))

/** Checks `upsells` of a brand against what it sells and against its other steps. Returns complaints. */
export function findUpsellFaults(brand: SellingBrand & Pick<Brand, 'steps' | 'upsells'>): string[] {
  const { steps, upsells } = brand
  if (upsells === undefined) return []
  const missing = steps.includes('upsells') ? [] : ['upsells: steps have no upsells']
  const repeated = new Set(upsells).size === upsells.length ? [] : ['upsells: one kind is there twice']
  const faults = upsells.flatMap((kind) => {
    const { step, isSold } = rules[kind]
    return [
      ...(isSold(brand) ? [] : [`upsells: the brand sells no ${kind}`]),
      ...(step && steps.includes(step) ? [`upsells: the step ${step} offers ${kind}`] : []),
    ]
  })
  return [...missing, ...repeated, ...faults]
}
