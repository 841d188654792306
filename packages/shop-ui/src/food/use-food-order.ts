import { useState } from 'react'
import { serverNow } from '#browser'
import { useLocale } from '#i18n'
import { useDrafts } from '#client-state'
import type { Locale } from '@playhouse/domain/brand'
import type { Order } from '@playhouse/api-client/contract'
import { chosenOf, findFoodFault, type FoodOrder, foodOrderOf, foodPrice, mostGuests } from '@playhouse/domain/food-order'
import { type FoodOffer, isFoodOpen, type MenuOnSale, type Serving } from '@playhouse/domain/menu'
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

/** A paid order of food that is changed. */
export type SoldFood = { readonly number: string; readonly item: Extract<Order['items'][number], { kind: 'food' }> }

/** The order of a visitor for a performance, which starts with the one in the basket, or with a paid one that is changed. What is typed is kept in this tab until it is added. */
export function useFoodOrder({ performance, menus }: FoodOffer, sold?: SoldFood) {
  const basket = useBasket()
  const items = sold ? [sold.item] : basket.items
  const locale = useLocale()
  const heldOf = (menu: string) =>
    items.find((item) => item.kind === 'food' && item.detail.menu === menu && item.detail.performance.instance === performance.instance)
  const heldGuests = (menu: MenuOnSale, point: string): number => {
    const held = heldOf(menu.menu)
    return held?.kind === 'food' && held.detail.point === point ? held.quantity : 0
  }
  const isFull = (menu: MenuOnSale, { point, placesLeft }: Serving): boolean => placesLeft === 0 && heldGuests(menu, point) === 0
  const openServings = (menu: MenuOnSale): Serving[] =>
    menu.servings.filter((serving) => isFoodOpen(performance.startsAt, serving, serverNow()))
  const hasRoom = (menu: MenuOnSale): boolean => openServings(menu).some((serving) => !isFull(menu, serving))
  const startOf = (menu: MenuOnSale): Draft => {
    const held = heldOf(menu.menu)
    const order = held?.kind === 'food' ? foodOrderOf(held.detail, held.quantity) : undefined
    const [only] = menu.servings.length === 1 ? openServings(menu).filter((serving) => !isFull(menu, serving)) : []
    return {
      ...{ menu: menu.menu, guests: order?.guests ?? null, point: order?.point ?? only?.point ?? null, note: order?.note ?? '' },
      counts: Object.fromEntries((order?.choices ?? []).map(({ course, product, count }) => [countKey(course, product), count])),
    }
  }
  const forms = useDrafts((drafts) => drafts.forms)
  const keyOf = (menu: string): string => ['food', performance.instance, menu, ...(sold ? [sold.item.id] : [])].join('/')
  const first = menus.find(({ menu }) => forms[keyOf(menu)]) ?? menus.find(({ menu }) => heldOf(menu)) ?? menus.find(hasRoom) ?? menus[0]!
  const [chosenMenu, setMenu] = useState(first.menu)
  const menu = menus.find((each) => each.menu === chosenMenu) ?? first
  const draft = restoreDraft(menu, startOf(menu), forms[keyOf(menu.menu)])
  const change = (part: Partial<Draft>): void => useDrafts.getState().saveForm(keyOf(menu.menu), { ...draft, ...part })

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
    isOpen: openServings(menu).length > 0,
    /** Whether no point takes another order. */
    isBookedOut: !hasRoom(menu),
    isFull: (serving: Serving) => isFull(menu, serving),
    /** Deletes what was typed. */
    clear: () => useDrafts.getState().deleteForm(keyOf(menu.menu)),
    price: foodPrice(menu, guests ?? 0, choices),
    faults: faultsOf(menu, order, locale),
  }
}

/** What was typed earlier, as far as the menu still has it; the other values are those of `start`. */
function restoreDraft({ servings }: MenuOnSale, start: Draft, saved: Readonly<Record<string, unknown>> = {}): Draft {
  const { guests, point, counts, note } = saved
  const isCount = (entry: [string, unknown]): entry is [string, number] => Number.isInteger(entry[1])
  return {
    menu: start.menu,
    guests: Number.isInteger(guests) ? (guests as number) : start.guests,
    point: servings.find((each) => each.point === point)?.point ?? start.point,
    counts: typeof counts === 'object' && counts !== null ? Object.fromEntries(Object.entries(counts).filter(isCount)) : start.counts,
    note: typeof note === 'string' ? note : start.note,
  }
}

/** All faults of an order: those of guests and collection point, and that of each course. */
function faultsOf(menu: MenuOnSale, order: FoodOrder, locale: Locale): FoodFault[] {
  const faults: FoodFault[] = []
  const withoutCourses = { ...menu, courses: [] }
  const guestsFault = findFoodFault(withoutCourses, { ...order, point: menu.servings[0]!.point, choices: [] })
  if (guestsFault) faults.push({ field: 'guests', problem: guestsFault })
  const pointFault = findFoodFault(withoutCourses, { ...order, guests: 1, choices: [] })
  if (pointFault) faults.push({ field: 'point', problem: pointFault })
  if (guestsFault) return faults
  for (const course of menu.courses) {
    const choices = order.choices.filter((each) => each.course === course.course)
    const fault = findFoodFault({ ...menu, courses: [course] }, { ...order, point: menu.servings[0]!.point, choices }, locale)
    if (fault) faults.push({ field: `course-${course.course}`, problem: fault })
  }
  return faults
}
