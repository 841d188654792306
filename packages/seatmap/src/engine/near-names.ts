import type { Box } from '@playhouse/domain/plan'
import {
  type AreaWords,
  firstLetterSize,
  type Label,
  nearName,
  nearSizes,
  nearText,
  placeOf,
  rowLabels,
  type RowPlace,
  rowPlaces,
  areaNumberOf,
  type Text,
} from '#layers'
import { covers } from '#plan-index'
import type { Core, CoreArea } from './core.ts'
import type { VisibleSet } from './visible-set.ts'

/** Names beside the blocks, and the letters of their rows. Both are cached until they are invalidated. */
export type NearNames = {
  readonly lettersOf: (one: CoreArea, size: number) => readonly Label[]
  /**
   * The label of a block at scale `k`, at a place without a visible seat, row letter or other name; undefined if there is no such
   * place. `size` is the size of row letters, 0 if they are not shown.
   */
  readonly nameOf: (one: CoreArea, k: number, size: number, visibleSet: VisibleSet) => Label | undefined
  /** The texts that a block shows first in the near view, independent of their position. */
  readonly textsOf: (one: CoreArea) => readonly Text[]
  /** Invalidates the names, after a change of the scale or of the size of row letters. */
  readonly forgetNames: () => void
  readonly forgetLetters: () => void
}

export function createNearNames(core: Core, words: () => AreaWords): NearNames {
  const { plan } = core
  const rows = new Map<CoreArea, readonly RowPlace[]>()
  const letters = new Map<CoreArea, readonly Label[]>()
  const letterPlaces = new Map<CoreArea, readonly Box[]>()
  const names = new Map<CoreArea, Label | undefined>()
  const namePlaces: Box[] = []

  const rowsOf = (one: CoreArea): readonly RowPlace[] => {
    let known = rows.get(one)
    if (!known) rows.set(one, (known = rowPlaces(plan, one.area, core.index)))
    return known
  }
  const lettersOf = (one: CoreArea, size: number): readonly Label[] => {
    let known = letters.get(one)
    if (!known) letters.set(one, (known = rowLabels(rowsOf(one), size)))
    return known
  }
  /** The rectangles covered by the row letters of a block. Cached as long as the names, because many names read it. */
  const placesOf = (one: CoreArea, size: number, k: number): readonly Box[] => {
    let known = letterPlaces.get(one)
    if (!known) letterPlaces.set(one, (known = lettersOf(one, size).map((letter) => placeOf(letter, k))))
    return known
  }
  const nameOf = (one: CoreArea, k: number, size: number, visibleSet: VisibleSet): Label | undefined => {
    if (names.has(one)) return names.get(one)
    const isFree = (place: Box): boolean => {
      // Outside the box of the view, a name would be covered by a panel or cut off by the screen's edge.
      if (!liesWithin(place, plan.viewBox)) return false
      if (core.index.holds(grow(place, core.seatSize * 0.5), core.shows)) return false
      if (namePlaces.some((other) => covers(other, place))) return false
      if (size === 0) return true
      const surroundings = grow(place, core.pitch * 2)
      return !visibleSet.areas.some(
        (other) => covers(other.box, surroundings) && placesOf(other, size, k).some((letter) => covers(letter, place)),
      )
    }
    const name = words().areaName(one.area.index)
    let label: Label | undefined
    for (const text of [name, areaNumberOf(name)])
      for (const size of nearSizes) if (text) label ??= nearName(text, size, one, core.areas(), plan, k, isFree)
    names.set(one, label)
    if (label) namePlaces.push(placeOf(label, k))
    return label
  }

  return {
    lettersOf,
    nameOf,
    textsOf: (one) => [
      { text: nearText(words().areaName(one.area.index)), size: nearSizes[0], weight: 700 },
      ...rowsOf(one).map(({ text }): Text => ({ text, size: firstLetterSize, weight: 700 })),
    ],
    forgetNames: () => {
      names.clear()
      namePlaces.length = 0
      letterPlaces.clear()
    },
    forgetLetters: () => letters.clear(),
  }
}

const grow = (box: Box, by: number): Box => ({ x: box.x - by, y: box.y - by, width: box.width + 2 * by, height: box.height + 2 * by })
const liesWithin = (inner: Box, outer: Box): boolean =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height
