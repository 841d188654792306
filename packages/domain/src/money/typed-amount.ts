import { type Money, money } from './money.ts'

/** Parses a typed amount such as `50`, `47.5` or `47,50`. Returns undefined for anything else. */
export function parseAmount(text: string): Money | undefined {
  const match = /^(\d{1,6})(?:[.,](\d{1,2}))?$/.exec(text.trim())
  return match ? money(Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))) : undefined
}

/** Formats an amount for a text field: `47.50`. */
export const formatAmount = (amount: Money): string => (amount / 100).toFixed(2)
