import type { SoldOrder } from '@playhouse/api-client/contract'
import { SoldDiscounts } from './SoldDiscounts.tsx'
import { SoldPackages } from './SoldPackages.tsx'

/** The offers and packages of an order, as entries of a list of facts; nothing without any. */
export const OffersAndPackages = ({ order }: Pick<SoldOrder, 'order'>) => (
  <>
    <SoldDiscounts order={order} />
    <SoldPackages order={order} />
  </>
)
