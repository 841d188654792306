import { titleOf } from '@playhouse/domain/production-texts'
import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Basket, BasketSummary, BasketTicket } from '@playhouse/api-client/contract'
import { calendarDay } from '@playhouse/domain/calendar'
import { hasClock, holdsStock, isEmpty } from '@playhouse/domain/item-kind'
import { outlivesDeadline } from '@playhouse/domain/stored-detail'
import { offeredTopUps } from '@playhouse/domain/top-up-item'
import { add, money, subtract, zero } from '@playhouse/domain/money'
import { placeName } from '@playhouse/domain/plan'
import { lapsedItemOf } from '@playhouse/domain/lapsed-item'
import { priceOf, storedValueLimit, totalsOf, refundProtectionPrice } from '@playhouse/domain/pricing'
import { sumOfAllocations } from '@playhouse/domain/stored-value'
import { maskVoucher } from '@playhouse/domain/voucher'
import { performanceOfTicket } from '#modules/catalogue'
import { loadEntitlement } from '#modules/eligibility'
import { priceTypesFor } from '#modules/pricing'
import { eligibilityOf, type Entitlement, anonymousVisitor } from '@playhouse/domain/eligibility'
import { type BasketRow, type BasketWithTickets, entitlementSubjectOf, lapsedNow, selectTickets, type TicketRow } from './basket-row.ts'
import { toCountedTicket } from './ticket-limit.ts'
import { ticketsLeftOf } from '@playhouse/domain/order-limit'
import { readAddsTo } from './add-ons.ts'
import { currentItems, levyOf, linesOf, type PricedParts, quoteOf, restOf } from './basket-lines.ts'
import type { BasketDeps } from './edit-basket.ts'
import { readGiftAid } from './gift-aid.ts'
import { removeHeldMemberships } from './held-items.ts'
import { type ItemRow, itemsOf, readItems, selectItems } from './items.ts'
import { type AppliedOffers, loadAppliedOffers, noDiscounts, readOffers } from './applied-offers.ts'
import { readPackages } from './packages.ts'
import { type PricedTicket, withPriceRules } from './price-rules.ts'
import { parseUsable, selectUsableAsJson, type UsableSubscription } from '#modules/subscription'
import { applySubscriptions } from './subscriptions.ts'
import { readRenewalOffers } from './renewal-consent.ts'
import {
  availableBalance,
  noStoredTenders,
  allocateStoredTenders,
  loadStoredTenders,
  selectTendersAsJson,
  type StoredTenders,
  toStoredTenders,
} from './tender.ts'

const noOffers: AppliedOffers = { promo: undefined, automatic: [], ...noDiscounts }

/** The basket of a visitor who has none. No row is stored before the first change. */
export function emptyBasket({ brand }: Pick<BasketDeps, 'brand'>): Basket {
  return {
    state: 'open',
    version: 0,
    tickets: [],
    items: [],
    refundProtection: null,
    topUps: [],
    renewalOffers: [],
    giftAid: null,
    delivery: { method: brand.delivery[0]!.method, address: null },
    deliveryOptions: brand.delivery,
    billing: null,
    notes: { order: '', access: '' },
    termsAccepted: false,
    totals: totalsOf([], zero, brand.vatBasisPoints),
    deadline: null,
    extensionsLeft: brand.limits.maxExtensions,
    ticketsLeft: brand.limits.ticketsPerOrder,
    lapsed: [],
    heldMemberships: [],
    lapsedItems: [],
    addsTo: null,
    lastPayment: null,
    giftVouchers: [],
    credit: null,
    promo: null,
  }
}

/** A basket with its tickets, its items and the stored value that may pay for it, as one statement read them. */
export type BasketContent = {
  readonly basket: BasketRow
  readonly tickets: readonly TicketRow[]
  readonly items: readonly ItemRow[]
  readonly tenders: StoredTenders
  /** The subscriptions of its customer whose vouchers can be used; none where the brand has no subscriptions. */
  readonly usable: readonly UsableSubscription[]
}

/**
 * Loads a basket with its tickets, items and stored value, all at one moment.
 * @param exchanged tickets that are exchanged in the sale of the basket
 * @returns undefined for an unknown id and for none
 */
export async function loadBasketContent(
  { db, brand }: Pick<BasketDeps, 'db' | 'brand'>,
  id: string | undefined,
  exchanged: readonly string[] = [],
): Promise<BasketContent | undefined> {
  if (id === undefined) return undefined
  const row = await db
    .selectFrom('basket')
    .selectAll()
    .select([
      lapsedNow,
      jsonArrayFrom(selectTickets(db, sql.ref('basket.id'))).as('tickets'),
      jsonArrayFrom(selectItems(db, sql.ref('basket.id'))).as('items'),
      selectTendersAsJson(sql.ref('basket.id'), sql.ref('basket.customer_id')).as('tenders'),
    ])
    // The database plans the statement each time: without this column in three quarters of the time.
    .$if(brand.flexSubscriptions === true, (query) =>
      query.select(selectUsableAsJson(sql.ref('basket.id'), sql.ref('basket.customer_id'), exchanged).as('usable')),
    )
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const { tickets, items, tenders, usable = [], ...basket } = row
  return {
    basket,
    tickets: tickets.map((ticket) => ({ ...ticket, added_at: new Date(ticket.added_at) })),
    items,
    tenders: toStoredTenders(tenders, basket.credit_seen),
    usable: parseUsable(usable),
  }
}

/**
 * Reads a basket for the API. A membership that its customer holds by now leaves it. A lapsed basket is returned as expired, even if its row is still open.
 * @param content of the basket, if the caller has loaded it
 */
export async function readBasket(deps: BasketDeps, id: string | undefined, content = loadBasketContent(deps, id)): Promise<Basket> {
  const loaded = await content
  return loaded ? formatBasket(deps, { ...loaded, isNew: false }, loaded) : emptyBasket(deps)
}

/** Formats a basket that was just loaded, for the API. @param content items and stored value of the basket, if the caller has loaded them */
export async function formatBasket(
  deps: BasketDeps,
  { basket, tickets: rows, isNew }: BasketWithTickets,
  content?: Pick<BasketContent, 'items' | 'tenders' | 'usable'>,
): Promise<Basket> {
  const isLive = basket.state === 'open' || basket.state === 'paying'
  const rowsOfItems = isLive && !isNew ? (content?.items ?? (await itemsOf(deps.db, basket.id))) : []
  const storedItems = basket.lapsedNow ? rowsOfItems.filter(({ kind }) => !holdsStock(kind)) : rowsOfItems
  // The hold has lapsed, and the basket stays open with its other items.
  const hasLostSeats = basket.lapsedNow && storedItems.some(outlivesDeadline)
  const isExpired = (basket.lapsedNow && !hasLostSeats) || basket.state === 'expired'
  const subscribed = await applySubscriptions(deps, basket, basket.lapsedNow || !isLive ? [] : rows, content?.usable)
  const { subscriptions } = subscribed
  const liveTickets = await withPriceRules(deps, subscribed.tickets)
  const loaded = liveTickets.length > 0 ? await loadEntitlement(deps.db, deps.brand.timeZone, entitlementSubjectOf(basket)) : undefined
  if (await removeHeldMemberships(deps, basket, storedItems, loaded?.held)) return readBasket(deps, basket.id)
  const lapsedSeats =
    isExpired || hasLostSeats
      ? basket.reservation_id !== null
        ? []
        : [...Map.groupBy(rows, (row) => row.performance_id)].map(([performance, tickets]) => ({
            performance,
            seats: tickets.map((row) => row.seat),
          }))
      : basket.lapsed
  const { brand } = deps
  const packages = await readPackages(deps.db, liveTickets)
  const wholePackages = new Set(packages.packages?.map(({ id: whole }) => whole))
  const offers = isLive ? await loadAppliedOffers(deps, basket, liveTickets, loaded) : noOffers
  const itemRows = currentItems(deps, basket, liveTickets, offers, isExpired ? [] : storedItems)
  const shownItems = readItems(brand, itemRows, liveTickets.length)
  const protection = refundProtectionPrice(brand, liveTickets.length)
  const amounts = await readMoney(deps, { basket, tickets: liveTickets, isNew }, offers, itemRows, content?.tenders)
  return {
    state: isExpired ? 'expired' : basket.state,
    version: basket.version,
    tickets: await Promise.all(
      liveTickets.map((row) => readTicket(deps, row, loaded ?? anonymousVisitor, { packages: wholePackages, offers })),
    ),
    ...packages,
    ...(subscriptions && { subscriptions }),
    items: shownItems,
    refundProtection: protection ? { amount: protection } : null,
    topUps: isEmpty({ tickets: liveTickets, items: shownItems }) ? [] : await readTopUps(deps, deps, basket, liveTickets, offers, itemRows),
    giftAid: await readGiftAid(deps, basket, shownItems),
    delivery: basket.delivery,
    deliveryOptions: brand.delivery,
    billing: basket.billing,
    notes: basket.notes,
    termsAccepted: basket.terms_at !== null,
    renewalOffers: await readRenewalOffers(deps, basket, itemRows, amounts.totals.leftToPay),
    ...amounts,
    deadline: hasClock({ tickets: liveTickets, items: shownItems }) ? (basket.deadline?.toISOString() ?? null) : null,
    extensionsLeft: Math.max(0, brand.limits.maxExtensions - basket.extensions),
    ticketsLeft: ticketsLeftOf(brand.limits, liveTickets.map(toCountedTicket)),
    lapsed: await Promise.all(lapsedSeats.map((lapsedSet) => readLapsed(deps, lapsedSet))),
    heldMemberships: basket.held_memberships,
    lapsedItems: [
      ...basket.lapsed_items,
      ...(basket.lapsedNow ? rowsOfItems.filter(({ kind }) => holdsStock(kind)).flatMap(lapsedItemOf) : []),
    ],
    addsTo: isLive && !isExpired ? await readAddsTo(deps, basket) : null,
    lastPayment: basket.last_payment,
  }
}

/** The top-ups that a basket may add. */
async function readTopUps({ catalogue }: Pick<BasketDeps, 'catalogue'>, ...parts: PricedParts): Promise<Basket['topUps']> {
  const [{ brand }, , tickets, , items] = parts
  if (!brand.topUps) return []
  const today = calendarDay(new Date(await catalogue.now()).toISOString(), brand.timeZone)
  return offeredTopUps(brand, { items, tickets: tickets.length, rest: restOf(...parts) }, today)
}

/** Totals, and the parts that vouchers and credit pay. */
async function readMoney(
  deps: BasketDeps,
  { basket, tickets, isNew }: BasketWithTickets & { readonly tickets: readonly PricedTicket[] },
  offers: AppliedOffers,
  items: readonly ItemRow[],
  loadedTenders?: StoredTenders,
): Promise<Pick<Basket, 'quote' | 'totals' | 'giftVouchers' | 'credit' | 'promo' | 'offers'>> {
  const { vatBasisPoints } = deps.brand
  const lines = linesOf(deps, basket, tickets, offers, items)
  const totals = totalsOf(lines, zero, vatBasisPoints, offers.discounts)
  if (isEmpty({ tickets, items })) return { totals, giftVouchers: [], credit: null, ...readOffers(offers) }
  // An unknown visitor has no credit, and a new basket no voucher.
  const tenders = isNew && basket.customer_id === null ? noStoredTenders : (loadedTenders ?? (await loadStoredTenders(deps.db, basket)))
  const allocations = allocateStoredTenders(storedValueLimit(lines), tenders)
  const sumTakenFrom = (accounts: readonly { id: string }[]) =>
    sumOfAllocations(allocations.filter(({ account }) => accounts.some(({ id }) => id === account)))
  const balance = availableBalance(tenders.credit)
  return {
    quote: quoteOf(deps.brand, lines),
    totals: totalsOf(lines, sumOfAllocations(allocations), vatBasisPoints, offers.discounts),
    giftVouchers: tenders.vouchers.map((voucher) => {
      const appliedAmount = sumTakenFrom([voucher])
      return { code: maskVoucher(voucher.hint ?? ''), applied: appliedAmount, remaining: subtract(voucher.available, appliedAmount) }
    }),
    credit: balance > 0 || tenders.isCreditApplied ? { applied: sumTakenFrom(tenders.credit), balance } : null,
    ...readOffers(offers),
  }
}

async function readTicket(
  { catalogue }: BasketDeps,
  row: PricedTicket,
  entitlement: Entitlement,
  { packages, offers }: { readonly packages: ReadonlySet<string>; readonly offers: AppliedOffers },
): Promise<BasketTicket> {
  const performanceDetails = (await catalogue.performanceDetails(row.performance_id))!
  const [hall, priceTable] = await Promise.all([
    catalogue.hall(performanceDetails.hall, row.plan_version ?? performanceDetails.planVersion),
    catalogue.priceTable(performanceDetails.priceList),
  ])
  const { plan } = hall!
  const types = priceTypesFor(priceTable, eligibilityOf(entitlement, performanceDetails, await catalogue.now()).buys)
  const levy = levyOf(row, offers)
  const isInPackage = row.series !== null && packages.has(row.series)
  return {
    id: row.id,
    ...performanceOfTicket(performanceDetails, plan),
    seat: plan.idOf(row.seat),
    ...placeName(plan, row.seat),
    note: plan.noteOf(row.seat) ?? null,
    band: row.band,
    priceType: row.price_type,
    priceTypeName: priceTable.list.priceTypes.find((type) => type.id === row.price_type)?.name ?? row.price_type,
    ...(row.proofAtDoor && { proofAtDoor: row.proofAtDoor }),
    ...(levy && { levy }),
    ...(row.payWhatYouCan && !isInPackage && !row.voucher && { payWhatYouCan: row.payWhatYouCan }),
    price: money(row.price),
    fee: money(row.fee),
    choices: (isInPackage ? [] : types).flatMap((type) => {
      const price = priceOf(priceTable.list, row.band, type.id)
      return price ? [{ priceType: type.id, name: type.name, price: price.price }] : []
    }),
    ...(row.series !== null && { series: row.series }),
    ...(row.voucher && { voucher: { ...row.voucher, price: money(row.voucher.price) } }),
  }
}

async function readLapsed(
  { catalogue }: BasketDeps,
  { performance, seats }: { performance: string; seats: number[] },
): Promise<Basket['lapsed'][number]> {
  const performanceDetails = (await catalogue.performanceDetails(performance))!
  const hall = await catalogue.hall(performanceDetails.hall, performanceDetails.planVersion)
  return {
    instance: performanceDetails.id,
    event: performanceDetails.address,
    ...titleOf(performanceDetails.production),
    // Another plan may have fewer seats.
    seats: seats.flatMap((seat) => (seat < hall!.plan.seatCount ? [hall!.plan.idOf(seat)] : [])),
  }
}

/** Reads the summary for the page header, without the catalogue. @param content of the basket, if the caller has loaded it */
export async function readBasketSummary(
  deps: BasketDeps,
  id: string | undefined,
  content = loadBasketContent(deps, id),
): Promise<BasketSummary> {
  const loaded = await content
  if (!loaded) return { state: 'open', count: 0, items: 0, total: zero, deadline: null }
  const { basket } = loaded
  const isLive = basket.state === 'open' || basket.state === 'paying'
  const subscribed = await applySubscriptions(deps, basket, basket.lapsedNow || !isLive ? [] : loaded.tickets, loaded.usable)
  const tickets = await withPriceRules(deps, subscribed.tickets)
  const storedItems = isLive ? loaded.items : []
  const rows = basket.lapsedNow ? storedItems.filter(({ kind }) => !holdsStock(kind)) : storedItems
  if (await removeHeldMemberships(deps, basket, rows)) return readBasketSummary(deps, id)
  const offers = tickets.length > 0 ? await loadAppliedOffers(deps, basket, tickets) : noOffers
  const items = readItems(deps.brand, currentItems(deps, basket, tickets, offers, rows), tickets.length)
  return {
    state: basket.lapsedNow && isEmpty({ tickets, items }) ? 'expired' : basket.state,
    count: tickets.length,
    items: items.reduce((sum, { quantity }) => sum + quantity, 0),
    total: add(...linesOf(deps, basket, tickets, offers, rows).map((line) => line.amount)),
    deadline: hasClock({ tickets, items }) ? (basket.deadline?.toISOString() ?? null) : null,
  }
}
