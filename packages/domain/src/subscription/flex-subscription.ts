import { z } from 'zod'
import { translatedTextSchema } from '../format/translated-text.ts'
import { slugSchema } from '../id.ts'
import { moneySchema } from '../money/money.ts'
import { isPackageOnSale } from '../package/package-view.ts'
import { bands } from '../pricing/band.ts'
import { instantOf, instantSchema, plainDateTimeSchema } from '../time/time.ts'

/** The most of one flexible subscription that an order has. */
export const mostSubscriptions = 20

const saleFields = {
  flex: slugSchema,
  name: translatedTextSchema,
  summary: translatedTextSchema,
  /** Minor units, tax and fees included. */
  price: moneySchema,
  /** How many tickets it pays for. */
  vouchers: z.int().positive().max(100),
  /** Bands whose seats its vouchers pay for; every band if empty. */
  bands: z.array(z.enum(bands)),
  /** The most vouchers for one performance; null for no such limit. */
  perPerformance: z.int().positive().nullable(),
  /** The most that a customer may hold whose last day has not passed; null for no such limit. */
  perCustomer: z.int().positive().nullable(),
}
/** How long its vouchers can be used: for so many months from the sale on, or until a day. Exactly one of the two. */
const validityFields = { validMonths: z.int().positive().max(60).nullable(), validUntil: z.iso.date().nullable() }

/** A flexible subscription as the theatre defines it: vouchers that each pay for a ticket of the holder's choice. */
export const flexDefinitionSchema = z
  .strictObject({
    ...saleFields,
    ...validityFields,
    /** Wall clock at the theatre: when it goes on sale, and when the sale ends; null for no such time. */
    saleFrom: plainDateTimeSchema.nullable(),
    saleUntil: plainDateTimeSchema.nullable(),
    /** Ids of the productions whose tickets its vouchers pay for; every production if empty. */
    productions: z.array(slugSchema),
    /** Ids of the performances of these productions; every one if empty. */
    performances: z.array(slugSchema),
    /** Ids of the price types; every one if empty. */
    priceTypes: z.array(z.string().min(1).max(40)),
  })
  .refine(({ validMonths, validUntil }) => (validMonths === null) !== (validUntil === null), { path: ['validMonths'] })
export type FlexDefinition = z.infer<typeof flexDefinitionSchema>

/** A flexible subscription as visitors see it. */
export const flexViewSchema = z.strictObject({
  ...saleFields,
  ...validityFields,
  /** Whether it can be bought now. */
  isOnSale: z.boolean(),
  saleFrom: instantSchema.nullable(),
  saleUntil: instantSchema.nullable(),
  /** The productions that it is for; null for every production. */
  events: z.array(z.strictObject({ event: slugSchema, title: z.string() })).nullable(),
})
export type FlexView = z.infer<typeof flexViewSchema>

/** The theatre's clock: its time zone, and now in epoch milliseconds. */
export type TheatreClock = { readonly timeZone: string; readonly now: number }

/** Whether a flexible subscription can be bought at a time: its sale has begun and not ended, and its last day is not over. */
export const isFlexOnSale = (definition: Pick<FlexDefinition, 'saleFrom' | 'saleUntil' | 'validUntil'>, clock: TheatreClock): boolean =>
  isPackageOnSale(definition, clock) && !isOver(definition, clock)

/** Whether a flexible subscription is listed: its sale has not ended. */
export const isOpenFlex = (definition: Pick<FlexDefinition, 'saleUntil' | 'validUntil'>, clock: TheatreClock): boolean =>
  isFlexOnSale({ ...definition, saleFrom: null }, clock)

/** Whether the day until which it is valid has passed at the theatre. */
const isOver = ({ validUntil }: Pick<FlexDefinition, 'validUntil'>, { timeZone, now }: TheatreClock): boolean =>
  validUntil !== null && validUntil < Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).toPlainDate().toString()

/**
 * A flexible subscription as a visitor sees it.
 * @param titleOf title of a production; undefined for one that is unknown, or hidden from the visitor
 */
export function viewFlex(definition: FlexDefinition, clock: TheatreClock, titleOf: (production: string) => string | undefined): FlexView {
  const { productions, performances: _, priceTypes: __, saleFrom, saleUntil, ...rest } = definition
  const instant = (plain: string | null): string | null =>
    plain === null ? null : new Date(instantOf(plain, clock.timeZone).epochMilliseconds).toISOString()
  return {
    ...rest,
    isOnSale: isFlexOnSale(definition, clock),
    saleFrom: instant(saleFrom),
    saleUntil: instant(saleUntil),
    events:
      productions.length === 0
        ? null
        : productions.flatMap((event) => {
            const title = titleOf(event)
            return title === undefined ? [] : [{ event, title }]
          }),
  }
}

/** The last day of a subscription that is sold on a day. @param soldOn ISO date at the theatre */
export const lastDayOf = ({ validMonths, validUntil }: Pick<FlexDefinition, 'validMonths' | 'validUntil'>, soldOn: string): string =>
  validUntil ??
  Temporal.PlainDate.from(soldOn)
    .add({ months: validMonths ?? 0 })
    .toString()
