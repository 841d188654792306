import type { Event, InstanceSummary } from '@playhouse/api-client/contract'
import { hasAccountPage } from '@playhouse/domain/account'
import type { Brand } from '@playhouse/domain/brand'
import { formatMoney } from '@playhouse/domain/money'
import { readEvent, readInstance } from './catalogue.ts'
import type { House } from './house.ts'

/** What a page is about, for its head. Copy of the programme is in the house's own language. */
export type PageDescription = {
  readonly status: 200 | 404
  readonly title: string
  readonly text: string
  readonly kind: 'website' | 'article'
  /** schema.org objects. */
  readonly data: readonly object[]
}

/** Every path the shop answers, apart from events and performances, which must also exist. */
const pages = [
  /^\/$/,
  /^\/(authentication|basket|login|register|reset-password|tickets|your-tickets|shared-tickets|maintenance|maintenance-bypass|accessibility|terms|error|queue)$/,
  /^\/checkout(\/[a-z-]+)?$/,
  /^\/order\/(confirmed|failed|verify)$/,
  /^\/account(\/confirm-email|\/guest-orders|\/your-orders\/[\w-]+)?$/,
  /^\/smart(\/[a-zA-Z0-9-]+){0,4}$/,
]
const eventPath = /^\/events\/([a-z0-9-]+)$/
const instancePath =
  /^\/events\/([a-z0-9-]+)\/([a-z0-9-]+)(\/price-selection|\/register\/(first-choice|alternative-choices|dress-rehearsal)|\/syos(\/[^/]{1,240})?)?$/

export async function describePage(house: House, path: string): Promise<PageDescription> {
  const { brand } = house
  const plain: PageDescription = { status: 200, title: brand.name, text: brand.tagline, kind: 'website', data: [] }
  const missing: PageDescription = { ...plain, status: 404 }
  const eventId = eventPath.exec(path)?.[1]
  if (eventId) {
    const event = await readEvent(house, eventId)
    return event ? describeEvent(house, event) : missing
  }
  const [, ofEvent, instanceId] = instancePath.exec(path) ?? []
  if (instanceId) {
    const instance = await readInstance(house, instanceId)
    const event = instance && instance.event === ofEvent ? await readEvent(house, instance.event) : undefined
    return instance && event
      ? { ...describeEvent(house, { ...event, instances: [instance] }), title: `${event.title}, ${dayOf(instance)} – ${brand.name}` }
      : missing
  }
  if (path === '/') return { ...plain, title: `${brand.name} – ${brand.tagline}`, data: [theatre(house)] }
  return pages.some((page) => page.test(path)) || isAccountPage(brand, path) ? plain : missing
}

/** Whether it is a page of the account that this house has: of the shop's, or its own with or without a tab. */
function isAccountPage(brand: Brand, path: string): boolean {
  const [, account, page = '', view, tab, ...rest] = path.split('/')
  if (account !== 'account' || rest.length > 0) return false
  if (page !== 'custom') return view === undefined && hasAccountPage(brand, page)
  const found = brand.account.custom.find(({ id }) => id === view)
  return found !== undefined && (tab === undefined || found.tabs.some(({ id }) => id === tab))
}

const dayOf = ({ startsAt, timeZone }: Pick<InstanceSummary, 'startsAt' | 'timeZone'>): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone, day: 'numeric', month: 'long', year: 'numeric' }).format(new Date(startsAt))

function describeEvent(house: House, event: Event): PageDescription {
  const { brand, origin } = house
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
      location: theatre(house),
      organizer: { '@type': 'Organization', name: brand.legalName, url: origin },
      ...(instance.priceFrom === null
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
  book: 'InStock',
}

const theatre = ({ brand, origin }: House): object => ({
  '@context': 'https://schema.org',
  '@type': 'PerformingArtsTheater',
  name: brand.name,
  url: origin,
  address: brand.contact.address,
  telephone: brand.contact.phone,
})
