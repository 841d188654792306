import { seatAvailability } from '../seat/seat.ts'
import type { ChosenPerformance, PackagePart, PackagePerformance, PackageView } from './package.ts'

/** A date of a fixed series: a part that has one performance. */
export type SeriesDate = PackagePerformance & Pick<PackagePart, 'part' | 'event' | 'title'>

/** The dates of a fixed series in order of their start. A performance that is over is no date any more. */
export const datesOfSeries = ({ groups }: Pick<PackageView, 'groups'>): SeriesDate[] =>
  groups
    .flatMap(({ parts }) =>
      parts.flatMap(({ part, event, title, performances }) => performances.map((performance) => ({ part, event, title, ...performance }))),
    )
    .toSorted((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt) || (a.part < b.part ? -1 : 1))

/** The choice of a package for dates of a series, in the order of the dates. Instances that are no date are left out. */
export const choiceOfDates = (dates: readonly SeriesDate[], instances: readonly string[]): ChosenPerformance[] =>
  dates.filter(({ instance }) => instances.includes(instance)).map(({ part, instance }) => ({ package: null, part, instance }))

/** Availability of all seats of the hall on one date, by plan index: values of `seatAvailability`. */
export type AvailabilityOnDate = { readonly instance: string; readonly seats: Readonly<Uint8Array> }

/** The dates on which a seat is not free, in the order of the dates; empty for a seat that is free on all of them. */
export const findMissingDates = (dates: readonly AvailabilityOnDate[], seat: number): string[] =>
  dates.filter(({ seats }) => seats[seat] !== seatAvailability.free).map(({ instance }) => instance)
