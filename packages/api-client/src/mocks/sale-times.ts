import type { SaleTimes } from '@playhouse/domain/sale-window'
import type { MockWorld } from './mock-shop.ts'

/** When a performance of a mock shop is sold: by the windows of its production, else by its dates. */
export const saleTimesOfMock = (performance: MockWorld['performances'][number]): SaleTimes =>
  performance.saleTimes ?? {
    generalSaleAt: performance.generalSaleInstant,
    priority: (performance.priority ?? []).map(({ memberships }, nth) => ({ from: performance.priorityInstants[nth]!, memberships })),
  }
