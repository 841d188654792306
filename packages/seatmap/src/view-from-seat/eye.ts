import { hasFlag, isStandingPlace, type Plan } from '@playhouse/domain/plan'

/** The viewer: three kinds of person with different eye heights. */
export type Eye = 'adult' | 'child' | 'wheelchair'
export const eyes = ['adult', 'child', 'wheelchair'] as const satisfies readonly Eye[]

/**
 * Centimetres from the floor under the seat to the eye.
 * - adult: 1200 mm, the seated eye of the sightline method of EN 13200-1 and of the Guide to Safety at Sports Grounds.
 * - child: about seven years old, a sitting eye height of 550 mm (Pheasant, *Bodyspace*) on a chair of 440 mm.
 * - wheelchair: 1090 mm, the lower end of the ADA's range of 43 to 51 inches (figure A3), so that the drawing never
 *   shows more than the visitor will see.
 */
const eyeHeight: Readonly<Record<Eye, number>> = { adult: 120, child: 99, wheelchair: 109 }

/**
 * The same for a standing viewer: the mean of men's and women's standing eye height (Pheasant, *Bodyspace*), and that of a
 * child of seven; a wheelchair user sits.
 */
const standingEye: Readonly<Record<Eye, number>> = { adult: 157, child: 111, wheelchair: 109 }

/** From an adult's eye to the top of the head: the C-value of 120 mm that is needed to see over it (EN 13200-1). */
const crown = 12
/** Height of a bar stool's seat above a chair's, in centimetres. */
const raise = 25

const eyesOf = (plan: Plan, seat: number): Readonly<Record<Eye, number>> => (isStandingPlace(plan, seat) ? standingEye : eyeHeight)

/** Height of a seat above a chair's, in centimetres. */
export const raiseOf = (plan: Plan, seat: number): number => (hasFlag(plan, seat, 'highSeat') ? raise : 0)

/** Height of the eye above the plan's reference floor, centimetres. A wheelchair brings its own seat. */
export const eyeLevel = (plan: Plan, seat: number, eye: Eye): number =>
  plan.z[seat]! + eyesOf(plan, seat)[eye] + (eye === 'wheelchair' ? 0 : raiseOf(plan, seat))

/** Top of the head of the visitor in a seat: the worst case, an adult. */
export const headTop = (plan: Plan, seat: number): number => plan.z[seat]! + eyesOf(plan, seat).adult + crown + raiseOf(plan, seat)
