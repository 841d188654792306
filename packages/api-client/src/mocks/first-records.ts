import { recordsOfBrand } from '@playhouse/domain/brand-records'
import { recordOfFlex } from '@playhouse/domain/flex-record'
import { recordOfForm } from '@playhouse/domain/form-record'
import { recordOfPackage } from '@playhouse/domain/package-record'
import type { StoredProgrammeCodes } from '@playhouse/domain/programme-codes'
import { recordOfProgramme } from '@playhouse/domain/programme-record'
import { stockKey } from '@playhouse/domain/product'
import type { StoredRecord } from '@playhouse/domain/record'
import { plainOf } from '@playhouse/domain/time'
import { foodRecordsOf } from './food-records.ts'
import { restaurantRecordsOf } from './restaurant-records.ts'
import type { MockShop } from './mock-shop.ts'
import { storedPerformancesOf } from './products.ts'

type Stored<Value> = { readonly value: Value; readonly version: number }

/** The records that a mock shop begins with: those of its brand. */
export function recordMapsOf(shop: MockShop) {
  const records = recordsOfBrand(shop.brand)
  const mapOf = <Kind extends keyof typeof records>(kind: Kind): Map<string, Stored<StoredRecord<Kind>>> =>
    new Map(records[kind].map(({ id, record }) => [id, { value: record as StoredRecord<Kind>, version: 1 }]))
  const products = shop.products.map(({ product, stock: _stock, performances: _performances, ...record }, nth) => {
    const value: StoredRecord<'product'> = { ...record, position: nth, isWithdrawn: false }
    return [product, { value, version: 1 }] as const
  })
  const stocks = shop.products.map(({ product, stock }) => {
    const value = Object.fromEntries(Object.entries(stock).map(([variant, total]) => [stockKey({ product, variant }), total]))
    return [product, { value, version: 1 }] as const
  })
  const performances = shop.products.flatMap((product) =>
    product.performances ? [[product.product, { value: storedPerformancesOf(shop, product), version: 1 }] as const] : [],
  )
  return {
    'product-performances': new Map(performances),
    'membership-level': mapOf('membership-level'),
    fund: mapOf('fund'),
    'gift-voucher': mapOf('gift-voucher'),
    ...foodRecordsOf(shop),
    ...restaurantRecordsOf(shop),
    'maintenance-window': new Map(),
    agent: new Map<string, Stored<StoredRecord<'agent'>>>(),
    'waiting-room': new Map(),
    package: new Map(
      shop.packages.map((each, nth) => {
        const value: StoredRecord<'package'> = { ...recordOfPackage(each, nth), isWithdrawn: false }
        return [each.package, { value, version: 1 }]
      }),
    ),
    'day-seats': new Map<string, Stored<StoredRecord<'day-seats'>>>(),
    ballot: new Map(
      shop.ballots.flatMap(({ id, entries: _entries, outcomes: _outcomes, daySeats: _daySeats, kind, holdHours, seats, ...ballot }) => {
        if (id === undefined || kind === 'day-seats' || holdHours === null) return []
        const plain = (at: number): string => plainOf(Temporal.Instant.fromEpochMilliseconds(at), shop.brand.timeZone)
        const times = { opensAt: plain(ballot.opensAt), closesAt: plain(ballot.closesAt), drawsAt: plain(ballot.drawsAt) }
        const performances = [...seats].map(([performance, count]) => ({ performance, seats: count }))
        const [first] = [...seats.keys()].flatMap((each) => shop.performance(each) ?? [])
        const title = shop.productions.find((each) => each.id === first?.production)?.title
        const name = title === undefined ? id : `${title}, ${first!.startsAt.slice(0, 10)}`
        const value: StoredRecord<'ballot'> = { ...ballot, ...times, kind, holdHours, name, performances, isWithdrawn: false }
        return [[id, { value, version: 1 }] as const]
      }),
    ),
    form: new Map(
      shop.forms.map(({ form, productions, performances = [] }) => {
        const use = { mailTo: null, productions: productions.toSorted(), performances: performances.toSorted() }
        const value: StoredRecord<'form'> = { ...recordOfForm(form, use), isWithdrawn: false }
        return [form.form, { value, version: 1 }]
      }),
    ),
    programme: new Map(
      shop.programmes.map(({ programme }) => {
        const value: StoredRecord<'programme'> = { ...recordOfProgramme(programme, { opensAt: null, closesAt: null }), isWithdrawn: false }
        return [programme.id, { value, version: 1 }]
      }),
    ),
    'flex-subscription': new Map(
      shop.flexSubscriptions.map((each, nth) => {
        const value: StoredRecord<'flex-subscription'> = { ...recordOfFlex(each, nth), isWithdrawn: false }
        return [each.flex, { value, version: 1 }]
      }),
    ),
    product: new Map(products),
    'product-stock': new Map(stocks),
    'programme-codes': new Map<string, Stored<StoredProgrammeCodes>>(),
  }
}
