import type { Money } from '@playhouse/domain/money'
import type { Box } from '@playhouse/domain/plan'
import {
  addFarName,
  areaLetter,
  type AreaWords,
  bareForm,
  type DrawnArea,
  farForm,
  type FarName,
  farName,
  isAlone,
  isBare,
  isThin,
  type Label,
  letterSize,
  nameBelow,
  nearName,
  nearSizes,
  placeOf,
  rowLabels,
  type RowPlace,
  rowPlaces,
  type Sheet,
  shortOf,
  stageFit,
  stageLabel,
  tableNames,
  tablesOf,
} from '#layers'
import type { Paint } from '#look'
import { covers } from '#plan-index'
import type { Core, CoreArea } from './core.ts'
import { createSheet } from './sheet.ts'
import type { Sight } from './sight.ts'

/** All words of a picture but the seats' numbers. Written anew only when other words are due, never because the camera moved. */
export type Lettering = {
  readonly sheet: Sheet<Label>
  /** Names and prices upon the blocks. */
  readonly writeFar: (k: number) => void
  /** Names beside the blocks in sight, and the letters of their rows. */
  readonly writeNear: (k: number, sight: Sight) => void
  /** What is left of the areas changed. */
  readonly recount: () => void
  /** Words, prices or the view changed. */
  readonly reword: () => void
}

/** The form of a name that stands below its block, which is no more than a line or a dot. */
const below = 100
const houseInk: Paint = (ink) => ink.houseInk
const houseSoft: Paint = (ink) => ink.houseSoft
const fewBlocks = 40
/** More numbers than of so many blocks nobody takes in, and each sale would be written anew. */
const countedBlocks = 120
/** CSS pixels: taller blocks than this reach down to their own name. */
const flat = 12

/** Places are sought anew for each quarter of a doubling of the scale: in between, names keep their place beside the block. */
const stepsOfDoubling = 4

export function createLettering(core: Core, words: () => AreaWords, draw: (area: CoreArea) => DrawnArea): Lettering {
  const { plan } = core
  const sheet = createSheet<Label>()
  const stage = stageFit(plan)
  const hasStanding = plan.areas.some(({ kind }) => kind === 'standing')
  const forms = new Int8Array(plan.areas.length)
  const nextForms = new Int8Array(plan.areas.length)
  /** Beginnings of names that some block has no room for. */
  const bare = new Set<string>()
  const farNames: (FarName | undefined)[] = []
  const seenNames: (Map<number, FarName> | undefined)[] = []
  const counted = new Uint8Array(plan.areas.length)
  /** By area: the colour its name was last written in. */
  const worn: (Paint | undefined)[] = []
  const prices = new Map<Money | undefined, string>()
  const rows = new Map<CoreArea, readonly RowPlace[]>()
  const letters = new Map<CoreArea, readonly Label[]>()
  const letterPlaces = new Map<CoreArea, readonly Box[]>()
  const names = new Map<CoreArea, Label | undefined>()
  /** Since it was last asked. */
  let renamed = false
  const namePlaces: Box[] = []
  let written: 'far' | 'near' | undefined
  let seen = { sight: -1, step: NaN, size: -1, stage: -1, k: NaN }

  const stageForm = (k: number): number => stage.findIndex((scale) => k >= scale)
  const areaPrice = (from: Money | undefined): string => {
    let price = prices.get(from)
    if (price === undefined) prices.set(from, (price = words().areaPrice(from)))
    return price
  }
  /**
   * To find where a text fits is the work, and its length decides: another price of a length that was seen before stands
   * where that one stood.
   */
  const farNameOf = (one: CoreArea): FarName => {
    const { index } = one.area
    const known = farNames[index]
    if (known && counted[index]) return known
    counted[index] = 1
    const drawn = draw(one)
    const { free, from } = drawn.tally
    const price = areaPrice(from)
    const left = free > 0 && (one.area.kind === 'standing' || core.areas().length <= countedBlocks) ? words().areaLeft(free) : ''
    const fits = (seenNames[index] ??= new Map())
    const key = drawn.priced ? price.length * 64 + left.length : -1
    let name = fits.get(key)
    if (name?.price !== price || name.left !== left)
      fits.set(key, (name = name ? { ...name, price, left } : farName(drawn, plan, words().areaName(index), price, left)))
    renamed ||= name !== known
    return (farNames[index] = name)
  }
  const formOf = (one: CoreArea, k: number): number => {
    // Not even a number of nine pixels fits: on a phone most blocks of a stadium end here.
    const { width, height } = one.box
    const form = Math.min(width, height) * k < 10 || Math.max(width, height) * k < 14 ? -1 : farForm(farNameOf(one), k)
    return form < 0 && isThin(one, k) && hasRoomBelow(one, k) ? below : form
  }
  /** Where some blocks of a kind have room for no more than their number, others say no more either: 9 beside 10, not Floor 9. */
  const chooseForms = (k: number): void => {
    bare.clear()
    for (const one of core.areas()) {
      const form = formOf(one, k)
      nextForms[one.area.index] = form
      if (form >= 0 && isBare(farNameOf(one), form)) bare.add(farNameOf(one).family)
    }
    if (bare.size === 0) return
    for (const one of core.areas()) {
      const { index } = one.area
      if (isAlone(nextForms[index]!) && bare.has(farNameOf(one).family)) nextForms[index] = bareForm(farNameOf(one), k)
    }
  }
  const belowOf = (one: CoreArea): readonly Label[] => {
    const { tally, priced } = draw(one)
    return nameBelow(farNameOf(one), one.box, plan.viewBox, priced, tally.free > 0 ? houseInk : houseSoft)
  }
  const hasRoomBelow = (one: CoreArea, k: number): boolean => {
    // Among many there is none, and to look for it costs too much. What stands upright would lie under its own name.
    if (one.area.kind === 'standing' || core.areas().length > fewBlocks || one.box.height * k > flat) return false
    const places = belowOf(one).map((label) => placeOf(label, k))
    const isClear = (place: Box): boolean => core.areas().every((other) => other === one || !covers(other.box, place))
    return places.every((place) => isClear(place))
  }
  const lettersOf = (one: CoreArea, size: number): readonly Label[] => {
    let known = letters.get(one)
    if (known) return known
    let places = rows.get(one)
    if (!places) rows.set(one, (places = rowPlaces(plan, one.area, core.index)))
    letters.set(one, (known = rowLabels(places, size)))
    return known
  }
  /** What the letters of a block's rows cover, kept for as long as names are: many names ask. */
  const placesOf = (one: CoreArea, size: number, k: number): readonly Box[] => {
    let known = letterPlaces.get(one)
    if (!known) letterPlaces.set(one, (known = lettersOf(one, size).map((letter) => placeOf(letter, k))))
    return known
  }
  const nameOf = (one: CoreArea, k: number, size: number, sight: Sight): Label | undefined => {
    if (names.has(one)) return names.get(one)
    const isFree = (place: Box): boolean => {
      // Out of the hall's own frame a name would lie under a panel, or be cut by the screen's edge.
      if (!within(place, plan.viewBox)) return false
      if (core.index.holds(grow(place, core.seatSize * 0.5), core.shows)) return false
      if (namePlaces.some((other) => covers(other, place))) return false
      if (size === 0) return true
      const near = grow(place, core.pitch * 2)
      return !sight.areas.some((other) => covers(other.box, near) && placesOf(other, size, k).some((letter) => covers(letter, place)))
    }
    const name = words().areaName(one.area.index)
    let label: Label | undefined
    for (const text of [name, shortOf(name)])
      for (const size of nearSizes) if (text) label ??= nearName(text, size, one, core.areas(), plan, k, isFree)
    names.set(one, label)
    if (label) namePlaces.push(placeOf(label, k))
    return label
  }

  const forgetNames = (): void => {
    names.clear()
    namePlaces.length = 0
    letterPlaces.clear()
  }

  return {
    sheet,
    writeFar: (k) => {
      // Whether a name fits is a matter of the scale alone: while panning they only move.
      if (written === 'far' && seen.k === k) return
      seen.k = k
      let changed = written !== 'far' || seen.stage !== stageForm(k)
      renamed = false
      chooseForms(k)
      changed ||= renamed
      for (const one of core.areas()) {
        const { index } = one.area
        const form = nextForms[index]!
        // A block may have lost a seat, and its name say the same in the same colour.
        const colour = areaLetter(draw(one).tally)
        changed ||= forms[index] !== form || worn[index] !== colour
        forms[index] = form
        worn[index] = colour
      }
      if (!changed) return
      written = 'far'
      seen.stage = stageForm(k)
      sheet.fill((add) => {
        stageLabel(plan, stage, k).forEach(add)
        for (const one of core.areas()) {
          const form = forms[one.area.index]!
          if (form === below) belowOf(one).forEach(add)
          else if (form >= 0) addFarName(farNames[one.area.index]!, form, areaLetter(draw(one).tally), add)
        }
      })
    },
    writeNear: (k, sight) => {
      const step = Math.floor(Math.log2(k) * stepsOfDoubling)
      const size = letterSize(core.seatSize * k)
      const form = stageForm(k)
      if (written === 'near' && seen.sight === sight.edition() && seen.step === step && seen.size === size && seen.stage === form) return
      if (seen.size !== size) letters.clear()
      if (seen.step !== step || seen.size !== size) forgetNames()
      written = 'near'
      seen = { ...seen, sight: sight.edition(), step, size, stage: form }
      const scale = 2 ** (step / stepsOfDoubling)
      sheet.fill((add) => {
        stageLabel(plan, stage, k).forEach(add)
        for (const one of sight.areas) {
          if (one.area.kind === 'standing') {
            const name = formOf(one, k)
            if (name >= 0) addFarName(farNames[one.area.index]!, name, areaLetter(draw(one).tally), add)
            continue
          }
          if (size > 0) lettersOf(one, size).forEach(add)
          if (size > 0) tableNames(tablesOf(plan, one.area.index), size + 2, k).forEach(add)
          const name = nameOf(one, scale, size, sight)
          if (name) add(name)
        }
      })
    },
    recount: () => {
      counted.fill(0)
      if (written === 'far') seen.k = NaN
      else if (hasStanding) written = undefined
    },
    reword: () => {
      written = undefined
      farNames.length = seenNames.length = 0
      counted.fill(0)
      prices.clear()
      letters.clear()
      forgetNames()
    },
  }
}

const grow = (box: Box, by: number): Box => ({ x: box.x - by, y: box.y - by, width: box.width + 2 * by, height: box.height + 2 * by })
const within = (inner: Box, outer: Box): boolean =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height
