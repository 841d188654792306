import type { SeatRequest } from '@playhouse/api-client/contract'
import type { Plan } from '@playhouse/domain/plan'
import { needsOfHall, needsWithin } from '@playhouse/domain/plan/best'
import type { Band } from '@playhouse/domain/pricing'

export type Need = NonNullable<SeatRequest['needs']>[number]

/** The visitor's wishes for seats that the system chooses. */
export type Wishes = {
  readonly band: Band | 'any'
  /** Id of an area, or `any`. */
  readonly area: string
  readonly needs: ReadonlySet<Need>
  /** Accepts seats in adjacent rows. */
  readonly apart: boolean
}

export const noWishes: Wishes = { band: 'any', area: 'any', needs: new Set(), apart: false }

/** Needs by seat facts or seat types, in the order of the questions, with the i18n key of each. */
const needWords = [
  ['wheelchair', 'type.wheelchair'],
  ['companion', 'type.companion'],
  ['step-free', 'fact.stepFree'],
  ['end-of-row', 'fact.endOfRow'],
  ['hearing-loop', 'fact.hearingLoop'],
  ['audio-described', 'type.audio-described'],
  ['captioned', 'type.captioned'],
  ['bsl', 'type.bsl'],
] as const satisfies readonly (readonly [Need, string])[]

/** Needs that a visitor can state in this hall: some seats meet them and others do not. */
export function needsOf(plan: Plan): readonly { readonly need: Need; readonly word: string }[] {
  const present = needsOfHall(plan)
  return needWords.flatMap(([need, word]) => (present.includes(need) ? [{ need, word }] : []))
}

/** Adds or removes a need. Without a wheelchair space there is no companion seat. */
export function withNeed(wishes: Wishes, need: Need, isOn: boolean): Wishes {
  const needs = new Set(wishes.needs)
  if (isOn) needs.add(need)
  else needs.delete(need)
  if (!needs.has('wheelchair')) needs.delete('companion')
  return { ...wishes, needs }
}

/** Wishes with those needs, as far as this hall has such seats and others. */
export const wishesWith = (plan: Plan, needs: readonly Need[]): Wishes =>
  needsWithin(plan, needs).reduce((wishes, need) => withNeed(wishes, need, true), noWishes)

/** The request for the API. */
export function wishOf({ band, area, needs, apart }: Wishes, quantity: number): SeatRequest {
  const neededFacts = [...needs].filter((need) => need !== 'companion' || quantity > 1)
  return {
    quantity,
    together: !apart,
    ...(band === 'any' ? {} : { band }),
    ...(area === 'any' ? {} : { area }),
    ...(neededFacts.length > 0 && { needs: neededFacts }),
  }
}
