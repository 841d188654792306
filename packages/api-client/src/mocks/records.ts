import { brandPartsOf } from '@playhouse/domain/brand-records'
import type { ChangeDependent } from '@playhouse/domain/change'
import { flexOfRecord, narrowsFlex } from '@playhouse/domain/flex-record'
import { type ChosenPerformance, packageDefinitionSchema } from '@playhouse/domain/package'
import { packageOfRecord, reshapesPackage } from '@playhouse/domain/package-record'
import { formOfRecord } from '@playhouse/domain/form-record'
import { programmeOfRecord } from '@playhouse/domain/programme-record'
import { nameOfRecord, parseRecord, positionOfRecord, type StoredRecord } from '@playhouse/domain/record'
import { priceListOfStored } from '@playhouse/domain/price-list-plan'
import { type RecordKind, recordKindRules, recordKinds } from '@playhouse/domain/record-kind'
import type { StoredPerformance } from '@playhouse/domain/performance-plan'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { instantOf } from '@playhouse/domain/time'
import type { QueuedPerformance } from '@playhouse/domain/waiting-room-record'
import type { CatalogueRecord, RecordNames } from '#contract'
import { dishType } from '@playhouse/domain/product-type'
import { foodFactsOf, lostGuests, showFood } from './food-records.ts'
import { changerName, type MockCounter } from './mock-counter.ts'
import type { Contract, MockHandlers } from './mock-handler.ts'
import type { MockShop, MockVisit } from './mock-shop.ts'
import { lostTables, showRestaurants } from './restaurant-records.ts'
import { removedVariantUses } from './products.ts'
import { ballotUses } from './ballot.ts'
import { daySeatUses, drawsOfRecords } from './day-seats.ts'
import { codesAfterBatches } from './programme-codes.ts'
import type { MockWanted, PlannedProgramme } from './planned-programme.ts'

type Of = { readonly kind: RecordKind; readonly id: string }

/** Mock handlers of the records of the catalogue. */
export function recordHandlers(shop: MockShop, counter: MockCounter, programme: () => PlannedProgramme): MockHandlers<Contract['records']> {
  const of = (kind: RecordKind) =>
    [...programme().things[kind]]
      .map(([id, { value, version }]) => ({ id, record: value, version }))
      .toSorted((a, b) => positionOfRecord(a.record) - positionOfRecord(b.record) || (a.id < b.id ? -1 : 1))
  const read = ({ kind, id }: Of): Result<CatalogueRecord, Problem> => {
    const found = of(kind).find((each) => each.id === id)
    if (!found) return fail(problem('page-not-found'))
    const { isWithdrawn, ...record } = found.record
    return ok({ kind, id, version: found.version, isWithdrawn, record })
  }
  const apply = (
    visit: MockVisit,
    { kind, id }: Of,
    {
      change,
      ...intent
    }: Pick<MockWanted, 'version' | 'change'> & {
      readonly kind: 'create-record' | 'edit-record' | 'withdraw-record' | 'offer-record'
      readonly reason: string | undefined
    },
  ) => {
    const { version, kind: changeKind, reason } = intent
    const by = changerName(counter, visit)
    const applied = programme().apply({ by, kind: changeKind, reason }, [{ subject: kind, id, version, change }])
    if (!applied.ok) return applied
    const record = read({ kind, id })
    return record.ok ? ok({ record: record.value, changeSet: applied.value.changeSet }) : record
  }
  const refusalOf = (visit: MockVisit, kind: RecordKind): Problem | undefined =>
    counter.permissionProblem(visit, { permission: recordKindRules[kind].permission })
  return {
    kinds: () =>
      ok({
        kinds: recordKinds.map((kind) => {
          const withdrawn = of(kind).filter(({ record }) => record.isWithdrawn).length
          return { kind, offered: of(kind).length - withdrawn, withdrawn }
        }),
      }),
    names: () => ok(namesOf(programme(), shop.now())),
    all: ({ params: { kind } }) =>
      ok({
        records: of(kind).map(({ id, record, version }) => ({
          ...{ id, name: nameOfRecord(record), isWithdrawn: record.isWithdrawn, version },
        })),
      }),
    one: ({ params }) => read(params),
    save: ({ params, body: { version, record, reason }, visit }) => {
      const { kind, id } = params
      const refusal = refusalOf(visit, kind)
      if (refusal) return fail(refusal)
      const before = of(kind).find((each) => each.id === id)?.record
      const others = of(kind).filter((each) => each.id !== id)
      const parsed = parseRecord(kind, record, {
        id,
        brand: shop.brand,
        now: shop.now(),
        ...namedThings(programme()),
        food: foodFactsOf(programme().things),
        before,
        others,
      })
      if ('faults' in parsed) return fail(problem('invalid-input', { fields: parsed.faults.map((field) => `record.${field}`) }))
      const change = (current: StoredRecord | undefined): StoredRecord => ({
        ...parsed.record,
        isWithdrawn: current?.isWithdrawn ?? false,
      })
      const dependents =
        kind === 'ballot'
          ? ballotUses(shop, id, before as StoredRecord<'ballot'> | undefined, parsed.record as Partial<StoredRecord<'ballot'>>)
          : kind === 'day-seats'
            ? daySeatUses(shop, id, before as StoredRecord<'day-seats'> | undefined, parsed.record as Partial<StoredRecord<'day-seats'>>)
            : kind === 'product'
              ? removedVariantUses(shop, id, parsed.record)
              : kind === 'flex-subscription'
                ? narrowedFlexUses(
                    shop,
                    id,
                    before as StoredRecord<'flex-subscription'> | undefined,
                    parsed.record as StoredRecord<'flex-subscription'>,
                  )
                : kind === 'package'
                  ? reshapedPackageUses(shop, id, before as StoredRecord<'package'> | undefined, parsed.record as StoredRecord<'package'>)
                  : kind === 'menu'
                    ? lostGuests(shop, programme().things, { menu: [id, parsed.record as StoredRecord<'menu'>] })
                    : kind === 'collection-point'
                      ? lostGuests(shop, programme().things, { point: [id, parsed.record as StoredRecord<'collection-point'>] })
                      : kind === 'restaurant'
                        ? lostTables(shop, programme().things, id, parsed.record as StoredRecord<'restaurant'>)
                        : []
      if (dependents.length > 0) return fail(problem('change-has-dependents', { dependents }))
      return apply(visit, params, { kind: version === null ? 'create-record' : 'edit-record', version: version ?? 'new', reason, change })
    },
    setSale: ({ params, body: { version, isWithdrawn, reason }, visit }) => {
      const refusal = refusalOf(visit, params.kind)
      if (refusal) return fail(refusal)
      const change = (current: StoredRecord): StoredRecord => ({ ...current, isWithdrawn })
      const { ballot, 'day-seats': lotteries } = programme().things
      const stored = params.kind === 'ballot' ? ballot.get(params.id)?.value : undefined
      const lottery = params.kind === 'day-seats' ? lotteries.get(params.id)?.value : undefined
      const dependents = [
        ...ballotUses(shop, params.id, stored, { ...stored, isWithdrawn }),
        ...daySeatUses(shop, params.id, lottery, { isWithdrawn }),
      ]
      if (dependents.length > 0) return fail(problem('change-has-dependents', { dependents }))
      return apply(visit, params, { kind: isWithdrawn ? 'withdraw-record' : 'offer-record', version, reason, change })
    },
  }
}

/** Performances for which a waiting room can be planned. */
const queuedPerformancesOf = ({ things }: Pick<PlannedProgramme, 'things'>): QueuedPerformance[] =>
  [...things.performance.values()].flatMap(({ value: { id, production, hall, startsAt, timeZone, programme, web, priceList } }) => {
    const { prices } = priceListOfStored(priceList, things['price-list'].get(priceList)!.value)
    const priceTypes = [...new Set(Object.values(prices).flatMap((ofBand) => Object.keys(ofBand)))]
    return programme === null && web.sale !== 'cancelled' ? [{ id, production, hall, startsAt, timeZone, priceTypes }] : []
  })

/** The things that records can name, with their names. */
function namesOf({ things }: Pick<PlannedProgramme, 'things'>, now: number): RecordNames {
  const productions = [...things.production].map(
    ([
      id,
      {
        value: { title, state },
      },
    ]) => ({ id, title, isArchived: state === 'archived' }),
  )
  const open = queuedPerformancesOf({ things }).map(({ id }) => id)
  const startOf = ({ startsAt, timeZone }: StoredPerformance): number => instantOf(startsAt, timeZone).epochMilliseconds
  const performances = [...things.performance.values()]
    .map(({ value }) => value)
    .filter(({ web }) => web.sale !== 'cancelled')
    .toSorted((a, b) => startOf(a) - startOf(b) || (a.id < b.id ? -1 : 1))
    .map((each) => ({
      ...{ id: each.id, production: each.production, title: things.production.get(each.production)!.value.title },
      ...{ startsAt: each.startsAt, isOpen: open.includes(each.id) && startOf(each) > now },
    }))
  const lists = [...things['price-list']].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const types = lists.flatMap(([, { value }]) =>
    value.priceTypes.map(({ id, name, kind }) => [id, { id, name, isOfProgramme: kind === 'programme' }] as const),
  )
  const priceTypes = [...new Map(types.toReversed()).values()].toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const packages = [...things.package]
    .map(([id, { value }]) => ({ id, ...value }))
    .filter(({ kind }) => kind !== 'super')
    .toSorted((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1))
    .map(({ id, name, isWithdrawn }) => ({ id, name, isOffered: !isWithdrawn }))
  const named = <Value extends { readonly name: string; readonly position: number; readonly isWithdrawn: boolean }>(
    records: ReadonlyMap<string, { readonly value: Value }>,
    isListed: (value: Value) => boolean = () => true,
  ) =>
    [...records]
      .map(([id, { value }]) => ({ id, value }))
      .filter(({ value }) => isListed(value))
      .toSorted((a, b) => a.value.position - b.value.position || (a.id < b.id ? -1 : 1))
      .map(({ id, value }) => ({ id, name: value.name, isOffered: !value.isWithdrawn }))
  const dishes = named(things.product, ({ type }) => type === dishType)
  const halls = [...new Map([...things['hall-plan'].values()].map(({ value: { hall, name } }) => [hall, name]))]
    .map(([id, name]) => ({ id, name }))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
  return { productions, performances, priceTypes, packages, dishes, collectionPoints: named(things['collection-point']), halls }
}

const priceTypesOf = (things: PlannedProgramme['things']) => [...things['price-list'].values()].flatMap(({ value }) => value.priceTypes)

/** The things that records may name. */
const namedThings = ({ things }: Pick<PlannedProgramme, 'things'>) => ({
  performances: queuedPerformancesOf({ things }),
  productions: [...things.production.keys()],
  priceTypes: priceTypesOf(things).map(({ id }) => id),
  programmePriceTypes: priceTypesOf(things).flatMap(({ id, kind }) => (kind === 'programme' ? [id] : [])),
})

/** What was sold, or is in baskets, of a flexible subscription whose vouchers would pay for fewer tickets. */
function narrowedFlexUses(
  shop: MockShop,
  id: string,
  before: StoredRecord<'flex-subscription'> | undefined,
  after: StoredRecord<'flex-subscription'>,
): ChangeDependent[] {
  if (!before || !narrowsFlex(before, after)) return []
  const sold = [...shop.accounts.values()].flatMap(({ subscriptions = [] }) => subscriptions).filter(({ flex }) => flex === id).length
  const held = [...shop.visits.values()].flatMap(({ items }) => items).filter((item) => item.product === id).length
  return [
    ...(sold > 0 ? [{ kind: 'reference' as const, id: 'ticket_subscription', count: sold }] : []),
    ...(held > 0 ? [{ kind: 'reference' as const, id: 'basket_item', count: held }] : []),
  ]
}

/** Packages in baskets from which a change takes the kind or a date. */
function reshapedPackageUses(
  shop: MockShop,
  id: string,
  before: StoredRecord<'package'> | undefined,
  after: StoredRecord<'package'>,
): ChangeDependent[] {
  if (!before || !reshapesPackage(before, after)) return []
  const isOf = (each: { readonly package: string; readonly choice: readonly ChosenPerformance[] }): boolean =>
    each.package === id || each.choice.some((chosen) => chosen.package === id)
  const held = [...shop.visits.values()].flatMap(({ packages }) => packages).filter(isOf).length
  return held > 0 ? [{ kind: 'reference', id: 'basket_package', count: held }] : []
}

/** Opens the waiting rooms of the records. */
function showWaitingRooms(shop: MockShop, { things }: Pick<PlannedProgramme, 'things'>): void {
  const performances = queuedPerformancesOf({ things })
  shop.queue.replacePlanned(
    [...things['waiting-room'].values()].flatMap(({ value: room }) => {
      const own = performances.find(({ id }) => id === room.performance)
      if (!own || room.isWithdrawn) return []
      const instant = (plain: string): number => instantOf(plain, own.timeZone).epochMilliseconds
      const others = performances.filter(({ id, production }) => room.isOfProduction && id !== own.id && production === own.production)
      return {
        ...{ performance: own.id, gathersAt: instant(room.gathersAt), opensAt: instant(room.opensAt), rate: room.rate },
        ...{ patience: room.patienceMinutes * 60, isPaused: room.isPaused, before: others.map(({ id }) => id) },
      }
    }),
  )
}

/** Makes the products, levels, funds, restaurants, packages, forms, flexible subscriptions and waiting rooms of a mock shop those of its records. */
export const showRecords = (shop: MockShop, { things }: Pick<PlannedProgramme, 'things'>): void => {
  const listed = <Kind extends RecordKind>(kind: Kind) => [...things[kind]].map(([id, { value }]) => ({ id, record: value }))
  const products = listed('product').toSorted((a, b) => a.record.position - b.record.position || (a.id < b.id ? -1 : 1))
  const stockOf = (id: string): Record<string, number> => {
    const totals = Object.entries(things['product-stock'].get(id)?.value ?? {})
    return Object.fromEntries(totals.map(([key, total]) => [key.slice(id.length + 1), total]))
  }
  for (const { id } of products) {
    const offered = things['product-performances'].get(id)?.value
    if (offered) shop.offers.set(id, offered)
    else shop.offers.delete(id)
  }
  shop.replaceProducts(
    products.flatMap(({ id, record: { position: _, isWithdrawn, ...product } }) =>
      isWithdrawn ? [] : [{ ...product, product: id, ...shop.stocks.get(id), stock: stockOf(id) }],
    ),
  )
  showFood(shop, things)
  showRestaurants(shop, things)
  showWaitingRooms(shop, { things })
  const flexible = listed('flex-subscription').toSorted((a, b) => a.record.position - b.record.position || (a.id < b.id ? -1 : 1))
  shop.withdrawnFlex.clear()
  for (const { id, record } of flexible) if (record.isWithdrawn) shop.withdrawnFlex.add(id)
  shop.replaceFlexSubscriptions(flexible.map(({ id, record: { isWithdrawn: _, ...record } }) => flexOfRecord(id, record)))
  const packages = listed('package').toSorted((a, b) => a.record.position - b.record.position || (a.id < b.id ? -1 : 1))
  shop.replacePackages(
    packages.flatMap(({ id, record: { isWithdrawn, ...record } }) => {
      const parsed = isWithdrawn ? undefined : packageDefinitionSchema.safeParse(packageOfRecord(id, record))
      return parsed?.success ? [parsed.data] : []
    }),
  )
  shop.replaceForms(
    listed('form').flatMap(({ id, record: { isWithdrawn, ...record } }) =>
      isWithdrawn ? [] : [{ form: formOfRecord(id, record), productions: record.productions, performances: record.performances }],
    ),
  )
  shop.replaceProgrammes(
    listed('programme').map(({ id, record: { isWithdrawn, opensAt, closesAt, ...record } }) => {
      const instant = (plain: string | null) => (plain === null ? null : instantOf(plain, shop.brand.timeZone).epochMilliseconds)
      const programme = programmeOfRecord(id, { ...record, opensAt, closesAt })
      const batches = things['programme-codes'].get(id)?.value ?? {}
      const codes = codesAfterBatches(shop.firstProgrammeCodes(id), shop.programmeCodeBatches, (batch) => batch in batches)
      return { programme, codes, isWithdrawn, opensAt: instant(opensAt), closesAt: instant(closesAt) }
    }),
  )
  shop.replaceBallots([
    ...drawsOfRecords(shop, { things }),
    ...listed('ballot').flatMap(({ id, record: { isWithdrawn, name: _, performances, ...record } }) => {
      const instant = (plain: string): number => instantOf(plain, shop.brand.timeZone).epochMilliseconds
      const times = { opensAt: instant(record.opensAt), closesAt: instant(record.closesAt), drawsAt: instant(record.drawsAt) }
      return isWithdrawn
        ? []
        : [{ ...record, ...times, id, seats: new Map(performances.map(({ performance, seats }) => [performance, seats])) }]
    }),
  ])
  const brandKinds = { 'membership-level': listed('membership-level'), fund: listed('fund'), 'gift-voucher': listed('gift-voucher') }
  shop.replaceBrandParts(brandPartsOf(brandKinds))
}
