import { z } from 'zod'
import { locales } from '../brand/locale.ts'
import { translatedTextSchema } from '../format/translated-text.ts'
import { idSchema, slugSchema } from '../id.ts'
import { instantSchema, plainDateTimeSchema } from '../time/time.ts'
import { wholeRanges } from './planning-limits.ts'

export const accessTags = ['captioned', 'audio-described', 'bsl', 'relaxed'] as const
export type AccessTag = (typeof accessTags)[number]

/** Rich text as a structured document: rendered as elements, never as HTML. */
export const documentSchema = z.array(
  z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('paragraph'), text: z.string() }),
    z.strictObject({ kind: z.literal('heading'), text: z.string() }),
    z.strictObject({ kind: z.literal('list'), items: z.array(z.string()) }),
  ]),
)
export type RichText = z.infer<typeof documentSchema>

/** What the theatre says about seats of a production: a text for whole areas, or for rows of them by their labels. */
export const seatInfoSchema = z.strictObject({
  rows: z.array(z.strictObject({ area: z.string(), labels: z.array(z.string()).min(1).optional() })).min(1),
  text: translatedTextSchema,
})
export type SeatInfo = z.infer<typeof seatInfoSchema>

/** The texts of a production in one language. A text that is absent is not translated. */
export const productionTextsSchema = z
  .strictObject({
    title: z.string().min(1),
    credit: z.string(),
    tagline: z.string(),
    synopsis: documentSchema,
    warnings: z.array(z.string()),
    streaming: z.string(),
  })
  .partial()
/** The texts of a production in one language. */
export type ProductionTexts = z.infer<typeof productionTextsSchema>

const percent = z.int().min(wholeRanges.focalPoint.least).max(wholeRanges.focalPoint.most)

/** The image of a production: a stored upload, what of it stays visible where it is cropped, and what it shows in words. */
export const productionImageSchema = z.strictObject({
  id: z.string().regex(/^[0-9a-f]{32}$/),
  /** Pixels. */
  width: z.int().positive(),
  height: z.int().positive(),
  /** Per cent from the left and from the top. */
  focus: z.strictObject({ x: percent, y: percent }),
  alt: translatedTextSchema,
})
/** The image of a production. */
export type ProductionImage = z.infer<typeof productionImageSchema>

/** The most pictures of a production. */
export const mostPictures = 24

/** A production, as the theatre describes it. Copy is in the theatre's own language (`copyLanguage`). */
export const productionSchema = z.strictObject({
  id: slugSchema,
  title: z.string().min(1),
  /** By whom: "William Shakespeare, directed by …". */
  credit: z.string(),
  /** The people and companies on stage whom the credit names, for search engines. */
  performers: z.array(z.strictObject({ kind: z.enum(['person', 'group']), name: z.string().min(1) })).optional(),
  tagline: z.string(),
  synopsis: documentSchema,
  /** Minutes, intervals included. */
  runningTime: z.int().positive(),
  intervals: z.int().nonnegative(),
  ageGuidance: z.int().nonnegative(),
  warnings: z.array(z.string()),
  /** Present where a performance is also streamed. */
  streaming: z.string().optional(),
  /** Shown with the seats of these rows, in addition to the notes of the plan. */
  seatInfo: z.array(seatInfoSchema).min(1).optional(),
  venue: z.string(),
  copyLanguage: z.string(),
  /** Its texts in other languages: see `textsIn`. */
  translations: z.partialRecord(z.enum(locales), productionTextsSchema).optional(),
  /** Shown in place of the generated poster. */
  image: productionImageSchema.optional(),
  /** Further pictures, such as photographs of rehearsals, in order. */
  gallery: z.array(productionImageSchema).max(mostPictures).optional(),
  /** Colours and motif of the generated poster (see `ticketing/Poster`): hue in degrees, motif a drawing's name. */
  poster: z.strictObject({
    hue: z.int().min(wholeRanges.posterHue.least).max(wholeRanges.posterHue.most),
    motif: z.enum(['arcs', 'waves', 'grid', 'sun', 'steps', 'rays', 'thread', 'blocks']),
  }),
})
export type Production = z.infer<typeof productionSchema>

/** The theatre's decision about a performance. Facts that depend on the clock and the seats are derived. */
export const saleStates = ['on-sale', 'not-on-sale', 'cancelled', 'book-elsewhere'] as const

/** Before general sale some may book: members of these from then on. Later periods let in more people, never fewer. */
export const priorityPeriodSchema = z.strictObject({ from: plainDateTimeSchema, memberships: z.array(slugSchema).min(1) })

/**
 * The visitors for whom seats are kept: holders of an access ID, members of these levels, those who opened a programme, only the box
 * office, or the customers who had the seats in the last season. The last ends at an instant: from then on the seats are kept from no
 * visitor.
 */
export const audienceSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('access') }),
  z.strictObject({ kind: z.literal('members'), memberships: z.array(slugSchema).min(1) }),
  z.strictObject({ kind: z.literal('programme'), programmes: z.array(slugSchema).min(1) }),
  z.strictObject({ kind: z.literal('staff') }),
  z.strictObject({ kind: z.literal('holders'), customers: z.array(idSchema).min(1), until: instantSchema }),
])
export type Audience = z.infer<typeof audienceSchema>
/** Seats hidden from all others, as `[first seat, seats]` over the plan's seats. */
export const keptSeatsSchema = z.strictObject({
  /** Any of these. */
  for: z.array(audienceSchema).min(1),
  seats: z.array(z.tuple([z.int().nonnegative(), z.int().positive()])).min(1),
})
export type KeptSeats = z.infer<typeof keptSeatsSchema>

export const performanceSchema = z.strictObject({
  id: slugSchema,
  production: slugSchema,
  hall: z.string(),
  priceList: z.string(),
  /** Wall clock at the theatre: stays 19:30 when the clocks change. */
  startsAt: plainDateTimeSchema,
  timeZone: z.string(),
  sale: z.enum(saleStates),
  /** Before this wall-clock time only those whom `priority` names may book, and holders of a promo code that opens it. */
  generalSaleAt: plainDateTimeSchema,
  priority: z.array(priorityPeriodSchema).optional(),
  /** People wait in turn for its seats: `rate` of them are let in each minute, from `opensAt` on, by default general sale. */
  waitingRoom: z
    .strictObject({
      rate: z.int().positive(),
      gathersAt: plainDateTimeSchema.optional(),
      opensAt: plainDateTimeSchema.optional(),
      /** One line for all performances of the production. */
      isOfProduction: z.boolean().optional(),
      /** Minutes for which a called visitor may go in. */
      patience: z.int().min(1).max(60).optional(),
    })
    .optional(),
  kept: z.array(keptSeatsSchema).optional(),
  /** Hidden: it exists only for visitors who opened this programme with its access code. It has no waiting room. */
  programme: slugSchema.optional(),
  /** Only members of one of these levels may book it. Others see it, and that it is for members. */
  members: z.array(slugSchema).min(1).optional(),
  /** Maximum number of tickets per customer, including earlier purchases. */
  perCustomer: z.int().positive().optional(),
  accessTags: z.array(z.enum(accessTags)),
  /** Seats that are sold when the season is seeded: a share (0 to 1) and a seed that makes them reproducible. */
  soldShare: z.number().min(0).max(1),
})
export type Performance = z.infer<typeof performanceSchema>

/** Labels of the availability of events and performances. */
export const availabilityLabels = ['get-tickets', 'not-on-sale', 'sold-out', 'cancelled', 'passed', 'priority', 'book', 'limited'] as const
export type AvailabilityLabel = (typeof availabilityLabels)[number]

/** The number of each label in the specification (section 4), by which other programs know it. */
export const availabilityCodes = {
  'get-tickets': 1,
  'not-on-sale': 2,
  'sold-out': 3,
  cancelled: 4,
  passed: 5,
  priority: 6,
  book: 7,
  limited: 8,
} as const satisfies Record<AvailabilityLabel, number>

/** Free seats at or under this share of the hall count as limited availability. */
export const limitedShare = 0.1

/** The facts that decide whether a performance can be booked, apart from the seats. Times in epoch milliseconds. */
export type Sale = {
  readonly sale: (typeof saleStates)[number]
  readonly startsAt: number
  readonly generalSaleAt: number
  /** End of general sale on the web; absent where it ends with the start. */
  readonly closesAt?: number | undefined
  /** Maximum number of tickets per customer in general sale; absent where it has none other than the performance. */
  readonly generalLimit?: number | undefined
  /** Periods in which members of these levels may book too. `until`: absent where it ends with the start. */
  readonly priority: readonly PriorityPeriod[]
  /** The periods in which the counter sells it; absent where it always does. */
  readonly counterPeriods?: readonly { readonly from: number; readonly until: number }[] | undefined
  /** The programme that opens it; it is hidden from others. */
  readonly programme?: string | undefined
  /** The memberships that it is for; absent where it is for everyone. */
  readonly members?: readonly string[] | undefined
}

/** A period in which members of some levels may book. Times in epoch milliseconds. `limit`: tickets per customer. */
export type PriorityPeriod = {
  readonly from: number
  readonly until?: number | undefined
  readonly memberships: readonly string[]
  readonly limit?: number | undefined
}

/** Whether a period is open: it has begun and is not over. */
export const isCurrent = ({ from, until }: Pick<PriorityPeriod, 'from' | 'until'>, now: number): boolean =>
  from <= now && (until === undefined || now < until)

/** Whether everyone may book on the web, as far as the dates of the sale go. */
export const isGeneralSale = ({ generalSaleAt, closesAt }: Pick<Sale, 'generalSaleAt' | 'closesAt'>, now: number): boolean =>
  isCurrent({ from: generalSaleAt, until: closesAt }, now)

/** The label of one performance; derived, never stored. `isLetIn`: this visitor may book outside of general sale. */
export function availabilityOf(
  instance: Sale & { readonly seatsLeft: number; readonly seats: number },
  now: number,
  isLetIn = false,
): AvailabilityLabel {
  if (instance.sale === 'cancelled') return 'cancelled'
  if (instance.startsAt <= now) return 'passed'
  if (instance.sale === 'not-on-sale') return 'not-on-sale'
  if (instance.sale === 'book-elsewhere') return 'book'
  if (!isGeneralSale(instance, now) && !isLetIn)
    return now < instance.generalSaleAt && instance.priority.some((period) => isCurrent(period, now)) ? 'priority' : 'not-on-sale'
  if (instance.seatsLeft <= 0) return 'sold-out'
  return instance.seatsLeft <= instance.seats * limitedShare ? 'limited' : 'get-tickets'
}

/** The label and its number in the schema of a reply. */
export const availabilityFields = {
  availability: z.enum(availabilityLabels),
  /** The number of the label, for other programs: `availabilityCodes`. */
  availabilityCode: z.literal(Object.values(availabilityCodes)),
}

/** A label with its number, as replies have them. */
export const labelled = (availability: AvailabilityLabel) => ({ availability, availabilityCode: availabilityCodes[availability] })

/** The label of a whole event: that of its most bookable performance. */
export function availabilityOfEvent(labels: readonly AvailabilityLabel[]): AvailabilityLabel {
  const best: readonly AvailabilityLabel[] = [
    'get-tickets',
    'limited',
    'book',
    'priority',
    'not-on-sale',
    'sold-out',
    'cancelled',
    'passed',
  ]
  return best.find((label) => labels.includes(label)) ?? 'passed'
}

/** Why no performance of an event can be booked: codes of problems. */
export const closedEventCodes = ['event-passed', 'event-sold-out', 'event-off-sale'] as const

/**
 * The reason why no performance of an event can be booked, now or at the date of its sale; null where one can.
 * @param performances the label of each, and whether the web sells it
 */
export function closedEventCode(
  performances: readonly { readonly availability: AvailabilityLabel; readonly sale: Sale['sale'] }[],
): (typeof closedEventCodes)[number] | null {
  const label = availabilityOfEvent(performances.map(({ availability }) => availability))
  if (label === 'passed') return 'event-passed'
  if (label === 'sold-out') return 'event-sold-out'
  if (label !== 'not-on-sale') return null
  const closed = performances.filter(({ availability }) => availability === 'not-on-sale')
  return closed.every(({ sale }) => sale === 'not-on-sale') ? 'event-off-sale' : null
}

/** Labels under which seats can be chosen by anyone. */
export const bookable = (label: AvailabilityLabel): boolean => label === 'get-tickets' || label === 'limited'
