import type { Plan } from '../model/plan.ts'
import type { PlanPhoto } from '../model/schema.ts'

/** The first and the last seat a photograph speaks for; `undefined` where its area or its seats aren't there. */
export function seatsOfPhoto(plan: Plan, { of }: PlanPhoto): readonly [first: number, last: number] | undefined {
  if ('area' in of) {
    const area = plan.areas.find(({ id }) => id === of.area)
    return area && area.seatCount > 0 ? [area.firstSeat, area.firstSeat + area.seatCount - 1] : undefined
  }
  const [first, last] = [plan.indexOf(of.from), plan.indexOf(of.to)]
  return first === undefined || last === undefined || last < first ? undefined : [first, last]
}

type Reach = { readonly photo: PlanPhoto; readonly first: number; readonly last: number }
const reachesByPlan = new WeakMap<Plan, readonly Reach[]>()

/** The theatre's photograph of the view from a seat; of several, the one for the fewest seats. */
export function photoAt(plan: Plan, seat: number): PlanPhoto | undefined {
  let reaches = reachesByPlan.get(plan)
  if (!reaches) {
    const photoReaches = plan.photos.flatMap((photo): Reach[] => {
      const seats = seatsOfPhoto(plan, photo)
      return seats ? [{ photo, first: seats[0], last: seats[1] }] : []
    })
    reachesByPlan.set(plan, (reaches = photoReaches.sort((a, b) => a.last - a.first - (b.last - b.first))))
  }
  return reaches.find(({ first, last }) => seat >= first && seat <= last)?.photo
}

/**
 * Text alternative of a photograph in a visitor's language; else in the base language (`en` for `en-us`), in English, or in
 * any other.
 */
export function photoWords({ alt }: PlanPhoto, locale: string): string {
  const [language = ''] = locale.split('-')
  return [alt[locale], alt[language], alt['en'], ...Object.values(alt)].find((text) => text?.trim()) ?? ''
}
