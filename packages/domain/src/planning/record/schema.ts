import { z } from 'zod'
import type { Brand } from '../../brand/brand.ts'
import { membershipSchema } from '../../customer/membership.ts'
import { moneySchema } from '../../money/money.ts'
import { fundSchema } from '../../pricing/giving.ts'
import type { RecordKind } from './kind.ts'
import { agentRecordSchema } from './agent-record.ts'
import { collectionPointFaults, collectionPointRecordSchema } from './collection-point-record.ts'
import { menuFaults, menuRecordSchema, type MenuServing, type ServingPoint } from './menu-record.ts'
import { nameSittings, restaurantFaults, restaurantRecordSchema } from './restaurant-record.ts'
import { giftVoucherFaults, giftVoucherRecordSchema } from './gift-voucher-record.ts'
import { type QueuedPerformance, waitingRoomFaults, waitingRoomRecordSchema } from './waiting-room-record.ts'
import { ballotFaults, ballotRecordSchema } from './ballot-record.ts'
import { daySeatsFaults, daySeatsRecordSchema } from './day-seats-record.ts'
import { flexFaults, flexRecordSchema } from './flex-record.ts'
import { packageFaults, packageRecordSchema } from './package-record.ts'
import { formFaults, formRecordSchema } from './form-record.ts'
import { programmeFaults, programmeRecordSchema } from './programme-record.ts'
import { maintenanceFaults, maintenanceRecordSchema } from './maintenance-record.ts'
import { productFaults, productRecordSchema } from './product-record.ts'

const line = z.string().trim().min(1).max(200)
const paragraph = z.string().trim().min(1).max(2_000)
const most = 100_000_00
const price = moneySchema.refine((amount) => amount > 0 && amount <= most)
const position = z.int().min(0).max(10_000)

const levelSchema = membershipSchema.omit({ id: true }).extend({
  position,
  name: line,
  summary: paragraph.optional(),
  gives: z.array(line).min(1).max(20).optional(),
  benefits: line.optional(),
  sold: z
    .strictObject({
      price,
      months: z.int().min(1).max(120),
      renewal: z.strictObject({ days: z.int().min(1).max(365), isAutomatic: z.boolean() }).optional(),
    })
    .optional(),
})

const amounts = z.array(price).min(1).max(12)
const fundRecordSchema = fundSchema.omit({ fund: true }).extend({
  position,
  name: line,
  body: paragraph,
  presets: amounts,
  least: price,
  most: moneySchema.refine((amount) => amount > 0),
  recognitionFrom: moneySchema.refine((amount) => amount >= 0),
})

/** The schema of each kind of record. An id is not part of a record. */
export const recordSchemas = {
  'membership-level': levelSchema,
  fund: fundRecordSchema,
  product: productRecordSchema,
  menu: menuRecordSchema,
  'collection-point': collectionPointRecordSchema,
  restaurant: restaurantRecordSchema,
  'maintenance-window': maintenanceRecordSchema,
  'waiting-room': waitingRoomRecordSchema,
  ballot: ballotRecordSchema,
  'day-seats': daySeatsRecordSchema,
  package: packageRecordSchema,
  form: formRecordSchema,
  programme: programmeRecordSchema,
  'flex-subscription': flexRecordSchema,
  'gift-voucher': giftVoucherRecordSchema,
  agent: agentRecordSchema,
} as const satisfies Record<RecordKind, z.ZodObject>
export type RecordValue<Kind extends RecordKind = RecordKind> = z.infer<(typeof recordSchemas)[Kind]>

/** A stored record. A withdrawn one is not sold any more; what was sold of it does not change. */
export type StoredRecord<Kind extends RecordKind = RecordKind> = RecordValue<Kind> & { readonly isWithdrawn: boolean }

/** The products that are dishes, the collection points, the halls, and where the menus are served. */
export type FoodFacts = {
  readonly dishes: readonly string[]
  readonly points: readonly ServingPoint[]
  readonly halls: readonly string[]
  readonly servings: readonly Pick<MenuServing, 'point' | 'servedBefore'>[]
}
export const noFoodFacts: FoodFacts = { dishes: [], points: [], halls: [], servings: [] }

/** What the check of a record reads besides it. */
export type RecordFacts<Kind extends RecordKind = RecordKind> = {
  readonly id: string
  readonly brand: Pick<Brand, 'account' | 'productTypes' | 'timeZone'>
  /** Epoch milliseconds. */
  readonly now: number
  /** Performances that are not over, and that visitors without an access code may see. Empty for kinds that name none. */
  readonly performances: readonly QueuedPerformance[]
  /** The ids of productions and of price types. Empty for kinds that name none. */
  readonly productions: readonly string[]
  readonly priceTypes: readonly string[]
  /** The ids of price types that programmes open. */
  readonly programmePriceTypes: readonly string[]
  /** What menus, collection points and restaurants name; empty for other kinds. */
  readonly food: FoodFacts
  /** The stored record; undefined for a new one. */
  readonly before: StoredRecord<Kind> | undefined
  /** The other records of its kind, with their ids. */
  readonly others: readonly { readonly id: string; readonly record: StoredRecord<Kind> }[]
}

type FaultsOf<Kind extends RecordKind> = (record: RecordValue<Kind>, facts: RecordFacts<Kind>) => readonly (readonly [boolean, string])[]

/** Faults that the schema does not find: whether there is one, and the field that shows it. */
const rules: { readonly [Kind in RecordKind]: FaultsOf<Kind> } = {
  'membership-level': ({ link, ages }, { id, brand, others }) => [
    // The last part of the path of its page.
    [link === 'claim' || (link === undefined && id === 'claim'), 'link'],
    [others.some((other) => (other.record.link ?? other.id) === (link ?? id)), 'link'],
    [ages !== undefined && brand.account.birth !== 'date', 'ages'],
  ],
  fund: ({ least, most: top, presets, opensOn, closesOn, monthly }) => [
    [top < least, 'most'],
    [presets.some((amount) => amount < least || amount > top), 'presets'],
    [opensOn !== undefined && closesOn !== undefined && closesOn < opensOn, 'closesOn'],
    [monthly !== undefined && monthly.least < least, 'monthly.least'],
    [monthly !== undefined && (monthly.most > top || monthly.most < monthly.least), 'monthly.most'],
    [monthly !== undefined && monthly.presets.some((amount) => amount < monthly.least || amount > monthly.most), 'monthly.presets'],
  ],
  product: (record, { brand }) =>
    productFaults(
      record,
      (brand.productTypes ?? []).map(({ type }) => type),
    ),
  menu: (record, { food, ...facts }) => menuFaults(record, { ...food, ...facts }),
  'collection-point': (record, { food, ...facts }) => collectionPointFaults(record, { ...food, ...facts }),
  restaurant: (record, { food: { halls }, ...facts }) => restaurantFaults(record, { halls, ...facts }),
  'maintenance-window': (record, { brand: { timeZone }, now, before }) => maintenanceFaults(record, { timeZone, now, before }),
  'waiting-room': (record, { brand: { timeZone }, ...facts }) => waitingRoomFaults(record, { timeZone, ...facts }),
  ballot: (record, { brand: { timeZone }, ...facts }) => ballotFaults(record, { timeZone, ...facts }),
  'day-seats': daySeatsFaults,
  package: (record, { brand: { timeZone }, ...facts }) => packageFaults(record, { timeZone, ...facts }),
  form: formFaults,
  programme: (record, { brand: { timeZone }, ...facts }) => programmeFaults(record, { timeZone, ...facts }),
  'flex-subscription': (record, { brand: { timeZone }, ...facts }) => flexFaults(record, { timeZone, ...facts }),
  'gift-voucher': giftVoucherFaults,
  agent: () => [],
}

/** What is added to a record whose fields are valid. */
const completions: { readonly [Kind in RecordKind]?: (record: RecordValue<Kind>, facts: RecordFacts<Kind>) => RecordValue<Kind> } = {
  restaurant: (record, { others }) => nameSittings(record, others),
}

/** Parses a record. Returns it, or the paths of its invalid fields, such as `sold.price`. */
export function parseRecord<Kind extends RecordKind>(
  kind: Kind,
  value: unknown,
  facts: RecordFacts<Kind>,
): { readonly record: RecordValue<Kind> } | { readonly faults: readonly string[] } {
  const parsed = recordSchemas[kind].safeParse(value)
  if (!parsed.success) return { faults: [...new Set(parsed.error.issues.map(({ path }) => path.join('.')))] }
  const record = parsed.data as RecordValue<Kind>
  const faults = rules[kind](record, facts).flatMap(([isFault, field]) => (isFault ? [field] : []))
  return faults.length > 0 ? { faults } : { record: completions[kind]?.(record, facts) ?? record }
}

/** The name of a record in lists, in the theatre's language. */
export const nameOfRecord = (record: RecordValue): string =>
  'name' in record ? record.name : 'word' in record ? record.word : record.performance

/** The place of a record among those of its kind. Kinds without one are in the order of their ids. */
export const positionOfRecord = (record: RecordValue): number => ('position' in record ? record.position : 0)
