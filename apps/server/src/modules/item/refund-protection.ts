import type { ItemModule } from './item-module.ts'

/** Its line in the order is the proof of the protection: it has no further effect. */
export const refundProtection: ItemModule = {}
