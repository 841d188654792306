import { useState } from 'react'
import { chosenOf, findFoodFault, type FoodOrder, foodOrderOf, foodPrice, mostGuests } from '@playhouse/domain/food-order'
import type { FoodOffer, MenuOnSale } from '@playhouse/domain/menu'
import type { Problem } from '@playhouse/domain/problem'
import { useBasket } from '#server-state'

type Draft = {
  readonly menu: string
  readonly guests: number | null
  readonly point: string | null
  /** Numbers of dishes by course and product: see `countKey`. */
  readonly counts: Readonly<Record<string, number>>
  readonly note: string
}
const countKey = (course: string, product: string): string => `${course}/${product}`

/** A fault of the form with the field that it belongs to. */
export type FoodFault = { readonly field: 'guests' | 'point' | `course-${string}`; readonly problem: Problem }

/** The order of a visitor for a performance, which starts with the one in the basket. */
export function useFoodOrder({ performance, menus }: FoodOffer) {
  const { items } = useBasket()
  const heldOf = (menu: string) =>
    items.find((item) => item.kind === 'food' && item.detail.menu === menu && item.detail.performance.instance === performance.instance)
  const draftOf = (menu: MenuOnSale): Draft => {
    const held = heldOf(menu.menu)
    const order = held?.kind === 'food' ? foodOrderOf(held.detail, held.quantity) : undefined
    const [only] = menu.servings.length === 1 ? menu.servings : []
    return {
      ...{ menu: menu.menu, guests: order?.guests ?? null, point: order?.point ?? only?.point ?? null, note: order?.note ?? '' },
      counts: Object.fromEntries((order?.choices ?? []).map(({ course, product, count }) => [countKey(course, product), count])),
    }
  }
  const first = menus.find(({ menu }) => heldOf(menu)) ?? menus[0]!
  const [drafts, setDrafts] = useState<Readonly<Record<string, Draft>>>({})
  const [chosenMenu, setMenu] = useState(first.menu)
  const menu = menus.find((each) => each.menu === chosenMenu) ?? first
  const draft = drafts[menu.menu] ?? draftOf(menu)
  const change = (part: Partial<Draft>): void => setDrafts({ ...drafts, [menu.menu]: { ...draft, ...part } })

  const countOf = (course: string, product: string): number => {
    const dishes = menu.courses.find((each) => each.course === course)?.dishes ?? []
    // The only dish of a course is for each guest.
    return dishes.length === 1 ? Math.min(draft.guests ?? 0, mostGuests) : (draft.counts[countKey(course, product)] ?? 0)
  }
  const choices = menu.courses.flatMap(({ course, dishes }) =>
    dishes.flatMap(({ product }) => {
      const count = countOf(course, product)
      return count > 0 ? [{ course, product, count }] : []
    }),
  )
  const { guests, point, note } = draft
  const order: FoodOrder = { instance: performance.instance, menu: menu.menu, guests, point, choices, note }
  return {
    ...{ menu, setMenu, draft, change, order, countOf },
    setCount: (course: string, product: string, count: number) =>
      change({ counts: { ...draft.counts, [countKey(course, product)]: count } }),
    chosenOf: (course: string) => chosenOf(choices, course),
    isHeld: heldOf(menu.menu) !== undefined,
    heldGuests: (place: string): number => {
      const held = heldOf(menu.menu)
      return held?.kind === 'food' && held.detail.point === place ? held.quantity : 0
    },
    price: foodPrice(menu, guests ?? 0, choices),
    faults: faultsOf(menu, order),
  }
}

/** All faults of an order: those of guests and collection point, and that of each course. */
function faultsOf(menu: MenuOnSale, order: FoodOrder): FoodFault[] {
  const faults: FoodFault[] = []
  const withoutCourses = { ...menu, courses: [] }
  const guestsFault = findFoodFault(withoutCourses, { ...order, point: menu.servings[0]!.point, choices: [] })
  if (guestsFault) faults.push({ field: 'guests', problem: guestsFault })
  const pointFault = findFoodFault(withoutCourses, { ...order, guests: 1, choices: [] })
  if (pointFault) faults.push({ field: 'point', problem: pointFault })
  if (guestsFault) return faults
  for (const course of menu.courses) {
    const choices = order.choices.filter((each) => each.course === course.course)
    const fault = findFoodFault({ ...menu, courses: [course] }, { ...order, point: menu.servings[0]!.point, choices })
    if (fault) faults.push({ field: `course-${course.course}`, problem: fault })
  }
  return faults
}
