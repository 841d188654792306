import type { ItemKind } from '@playhouse/domain/item-kind'
import { donation } from './donation.ts'
import { flexSubscription } from './flex-subscription.ts'
import { food } from './food.ts'
import { giftMembership } from './gift-membership.ts'
import { giftVoucher } from './gift-voucher.ts'
import type { ItemModule } from './item-module.ts'
import { membership } from './membership.ts'
import { product } from './product.ts'
import { refundProtection } from './refund-protection.ts'
import { table } from './table.ts'
import { voucherTopUp } from './voucher-top-up.ts'

/** The effects of items by kind. */
export const itemModules: Readonly<Record<ItemKind, ItemModule>> = {
  donation,
  membership,
  'gift-membership': giftMembership,
  'refund-protection': refundProtection,
  'gift-voucher': giftVoucher,
  'voucher-top-up': voucherTopUp,
  product,
  food,
  table,
  'flex-subscription': flexSubscription,
}
