import type { FastifyInstance } from 'fastify'
import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import type { Locale } from '@playhouse/domain/brand'
import { problem } from '@playhouse/domain/problem'
import { textsIn } from '@playhouse/domain/production-texts'
import { isVisibleTo } from '@playhouse/domain/programme'
import { languageTag } from '@playhouse/shop-ui/i18n/locale'
import type { PerformanceDetails } from '#modules/catalogue'
import type { AppContext } from '../app-context.ts'
import { findPublicProduction, redirectTo } from './moved-pages.ts'
import { sendCacheable } from './crawlers.ts'
import { sendProblem } from './problems.ts'

/** Path of the calendar of all performances. */
export const calendarPath = '/calendar.ics'
/** Path of the calendar of a production. */
export const calendarPathOf = (production: string): string => `/events/${production}/calendar.ics`

const hourMs = 3_600_000
/** How long calendar programs wait before they read a calendar again. */
const refreshHours = 6

/**
 * Serves the performances that every visitor may know of as iCalendar (RFC 5545), for calendar programs to subscribe to: all of them, or
 * those of a production. `?lang=de` gives the titles in a locale of the brand. A performance that is cancelled stays as cancelled.
 */
export function serveCalendars(app: FastifyInstance, context: AppContext): void {
  const calendarOf = createCalendars(context)
  app.get<{ Querystring: { lang?: string } }>(calendarPath, { schema: { hide: true } }, async (request, reply) =>
    sendCacheable(request, reply, 'text/calendar; charset=utf-8', (await calendarOf(request.query.lang))!),
  )
  app.get<{ Querystring: { lang?: string }; Params: { event: string } }>(
    calendarPathOf(':event'),
    { schema: { hide: true } },
    async (request, reply) => {
      const production = await findPublicProduction(context, request.params.event)
      const moved = production && production.address !== request.params.event
      if (moved) return redirectTo(reply, calendarPathOf(production.address) + new URL(request.url, context.origin).search)
      const calendar = production && (await calendarOf(request.query.lang, production.production.id))
      return calendar === undefined
        ? sendProblem(request, reply, problem('page-not-found'))
        : sendCacheable(request, reply, 'text/calendar; charset=utf-8', calendar)
    },
  )
}

/** Returns a function that writes a calendar; undefined for a production without a performance to come. */
function createCalendars(context: AppContext): (lang: unknown, production?: string) => Promise<string | undefined> {
  const { brand, catalogue } = context
  /** Calendars by programme and hour: writing one takes long for thousands of performances. */
  const written = new WeakMap<readonly PerformanceDetails[], Map<string, Promise<string | undefined>>>()
  return async (lang, production) => {
    const locale = brand.locales.find((each) => each === lang) ?? brand.defaultLocale
    const programme = await catalogue.performances()
    const now = await catalogue.now()
    const hour = Math.floor(now / hourMs) * hourMs
    const calendars = written.get(programme) ?? new Map<string, Promise<string | undefined>>()
    written.set(programme, calendars)
    const performances = programme.filter(
      (each) => each.startsAt > hour && isVisibleTo([], each) && (production === undefined || each.production.id === production),
    )
    // An unknown production takes no place in memory.
    if (production !== undefined && performances.length === 0) return undefined
    const key = `${hour} ${locale} ${production ?? ''}`
    const calendar = calendars.get(key) ?? writeCalendar(context, performances, locale, hour, production)
    calendars.set(key, calendar)
    return calendar
  }
}

/** @param stamp the instant of the calendar: the same performances give the same file for an hour */
async function writeCalendar(
  { brand, origin, catalogue }: AppContext,
  performances: readonly PerformanceDetails[],
  locale: Locale,
  stamp: number,
  production: string | undefined,
): Promise<string> {
  const titleOf = (each: PerformanceDetails): string => textsIn(each.production, locale).title
  const calendar = ical({
    name: production === undefined ? brand.name : `${titleOf(performances[0]!)}, ${brand.name}`,
    method: ICalCalendarMethod.PUBLISH,
    prodId: { company: 'Playhouse', product: brand.name, language: languageTag(locale).toUpperCase() },
    ttl: refreshHours * 3_600,
    url: origin,
  })
  for (const each of performances) {
    const hall = await catalogue.hall(each.hall, each.planVersion)
    const place = [brand.name, ...(hall ? [hall.plan.name] : []), brand.contact.address]
    calendar.createEvent({
      id: `${each.id}@${brand.id}.playhouse`,
      start: new Date(each.startsAt),
      end: new Date(each.startsAt + each.production.runningTime * 60_000),
      stamp: new Date(stamp),
      summary: titleOf(each),
      location: place.join(', '),
      url: `${origin}/events/${each.address}/${each.id}`,
      ...(each.sale === 'cancelled' && { status: ICalEventStatus.CANCELLED }),
    })
  }
  return calendar.toString()
}
