import type { Event, InstanceSummary } from '@playhouse/api-client/contract'
import { hasAccountPage } from '@playhouse/domain/account'
import { hasDonationPage } from '@playhouse/domain/donation-path'
import { giftClaimPath } from '@playhouse/domain/gift-page'
import { findMembershipByLink, hasMembershipPage } from '@playhouse/domain/membership-page'
import { hasFoodPage } from '@playhouse/domain/food-path'
import { hasListingsPage } from '@playhouse/domain/listings-path'
import { hasSeriesPage } from '@playhouse/domain/series-path'
import { hasFlexPage } from '@playhouse/domain/flex-path'
import type { PackageDefinition } from '@playhouse/domain/package'
import { hasPackagePage } from '@playhouse/domain/package-path'
import { isVisiblePackage } from '@playhouse/domain/package-view'
import { hasProductPage } from '@playhouse/domain/product-path'
import { formatMoney } from '@playhouse/domain/money'
import { voucherPathOf } from '@playhouse/domain/voucher-path'
import { isVisibleTo } from '@playhouse/domain/programme'
import { type MatchedPath, matchShopPath, type ParameterPath, type ShopPath } from '@playhouse/domain/shop-path'
import { readFlexDefinition } from '#modules/subscription'
import { readDefinitions } from '#modules/package'
import { readProduct } from '#modules/product'
import { readEvent, readInstance } from '../routes/catalogue.ts'
import { findVisibleProductions, type PerformanceDetails } from '#modules/catalogue'
import type { AppContext } from '../app-context.ts'
import type { PagePlan } from './map-preload.ts'
import { pageImage, type PageImage } from './social-card-route.ts'
import { calendarPath, calendarPathOf } from './calendar-feed.ts'
import { eventData, theatreData } from './structured-data.ts'

/** Metadata of a page, for its head. Texts of the programme are in the theatre's language. */
export type PageDescription = {
  readonly status: 200 | 404
  readonly title: string
  readonly text: string
  readonly kind: 'website' | 'article'
  /** The picture that is shown with a link to the page. */
  readonly image: PageImage
  /** The seat plan of the seat screen. */
  readonly plan?: PagePlan
  /** Path of the calendar of the performances that the page is about. */
  readonly calendar?: string
  /** schema.org objects. */
  readonly data: readonly object[]
}

export async function describePage(context: AppContext, path: string): Promise<PageDescription> {
  const { brand } = context
  const defaultDescription = defaultsOf(brand)
  const missing: PageDescription = { ...defaultDescription, status: 404 }
  const match = matchShopPath(path)
  const isMissing =
    hasDonationPage(brand, path) === false ||
    hasProductPage(brand, path) === false ||
    hasFoodPage(brand, path) === false ||
    hasSeriesPage(brand, path) === false ||
    hasListingsPage(brand, path) === false ||
    hasPackagePage(brand, path) === false ||
    hasFlexPage(brand, path) === false ||
    (path !== giftClaimPath && hasMembershipPage(brand, path) === false)
  if (!match || isMissing || voucherPathOf(brand, path) === null) return missing
  if (match.path === '/')
    return { ...defaultDescription, title: `${brand.name} – ${brand.tagline}`, calendar: calendarPath, data: [theatreData(context)] }
  if (!isParameterPath(match.path)) return defaultDescription
  const page = await pageOf[match.path](context, match.params)
  return page === true ? defaultDescription : page || missing
}

const defaultsOf = (brand: AppContext['brand']): PageDescription => ({
  status: 200,
  title: brand.name,
  text: brand.tagline,
  kind: 'website',
  image: pageImage(brand),
  data: [],
})

const isParameterPath = (path: ShopPath): path is ParameterPath => path in pageOf

/** The metadata of the page for these parameters: false if there is no page, true if it has only the shop's name. */
type FindPage = (context: AppContext, params: MatchedPath['params']) => Promise<PageDescription | boolean> | PageDescription | boolean

const findFixedPage: FindPage = () => true
const performance: FindPage = (context, params) => describePerformance(context, params['event'] ?? '', params['instance'] ?? '')

/** A package that every visitor may know of. */
async function publicPackage(context: AppContext, id: string): Promise<PackageDefinition | undefined> {
  const definitions = await readDefinitions(context.db)
  const definition = definitions.find((each) => each.package === id)
  return definition && isVisiblePackage(definition, definitions, await findVisibleProductions(context)) ? definition : undefined
}

const describePackage = (brand: AppContext['brand'], { name, summary }: PackageDefinition): PageDescription => ({
  ...defaultsOf(brand),
  title: `${name.text} – ${brand.name}`,
  text: summary.text,
})

const series: FindPage = async (context, { seriesId = '' }) => {
  const definition = await publicPackage(context, seriesId)
  return definition?.kind === 'series' && describePackage(context.brand, definition)
}

const findPackage: FindPage = async (context, { package: id = '' }) => {
  const definition = await publicPackage(context, id)
  return definition !== undefined && describePackage(context.brand, definition)
}

/** A performance of a package: one that every visitor may know of, of a production of the package. */
const findPackagePart: FindPage = async (context, params) => {
  const page = await findPackage(context, params)
  const details = page && (await publicPerformance(context.catalogue, params['instance'] ?? ''))
  if (!details) return false
  const definitions = await readDefinitions(context.db)
  const definition = definitions.find((each) => each.package === params['package'])!
  const inner = definition.groups.flatMap(({ packages }) => packages)
  const parts = [definition, ...definitions.filter((each) => inner.includes(each.package))].flatMap(({ groups }) =>
    groups.flatMap((group) => group.parts),
  )
  return parts.some(({ production }) => production === details.production.id) && page
}

const findFlex: FindPage = async ({ brand, db }, { flexId = '' }) => {
  const definition = await readFlexDefinition(db, flexId)
  return (
    definition !== undefined && { ...defaultsOf(brand), title: `${definition.name.text} – ${brand.name}`, text: definition.summary.text }
  )
}

const pageOf: Readonly<Record<ParameterPath, FindPage>> = {
  '/account/:page': ({ brand }, { page = '' }) => hasAccountPage(brand, page),
  '/account/custom/:customView/:tab?': ({ brand }, { customView, tab }) => {
    const view = brand.account.custom.find(({ id }) => id === customView)
    return view !== undefined && (tab === undefined || view.tabs.some(({ id }) => id === tab))
  },
  // The page itself checks whether the visitor may see the order.
  '/account/your-orders/:number': (_, { number = '' }) => /^[\w-]+$/.test(number),
  '/aux/:type': ({ brand }, { type }) => {
    const soldType = brand.productTypes?.find((each) => each.type === type)
    return soldType !== undefined && { ...defaultsOf(brand), title: `${soldType.name} – ${brand.name}` }
  },
  // A product, or the products for a performance. The page of an unknown one shows the others.
  '/aux/:type/:instance': async ({ brand, catalogue, db }, { type, instance = '' }) => {
    const product = await readProduct(db, instance)
    if (product?.type === type) return { ...defaultsOf(brand), title: `${product!.name} – ${brand.name}`, text: product!.summary }
    const soldType = brand.productTypes?.find((each) => each.type === type)
    const details = soldType && (await publicPerformance(catalogue, instance))
    return details !== undefined && { ...defaultsOf(brand), title: `${soldType!.name}, ${details.production.title} – ${brand.name}` }
  },
  '/contributions/donations/:fund': ({ brand }, { fund: id }) => {
    const fund = brand.giving.find(({ fund }) => fund === id)
    return fund !== undefined && { ...defaultsOf(brand), title: `${fund.name} – ${brand.name}`, text: fund.body }
  },
  '/contributions/memberships/:membership': ({ brand }, { membership = '' }) => {
    const level = findMembershipByLink(brand, membership)
    return level !== undefined && { ...defaultsOf(brand), title: `${level.name} – ${brand.name}`, text: level.summary ?? brand.tagline }
  },
  '/events/:event': async (context, params) => {
    const event = await readEvent(context, params['event'] ?? '')
    return event ? { ...(await describeEvent(context, event, event.instances)), calendar: calendarPathOf(event.id) } : false
  },
  '/events/:event/:instance': performance,
  '/events/:event/:instance/form': async (context, params) => {
    const instance = context.brand.features.forms && (await publicPerformance(context.catalogue, params['instance'] ?? ''))
    return Boolean(instance && instance.form) && performance(context, params)
  },
  '/events/:event/:instance/price-selection': performance,
  '/events/:event/:instance/priority-booking': performance,
  '/events/:event/:instance/register/alternative-choices': performance,
  '/events/:event/:instance/register/dress-rehearsal': performance,
  '/events/:event/:instance/register/first-choice': performance,
  '/events/:event/:instance/syos/:view?': async (context, params) => {
    const page = await describePerformance(context, params['event'] ?? '', params['instance'] ?? '')
    const instance = await publicPerformance(context.catalogue, params['instance'] ?? '')
    // Visitors of a waiting room see the seats later, if at all.
    return page && instance && !context.queue.of(instance.id)
      ? { ...page, plan: { id: instance.id, hall: instance.hall, planVersion: instance.planVersion } }
      : page
  },
  '/flex-package-builder/:package': findPackage,
  '/package-builder/:package': findPackage,
  '/packages/:package': findPackage,
  '/packages/:package/:instance': findPackagePart,
  '/packages/:package/:instance/form': findPackagePart,
  '/packages/:package/:instance/price-selection': findPackagePart,
  '/packages/:package/:instance/register/alternative-choices': findPackagePart,
  '/packages/:package/:instance/register/dress-rehearsal': findPackagePart,
  '/packages/:package/:instance/register/first-choice': findPackagePart,
  '/packages/:package/:instance/syos/:view?': findPackagePart,
  '/super-package-builder/:package': findPackage,
  '/subscriptions/flex/:flexId': findFlex,
  // Titles of performances without a text for food: the page itself is in the visitor's language.
  '/food-and-drink/:event': async (context, { event = '' }) => {
    const described = await readEvent(context, event)
    return described !== undefined && { ...defaultsOf(context.brand), title: `${described.title} – ${context.brand.name}` }
  },
  '/food-and-drink/:event/:instance': async (context, { event = '', instance = '' }) => {
    const page = await describePerformance(context, event, instance)
    return page && { ...defaultsOf(context.brand), title: page.title }
  },
  // The same for every programme, known or not: the page itself asks for a sign-in.
  '/programmes/:programme': ({ brand }) => brand.features.programmes === true,
  '/order/direct-debits/:outcome': (_, { outcome = '' }) => ['verify', 'confirmed', 'failed'].includes(outcome),
  // The counter asks for a sign-in before it looks at any parameter.
  '/smart/add-to-cart/donations/:fund': findFixedPage,
  '/smart/add-to-cart/events/:event/:instance': findFixedPage,
  '/smart/add-to-cart/memberships/:level': findFixedPage,
  '/smart/add-to-cart/products/:product': findFixedPage,
  '/smart/audit/:instance': findFixedPage,
  '/smart/book/:instance': findFixedPage,
  '/smart/catalogue/:kind': findFixedPage,
  '/smart/catalogue/:kind/:id': findFixedPage,
  '/smart/catalogue/:kind/new': findFixedPage,
  '/smart/food/:instance': findFixedPage,
  '/smart/tables/:instance': findFixedPage,
  '/smart/groups/:number': findFixedPage,
  '/smart/halls/:hall': findFixedPage,
  '/smart/offers/:offer': findFixedPage,
  '/smart/orders/:number': findFixedPage,
  '/smart/prices/:list': findFixedPage,
  '/smart/prices/:list/bands': findFixedPage,
  '/smart/productions/:event': findFixedPage,
  '/smart/productions/:event/edit': findFixedPage,
  '/smart/productions/:event/image': findFixedPage,
  '/smart/productions/:event/on-sale': findFixedPage,
  '/smart/productions/:event/performances/:instance': findFixedPage,
  '/smart/productions/:event/performances/:instance/locks': findFixedPage,
  '/smart/productions/:event/performances/:instance/plan': findFixedPage,
  '/smart/productions/:event/run': findFixedPage,
  '/smart/productions/:event/translations': findFixedPage,
  '/smart/vouchers/:voucher': findFixedPage,
  '/subscriptions/fixed-series/:seriesId': series,
  '/subscriptions/fixed-series/:seriesId/choose-dates': series,
  '/subscriptions/fixed-series/:seriesId/choose-prices': series,
  '/subscriptions/fixed-series/:seriesId/syos/:view?': series,
}

/** A performance that every visitor may know of; undefined for an unknown or a hidden one. */
async function publicPerformance(catalogue: AppContext['catalogue'], id: string): Promise<PerformanceDetails | undefined> {
  const details = await catalogue.performanceDetails(id)
  return details && isVisibleTo([], details) ? details : undefined
}

async function describePerformance(context: AppContext, eventId: string, instanceId: string): Promise<PageDescription | false> {
  const instance = await readInstance(context, instanceId)
  const event = instance && instance.event === eventId ? await readEvent(context, instance.event) : undefined
  return instance && event
    ? {
        ...(await describeEvent(context, event, [instance])),
        title: `${event.title}, ${dayOf(instance)} – ${context.brand.name}`,
      }
    : false
}

const dayOf = ({ startsAt, timeZone }: Pick<InstanceSummary, 'startsAt' | 'timeZone'>): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone, day: 'numeric', month: 'long', year: 'numeric' }).format(new Date(startsAt))

/** @param instances the performances that the page is about */
async function describeEvent(context: AppContext, event: Event, instances: Event['instances']): Promise<PageDescription> {
  const { brand, origin, catalogue } = context
  const from = event.priceFrom === null ? '' : ` From ${formatMoney(event.priceFrom, brand.currency, brand.defaultLocale)}.`
  const image = pageImage(brand, event)
  const onSaleFrom = new Map((await catalogue.performances()).map(({ id, generalSaleAt }) => [id, generalSaleAt]))
  return {
    status: 200,
    title: `${event.title} – ${brand.name}`,
    text: `${event.tagline} ${event.credit}.${from}`.trim(),
    kind: 'article',
    image,
    data: eventData(context, { ...event, instances }, origin + image.path, onSaleFrom),
  }
}
