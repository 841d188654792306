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
  readonly lettersOf: (coreArea: CoreArea, size: number) => readonly Label[]
  /**
   * The label of a block at scale `k`, at a place without a visible seat, row letter or other name; undefined if there is no such
   * place. `size` is the size of row letters, 0 if they are not shown.
   */
  readonly nameOf: (coreArea: CoreArea, k: number, size: number, visibleSet: VisibleSet) => Label | undefined
  /** The texts that a block shows first in the near view, independent of their position. */
  readonly textsOf: (coreArea: CoreArea) => readonly Text[]
  /** Invalidates the names, after a change of the scale or of the size of row letters. */
  readonly forgetNames: () => void
  readonly forgetLetters: () => void
}

/** CSS pixels that every screen leaves free around the box of the view. */
const viewMargin = 8

export function createNearNames(core: Core, words: () => AreaWords): NearNames {
  const { plan } = core
  const rows = new Map<CoreArea, readonly RowPlace[]>()
  const letters = new Map<CoreArea, readonly Label[]>()
  const letterPlaces = new Map<CoreArea, readonly Box[]>()
  const names = new Map<CoreArea, Label | undefined>()
  const namePlaces: Box[] = []

  const rowsOf = (coreArea: CoreArea): readonly RowPlace[] => {
    let cachedPlaces = rows.get(coreArea)
    if (!cachedPlaces) rows.set(coreArea, (cachedPlaces = rowPlaces(plan, coreArea.area, core.index)))
    return cachedPlaces
  }
  const lettersOf = (coreArea: CoreArea, size: number): readonly Label[] => {
    let cachedLetters = letters.get(coreArea)
    if (!cachedLetters) letters.set(coreArea, (cachedLetters = rowLabels(rowsOf(coreArea), size)))
    return cachedLetters
  }
  /** The rectangles covered by the row letters of a block. Cached as long as the names, because many names read it. */
  const placesOf = (coreArea: CoreArea, size: number, k: number): readonly Box[] => {
    let cachedBoxes = letterPlaces.get(coreArea)
    if (!cachedBoxes) letterPlaces.set(coreArea, (cachedBoxes = lettersOf(coreArea, size).map((letter) => placeOf(letter, k))))
    return cachedBoxes
  }
  const nameOf = (coreArea: CoreArea, k: number, size: number, visibleSet: VisibleSet): Label | undefined => {
    if (names.has(coreArea)) return names.get(coreArea)
    const isFree = (place: Box): boolean => {
      // Far outside the box of the view, a name would be covered by a panel or cut off by the screen's edge.
      if (!liesWithin(place, grow(plan.viewBox, viewMargin / k))) return false
      if (core.index.holds(grow(place, core.seatSize * 0.5), core.shows)) return false
      if (namePlaces.some((other) => covers(other, place))) return false
      if (size === 0) return true
      const surroundings = grow(place, core.pitch * 2)
      return !visibleSet.areas.some(
        (other) => covers(other.box, surroundings) && placesOf(other, size, k).some((letter) => covers(letter, place)),
      )
    }
    const name = words().areaName(coreArea.area.index)
    let label: Label | undefined
    for (const text of [name, areaNumberOf(name)])
      for (const size of nearSizes) if (text) label ??= nearName(text, size, coreArea, core.areas(), plan, k, isFree)
    names.set(coreArea, label)
    if (label) namePlaces.push(placeOf(label, k))
    return label
  }

  return {
    lettersOf,
    nameOf,
    textsOf: (coreArea) => [
      { text: nearText(words().areaName(coreArea.area.index)), size: nearSizes[0], weight: 700 },
      ...rowsOf(coreArea).map(({ text }): Text => ({ text, size: firstLetterSize, weight: 700 })),
    ],
    forgetNames: () => {
      names.clear()
      namePlaces.length = 0
      letterPlaces.clear()
    },
    forgetLetters: () => letters.clear(),
  }
}

const grow = (box: Box, margin: number): Box => ({
  x: box.x - margin,
  y: box.y - margin,
  width: box.width + 2 * margin,
  height: box.height + 2 * margin,
})
const liesWithin = (inner: Box, outer: Box): boolean =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height
