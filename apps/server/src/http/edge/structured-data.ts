import type { Event, InstanceSummary } from '@playhouse/api-client/contract'
import type { Brand } from '@playhouse/domain/brand'
import type { AppContext } from '../app-context.ts'

type Site = Pick<AppContext, 'brand' | 'origin'>

/**
 * Describes the performances of a production for search engines, as schema.org `TheaterEvent`s.
 * @param image absolute URL of a picture of the production
 * @param onSaleFrom when the general sale of a performance begins, by id, in epoch milliseconds
 */
export const eventData = (site: Site, event: Event, image: string, onSaleFrom: ReadonlyMap<string, number>): object[] =>
  event.instances.map((instance) => ({
    '@context': 'https://schema.org',
    '@type': 'TheaterEvent',
    name: event.title,
    description: event.tagline,
    url: pageOf(site, instance),
    image: [image],
    startDate: instance.startsAt,
    endDate: new Date(Date.parse(instance.startsAt) + event.runningTime * 60_000).toISOString(),
    duration: `PT${event.runningTime}M`,
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    eventStatus: `https://schema.org/${instance.availability === 'cancelled' ? 'EventCancelled' : 'EventScheduled'}`,
    inLanguage: event.copyLanguage,
    ...(event.ageGuidance > 0 && { typicalAgeRange: `${event.ageGuidance}-` }),
    ...(event.performers && {
      performer: event.performers.map(({ kind, name }) => ({ '@type': kind === 'person' ? 'Person' : 'PerformingGroup', name })),
    }),
    location: placeOf(site),
    organizer: { '@type': 'Organization', name: site.brand.legalName, url: site.origin },
    ...offersOf(site, instance, onSaleFrom.get(instance.id)),
  }))

/** Where performances are: a page may have dozens, so the box office is described on the home page alone. */
const placeOf = ({ brand, origin }: Site) => ({
  '@type': 'PerformingArtsTheater',
  name: brand.name,
  url: origin,
  address: brand.contact.address,
})

/** The theatre, with its box office. */
export const theatreData = (site: Site): object => {
  const { brand, origin } = site
  return {
    '@context': 'https://schema.org',
    ...placeOf(site),
    logo: `${origin}/brand/icon/512.png`,
    telephone: brand.contact.phone,
    email: brand.contact.email,
    ...(brand.boxOfficeHours && { openingHoursSpecification: hoursOf(brand.boxOfficeHours) }),
  }
}

const pageOf = ({ origin }: Site, { event, id }: InstanceSummary): string => `${origin}/events/${event}/${id}`

/** Performances of another seller are offered by that seller: this shop sells none of their tickets. */
function offersOf(site: Site, instance: InstanceSummary, from: number | undefined): object {
  if (instance.priceFrom === null || instance.availability === 'book') return {}
  return {
    offers: {
      '@type': 'Offer',
      url: pageOf(site, instance),
      price: (instance.priceFrom / 100).toFixed(2),
      priceCurrency: site.brand.currency,
      availability: `https://schema.org/${offerStates[instance.availability] ?? 'SoldOut'}`,
      ...(from !== undefined && { validFrom: new Date(from).toISOString() }),
    },
  }
}

const offerStates: Partial<Record<InstanceSummary['availability'], string>> = {
  'get-tickets': 'InStock',
  limited: 'LimitedAvailability',
  priority: 'PreOrder',
}

const hoursOf = (hours: NonNullable<Brand['boxOfficeHours']>): object[] =>
  hours.map(({ days, opens, closes }) => ({
    '@type': 'OpeningHoursSpecification',
    dayOfWeek: days.map((day) => `https://schema.org/${day}`),
    opens,
    closes,
  }))
