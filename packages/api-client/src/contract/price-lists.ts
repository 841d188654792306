import { z } from 'zod'
import { idSchema, slugSchema } from '@playhouse/domain/id'
import { moneySchema } from '@playhouse/domain/money'
import { performanceStates } from '@playhouse/domain/performance-plan'
import { bandSchema, priceListSchema } from '@playhouse/domain/pricing'
import { priceScheduleEditSchema } from '@playhouse/domain/price-schedule'
import { newPriceListSchema, priceListEditSchema, bandPaintingSchema } from '@playhouse/domain/price-list-plan'
import { endpoint } from './endpoint.ts'
import { fieldChangeSchema } from './planning.ts'

const version = z.int().positive()
const reason = z.string().trim().min(1).max(500).optional()
const ofPriceList = z.strictObject({ priceList: z.string().min(1).max(80) })

const pricedPerformanceSchema = z.strictObject({
  id: slugSchema,
  event: slugSchema,
  title: z.string(),
  /** Wall-clock time at the theatre. */
  startsAt: z.string(),
  state: z.enum(performanceStates),
  /** Seats that are sold, reserved or blocked, and seats in baskets. All of them keep their price. */
  tickets: z.int().nonnegative(),
  inBaskets: z.int().nonnegative(),
})
const plannedPriceListSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  hall: z.string(),
  hallName: z.string(),
  version,
  priceTypes: priceListSchema.shape.priceTypes,
  prices: priceListSchema.shape.prices,
  /** Seats of each band; bands without seats are left out. */
  seats: z.array(z.strictObject({ band: bandSchema, seats: z.int().positive() })),
  /** Prices that begin to hold later, in the order of their moments. */
  scheduled: z.array(
    z.strictObject({
      id: idSchema,
      /** Wall-clock time at the theatre. */
      from: z.string(),
      /** True: their moment is over, and a later change of the list kept them from holding. */
      isRefused: z.boolean(),
      /** The current prices, and those from that moment on. */
      fields: z.array(fieldChangeSchema),
    }),
  ),
  /** Performances with this price list that are not over, drafts included. */
  performances: z.array(pricedPerformanceSchema),
})
/** A price list as staff plan it: its grid of prices, and the performances that have it. */
export type PlannedPriceList = z.infer<typeof plannedPriceListSchema>

const changedListSchema = z.strictObject({
  priceList: plannedPriceListSchema,
  /** The change set; null where nothing changed. */
  changeSet: idSchema.nullable(),
})
const editBody = z.strictObject({ version, edit: priceListEditSchema, reason })
const paintBody = z.strictObject({ version, painting: bandPaintingSchema, reason })
/** Characters of the bands of the largest hall in which no two neighbours have the same band. */
const mostPaintText = 4 * 2 ** 20
const editProblems = ['not-allowed', 'changed-meanwhile'] as const

/** Endpoints of staff who plan prices. An edit makes a new version: seats in baskets and in orders keep their price. */
export const priceLists = {
  all: endpoint('GET', '/staff/price-lists', {
    summary: 'All price lists, with the numbers of their performances that are not over',
    access: 'staff',
    permission: 'read-programme',
    reply: z.strictObject({
      priceLists: z.array(
        z.strictObject({ id: z.string(), name: z.string(), hallName: z.string(), version, performances: z.int().nonnegative() }),
      ),
    }),
    problems: ['not-allowed'],
  }),
  one: endpoint('GET', '/staff/price-lists/:priceList', {
    summary: 'A price list with its prices, and the performances that have it',
    access: 'staff',
    permission: 'read-programme',
    params: ofPriceList,
    reply: plannedPriceListSchema,
    problems: ['not-allowed'],
  }),
  create: endpoint('POST', '/staff/price-lists', {
    summary: 'Create a price list as a copy of another one, for the same hall',
    access: 'staff',
    permission: 'edit-programme',
    body: z.strictObject({ priceList: newPriceListSchema, reason }),
    reply: plannedPriceListSchema,
    problems: ['not-allowed', 'id-taken'],
  }),
  preview: endpoint('POST', '/staff/price-lists/:priceList/preview', {
    summary: 'Preview a change of a price list: what changes, for which performances, and what they would take',
    access: 'staff',
    permission: 'edit-programme',
    params: ofPriceList,
    body: editBody,
    reply: z.strictObject({
      fields: z.array(fieldChangeSchema),
      performances: z.array(pricedPerformanceSchema),
      /** What a performance takes with all seats sold at the usual price, before and after. */
      grossBefore: moneySchema,
      grossAfter: moneySchema,
    }),
    problems: editProblems,
  }),
  edit: endpoint('PUT', '/staff/price-lists/:priceList', {
    summary: 'Change the name, the price types and the prices of a price list, for all seats that are held from now on',
    access: 'staff',
    permission: 'edit-prices',
    params: ofPriceList,
    body: editBody,
    reply: changedListSchema,
    problems: [...editProblems, 'second-factor-required'],
  }),
  schedule: endpoint('POST', '/staff/price-lists/:priceList/schedules', {
    summary: 'Schedule prices of a price list, for all seats that are held from a moment on',
    access: 'staff',
    permission: 'edit-prices',
    params: ofPriceList,
    body: z.strictObject({ version, schedule: priceScheduleEditSchema, reason }),
    reply: changedListSchema,
    problems: [...editProblems, 'second-factor-required'],
  }),
  withdrawSchedule: endpoint('DELETE', '/staff/price-lists/:priceList/schedules/:schedule', {
    summary: 'Withdraw scheduled prices that do not hold yet',
    access: 'staff',
    permission: 'edit-prices',
    params: ofPriceList.extend({ schedule: idSchema }),
    reply: changedListSchema,
    problems: ['not-allowed', 'second-factor-required'],
  }),
  bands: endpoint('GET', '/staff/price-lists/:priceList/bands', {
    summary: 'The band of each seat of a price list, and the plan that the seats are of',
    access: 'staff',
    permission: 'read-programme',
    params: ofPriceList,
    reply: bandPaintingSchema.extend({ planVersion: z.string(), version }),
    problems: ['not-allowed'],
  }),
  previewBands: endpoint('POST', '/staff/price-lists/:priceList/bands/preview', {
    summary: 'Preview other bands for the seats of a price list: how many seats change, and what performances would take',
    access: 'staff',
    permission: 'edit-programme',
    bodyLimit: mostPaintText,
    params: ofPriceList,
    body: paintBody,
    reply: z.strictObject({
      /** Seats whose band changes. */
      changed: z.int().nonnegative(),
      seats: plannedPriceListSchema.shape.seats,
      performances: z.array(pricedPerformanceSchema),
      grossBefore: moneySchema,
      grossAfter: moneySchema,
    }),
    problems: editProblems,
  }),
  paintBands: endpoint('PUT', '/staff/price-lists/:priceList/bands', {
    summary: 'Give seats of a price list other bands, for all seats that are held from now on',
    access: 'staff',
    permission: 'edit-prices',
    bodyLimit: mostPaintText,
    params: ofPriceList,
    body: paintBody,
    reply: changedListSchema,
    problems: [...editProblems, 'second-factor-required'],
  }),
} as const
