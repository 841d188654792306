import { z } from 'zod'
import { hasVisibleText, sanitizeLine } from '../format/sanitize.ts'
import { idSchema } from '../id.ts'
import type { ReservationState } from './order.ts'

/** The most names that are stored at once: as many tickets as a booking may have. */
const maxNames = 1_000
/** The longest name of the holder of a ticket. */
export const maxHolderLength = 80

/** A change of the names of a booking: all of them are stored, or none. */
export const groupNamesEditSchema = z.strictObject({
  /** The version that was read. */
  version: z.int().nonnegative(),
  /** Tickets by their ids; an empty name removes the one before. Tickets that are not listed keep theirs. */
  names: z
    .array(
      z.strictObject({
        ticket: idSchema,
        name: z
          .string()
          .trim()
          .max(maxHolderLength)
          .refine((name) => name === '' || hasVisibleText(name)),
      }),
    )
    .max(maxNames)
    .refine((names) => new Set(names.map(({ ticket }) => ticket)).size === names.length),
})
export type GroupNamesEdit = z.infer<typeof groupNamesEditSchema>

/** A typed name of a holder, on one line, to be stored; null for none. */
export function holderOf(typed: string): string | null {
  const name = sanitizeLine(typed)
  return name === '' ? null : name
}

/** Facts about a booking. `isOver`: whether the time until which its seats are kept has passed; `hasBegun`: whether its performance has. */
type NamedBooking = {
  readonly reservation: ReservationState
  readonly isOver: boolean
  readonly isCancelled: boolean
  readonly hasBegun: boolean
}

/** Whether the booking has its seats: it is reserved, being paid or paid. */
export const hasGroupSeats = ({ reservation, isOver, isCancelled }: Omit<NamedBooking, 'hasBegun'>): boolean =>
  !isCancelled && (reservation === 'confirmed' || reservation === 'in-basket' || (reservation === 'reserved' && !isOver))

/** Whether the tickets of a booking can get names: it has its seats, and its performance has not begun. */
export const areNamesOpen = ({ hasBegun, ...booking }: NamedBooking): boolean => !hasBegun && hasGroupSeats(booking)

/**
 * The names of a pasted list, one a line. A line of several cells of a spreadsheet, such as first and last name, is one name. Blank lines are
 * left out.
 */
export const namesOfPaste = (text: string): string[] =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) =>
      sanitizeLine(
        line
          .split('\t')
          .map((cell) =>
            cell
              .trim()
              .replace(/^"(.*)"$/, '$1')
              .replaceAll('""', '"'),
          )
          .join(' '),
      ),
    )
    .filter(hasVisibleText)

/** The number of the first name of a list that is too long, from 1; undefined where all fit. */
export function firstLongName(names: readonly string[]): number | undefined {
  const nth = names.findIndex((name) => name.length > maxHolderLength)
  return nth === -1 ? undefined : nth + 1
}
