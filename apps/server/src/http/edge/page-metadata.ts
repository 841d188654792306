import type { Event, InstanceSummary } from '@playhouse/api-client/contract'
import { hasAccountPage } from '@playhouse/domain/account'
import { formatMoney } from '@playhouse/domain/money'
import { type MatchedPath, matchShopPath, type ParameterPath, type ShopPath } from '@playhouse/domain/shop-path'
import { readEvent, readInstance } from '../routes/catalogue.ts'
import type { AppContext } from '../app-context.ts'

/** Metadata of a page, for its head. Texts of the programme are in the theatre's language. */
export type PageDescription = {
  readonly status: 200 | 404
  readonly title: string
  readonly text: string
  readonly kind: 'website' | 'article'
  /** schema.org objects. */
  readonly data: readonly object[]
}

export async function describePage(context: AppContext, path: string): Promise<PageDescription> {
  const { brand } = context
  const defaultDescription: PageDescription = { status: 200, title: brand.name, text: brand.tagline, kind: 'website', data: [] }
  const missing: PageDescription = { ...defaultDescription, status: 404 }
  const match = matchShopPath(path)
  if (!match) return missing
  if (match.path === '/') return { ...defaultDescription, title: `${brand.name} – ${brand.tagline}`, data: [theatre(context)] }
  if (!isParameterPath(match.path)) return defaultDescription
  const found = await pageOf[match.path](context, match.params)
  return found === true ? defaultDescription : found || missing
}

const isParameterPath = (path: ShopPath): path is ParameterPath => path in pageOf

/** The metadata of the page for these parameters: false if there is no page, true if it has only the shop's name. */
type FindPage = (context: AppContext, params: MatchedPath['params']) => Promise<PageDescription | boolean> | boolean

const always: FindPage = () => true
const performance: FindPage = (context, params) => describePerformance(context, params['event'] ?? '', params['instance'] ?? '')

const pageOf: Readonly<Record<ParameterPath, FindPage>> = {
  '/account/:page': ({ brand }, { page = '' }) => hasAccountPage(brand, page),
  '/account/custom/:customView/:tab?': ({ brand }, { customView, tab }) => {
    const view = brand.account.custom.find(({ id }) => id === customView)
    return view !== undefined && (tab === undefined || view.tabs.some(({ id }) => id === tab))
  },
  // The page itself checks whether the visitor may see the order.
  '/account/your-orders/:number': (_, { number = '' }) => /^[\w-]+$/.test(number),
  '/events/:event': async (context, params) => {
    const event = await readEvent(context, params['event'] ?? '')
    return event ? describeEvent(context, event) : false
  },
  '/events/:event/:instance': performance,
  '/events/:event/:instance/price-selection': performance,
  '/events/:event/:instance/register/alternative-choices': performance,
  '/events/:event/:instance/register/dress-rehearsal': performance,
  '/events/:event/:instance/register/first-choice': performance,
  '/events/:event/:instance/syos/:view?': performance,
  '/order/direct-debits/:outcome': (_, { outcome = '' }) => ['verify', 'confirmed', 'failed'].includes(outcome),
  // The counter asks for a sign-in before it looks at any parameter.
  '/smart/add-to-cart/donations/:fund': always,
  '/smart/add-to-cart/events/:event/:instance': always,
  '/smart/add-to-cart/memberships/:level': always,
  '/smart/audit/:instance': always,
  '/smart/book/:instance': always,
  '/smart/orders/:number': always,
}

async function describePerformance(context: AppContext, eventId: string, instanceId: string): Promise<PageDescription | false> {
  const instance = await readInstance(context, instanceId)
  const event = instance && instance.event === eventId ? await readEvent(context, instance.event) : undefined
  return instance && event
    ? {
        ...describeEvent(context, { ...event, instances: [instance] }),
        title: `${event.title}, ${dayOf(instance)} – ${context.brand.name}`,
      }
    : false
}

const dayOf = ({ startsAt, timeZone }: Pick<InstanceSummary, 'startsAt' | 'timeZone'>): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone, day: 'numeric', month: 'long', year: 'numeric' }).format(new Date(startsAt))

function describeEvent(context: AppContext, event: Event): PageDescription {
  const { brand, origin } = context
  const from = event.priceFrom === null ? '' : ` From ${formatMoney(event.priceFrom, brand.currency, brand.defaultLocale)}.`
  return {
    status: 200,
    title: `${event.title} – ${brand.name}`,
    text: `${event.tagline} ${event.credit}.${from}`.trim(),
    kind: 'article',
    data: event.instances.map((instance) => ({
      '@context': 'https://schema.org',
      '@type': 'TheaterEvent',
      name: event.title,
      description: event.tagline,
      startDate: instance.startsAt,
      endDate: new Date(Date.parse(instance.startsAt) + event.runningTime * 60_000).toISOString(),
      eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
      eventStatus: `https://schema.org/${instance.availability === 'cancelled' ? 'EventCancelled' : 'EventScheduled'}`,
      inLanguage: event.copyLanguage,
      location: theatre(context),
      organizer: { '@type': 'Organization', name: brand.legalName, url: origin },
      // Another seller's performances are offered by that seller: this page sells none of their tickets.
      ...(instance.priceFrom === null || instance.availability === 'book'
        ? {}
        : {
            offers: {
              '@type': 'Offer',
              url: `${origin}/events/${instance.event}/${instance.id}`,
              price: (instance.priceFrom / 100).toFixed(2),
              priceCurrency: brand.currency,
              availability: `https://schema.org/${offerState[instance.availability] ?? 'SoldOut'}`,
            },
          }),
    })),
  }
}

const offerState: Partial<Record<InstanceSummary['availability'], string>> = {
  'get-tickets': 'InStock',
  limited: 'LimitedAvailability',
  priority: 'PreOrder',
}

const theatre = ({ brand, origin }: AppContext): object => ({
  '@context': 'https://schema.org',
  '@type': 'PerformingArtsTheater',
  name: brand.name,
  url: origin,
  address: brand.contact.address,
  telephone: brand.contact.phone,
})
