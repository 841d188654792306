import { type Money, money } from '@playhouse/domain/money'

/** Reads what somebody counted: `50`, `47.5`, `47,50`. Undefined for anything else. */
export function readAmount(text: string): Money | undefined {
  const found = /^(\d{1,6})(?:[.,](\d{1,2}))?$/.exec(text.trim())
  return found ? money(Number(found[1]) * 100 + Number((found[2] ?? '').padEnd(2, '0'))) : undefined
}

/** As it is typed: `47.50`. */
export const writeAmount = (amount: Money): string => (amount / 100).toFixed(2)
