import { money } from '@playhouse/domain/money'
import type { Restaurant, SittingRules } from '@playhouse/domain/sitting'

const rules = { minutes: 90, closesBefore: 60, vatBasisPoints: null }
/**
 * The restaurant of `sellingBrand`, with its sittings for every performance: an early one with few tables, a free one after the performance, and
 * one with many tables.
 */
export const offeredTables = {
  restaurants: [
    {
      restaurant: 'foyer',
      name: 'The foyer',
      summary: 'Plates to share.',
      access: 'The way in has no steps.',
      translations: { sv: { name: 'Foajén', summary: 'Smårätter.', access: '' } },
    },
  ] satisfies Restaurant[],
  sittings: [
    {
      ...{ ...rules, restaurant: 'foyer', sitting: 'early', startsBefore: 120, price: money(5_00), covers: 7 },
      tables: [
        { size: 2, least: 1, tables: 2 },
        { size: 4, least: 2, tables: 1 },
      ],
    },
    {
      ...{ ...rules, restaurant: 'foyer', sitting: 'late', startsBefore: -150, price: money(0), covers: 4 },
      tables: [{ size: 4, least: 1, tables: 1 }],
    },
    {
      ...{ ...rules, restaurant: 'foyer', sitting: 'long', startsBefore: 90, price: money(5_00), covers: 5_000 },
      tables: [{ size: 2, least: 1, tables: 2_500 }],
    },
  ] satisfies (SittingRules & { restaurant: string; covers: number; tables: { size: number; least: number; tables: number }[] })[],
}
/** A table for two at the early sitting, and one for one at the sitting with many tables. The suite sets the performance: see `describeItemKinds`. */
export const earlyTable = { kind: 'table' as const, instance: 'unknown', sitting: 'early', party: 2, note: 'A high chair' }
export const freeTable = { ...earlyTable, sitting: 'long', party: 1 }
