import { moves } from './machine.ts'

export const orderMoves = moves({
  completing: { confirm: 'confirming', fail: 'failed' },
  confirming: { complete: 'confirmed', fail: 'failed' },
  confirmed: { return: 'returned' },
  failed: {},
  returned: {},
  reserved: { addToBasket: 'in-basket', lapse: 'lapsed' },
  'in-basket': { confirm: 'confirming', putBack: 'reserved', lapse: 'lapsed' },
  lapsed: {},
})
export type OrderState = keyof typeof orderMoves
