import type { SoldOrder } from '@playhouse/api-client/contract'
import { SoldCodes } from './SoldCodes.tsx'
import { SoldDiscounts } from './SoldDiscounts.tsx'
import { SoldPackages } from './SoldPackages.tsx'

/** The offers with their promo codes, and the packages, of an order, as entries of a list of facts; nothing without any. */
export const OffersAndPackages = ({ sold: { order, codes } }: { readonly sold: Pick<SoldOrder, 'order' | 'codes'> }) => (
  <>
    <SoldDiscounts order={order} />
    <SoldCodes codes={codes} />
    <SoldPackages order={order} />
  </>
)
