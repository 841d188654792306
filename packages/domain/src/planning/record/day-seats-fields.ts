import type { DaySeatsRecord } from './day-seats-record.ts'
import type { FieldsOf, RecordFields } from './field.ts'

/** The fields of a lottery of day seats, in the order of the screen. */
export const daySeatsFields = {
  name: { input: 'text' },
  performances: { input: 'references', to: 'performance' },
  opens: { input: 'sale-moment' },
  closes: { input: 'sale-moment' },
  draws: { input: 'sale-moment' },
  payUntil: { input: 'sale-moment' },
  maxQuantity: { input: 'number', least: 1, most: 2 },
  priceType: { input: 'reference', to: 'price-type' },
} as const satisfies RecordFields & FieldsOf<DaySeatsRecord>
