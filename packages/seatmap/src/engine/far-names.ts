import type { Money } from '@playhouse/domain/money'
import type { Box } from '@playhouse/domain/plan'
import {
  addFarName,
  areaLetter,
  type AreaWords,
  numberForm,
  type DrawnArea,
  farForm,
  type FarName,
  createFarName,
  isNameOnly,
  isNumberOnly,
  isThin,
  type Label,
  nameBelow,
  placeOf,
} from '#layers'
import type { Paint } from '#look'
import { covers } from '#plan-index'
import type { Core, CoreArea } from './core.ts'
import type { Steps } from './slices.ts'

/** Names and prices of the blocks in the far view. */
export type FarNames = {
  /** Fits the new names, one per step. */
  readonly fit: (k: number) => Steps
  /** Chooses the form of each name at this scale. Returns whether any text or colour changed. */
  readonly choose: (k: number) => boolean
  /** Adds the labels chosen last. */
  readonly addChosen: (add: (label: Label) => void) => void
  /** Adds the label of one area at this scale. */
  readonly addAreaName: (coreArea: CoreArea, k: number, add: (label: Label) => void) => void
  /** Must be called after the free seats of areas have changed. */
  readonly updateCounts: () => void
  /** Must be called after words, prices or the view have changed. */
  readonly updateWords: () => void
}

/** The form of a name below its block, for blocks as thin as a line or a dot. */
const formBelow = 100
const houseInk: Paint = (ink) => ink.houseInk
const houseSoft: Paint = (ink) => ink.houseSoft
/** Blocks up to which a low block shows its name beneath it. */
const fewBlocks = 40
/** Blocks up to which names include the seats left: more numbers are unreadable, and each sale would rewrite one. */
const countedBlocks = 120
/** CSS pixels: names are put below blocks up to this height. */
const maxFlatHeight = 12

export function createFarNames(core: Core, words: () => AreaWords, draw: (area: CoreArea) => DrawnArea): FarNames {
  const { plan } = core
  const forms = new Int8Array(plan.areas.length)
  const nextForms = new Int8Array(plan.areas.length)
  /** Name prefixes for which at least one block has no space. */
  const bareFamilies = new Set<string>()
  const names: (FarName | undefined)[] = []
  const nameCache: (Map<number, FarName> | undefined)[] = []
  const isCounted = new Uint8Array(plan.areas.length)
  /** By area: the colour its name was last written in. */
  const lastColour: (Paint | undefined)[] = []
  const prices = new Map<Money | undefined, string>()
  /** Since the end of the last call of `choose`. */
  let areNamesStale = false

  const areaPrice = (from: Money | undefined): string => {
    let price = prices.get(from)
    if (price === undefined) prices.set(from, (price = words().areaPrice(from)))
    return price
  }
  /**
   * Fitting a text is expensive and depends on its length only, so a price of a known length reuses the earlier position.
   */
  const nameOf = (coreArea: CoreArea): FarName => {
    const { index } = coreArea.area
    const cachedName = names[index]
    if (cachedName && isCounted[index]) return cachedName
    isCounted[index] = 1
    const drawnArea = draw(coreArea)
    const { free, from } = drawnArea.tally
    const price = areaPrice(from)
    const remainingText =
      free > 0 && (coreArea.area.kind === 'standing' || core.areas().length <= countedBlocks) ? words().areaLeft(free) : ''
    const fits = (nameCache[index] ??= new Map<number, FarName>())
    const key = drawnArea.hasPrice ? price.length * 64 + remainingText.length : -1
    let name = fits.get(key)
    if (name?.price !== price || name.seatsLeft !== remainingText)
      fits.set(
        key,
        (name = name
          ? { ...name, price, seatsLeft: remainingText }
          : createFarName(drawnArea, plan, words().areaName(index), price, remainingText)),
      )
    areNamesStale ||= name !== cachedName
    return (names[index] = name)
  }
  /** Not even a number of nine pixels fits, for example in most blocks of a stadium on a phone. */
  const isTiny = ({ box: { width, height } }: CoreArea, k: number): boolean =>
    Math.min(width, height) * k < 10 || Math.max(width, height) * k < 14
  const formOf = (coreArea: CoreArea, k: number): number => {
    const form = isTiny(coreArea, k) ? -1 : farForm(nameOf(coreArea), k)
    return form < 0 && isThin(coreArea, k) && hasRoomBelow(coreArea, k) ? formBelow : form
  }
  /** If some blocks of a kind have space for their number only, all of them show only the number: 9 beside 10, not Floor 9. */
  const chooseForms = (k: number): void => {
    bareFamilies.clear()
    for (const coreArea of core.areas()) {
      const form = formOf(coreArea, k)
      nextForms[coreArea.area.index] = form
      if (form >= 0 && isNumberOnly(nameOf(coreArea), form)) bareFamilies.add(nameOf(coreArea).family)
    }
    if (bareFamilies.size === 0) return
    for (const coreArea of core.areas()) {
      const { index } = coreArea.area
      if (isNameOnly(nextForms[index]!) && bareFamilies.has(nameOf(coreArea).family)) nextForms[index] = numberForm(nameOf(coreArea), k)
    }
  }
  const belowOf = (coreArea: CoreArea): readonly Label[] => {
    const { tally, hasPrice } = draw(coreArea)
    return nameBelow(nameOf(coreArea), coreArea.box, plan.viewBox, hasPrice, tally.free > 0 ? houseInk : houseSoft)
  }
  /** Whether an earlier block has its name below it. */
  const isNamedBelow = ({ area }: CoreArea, before: CoreArea): boolean =>
    area.index < before.area.index && nextForms[area.index] === formBelow
  const hasRoomBelow = (coreArea: CoreArea, k: number): boolean => {
    // With many blocks there is no space, and the search costs too much. Tall blocks would cover the name.
    if (coreArea.area.kind === 'standing' || core.areas().length > fewBlocks || coreArea.box.height * k > maxFlatHeight) return false
    const places = belowOf(coreArea).map((label) => placeOf(label, k))
    const lies = (other: CoreArea, place: Box): boolean =>
      covers(other.box, place) || (isNamedBelow(other, coreArea) && belowOf(other).some((label) => covers(placeOf(label, k), place)))
    return core.areas().every((other) => other === coreArea || !places.some((place) => lies(other, place)))
  }
  const addForm = (coreArea: CoreArea, form: number, add: (label: Label) => void): void => {
    if (form === formBelow) belowOf(coreArea).forEach(add)
    else if (form >= 0) addFarName(names[coreArea.area.index]!, form, areaLetter(draw(coreArea).tally), add)
  }

  return {
    *fit(k) {
      for (const coreArea of core.areas()) {
        if (isCounted[coreArea.area.index] || isTiny(coreArea, k)) continue
        nameOf(coreArea)
        yield
      }
    },
    choose: (k) => {
      chooseForms(k)
      let hasChanged = areNamesStale
      areNamesStale = false
      for (const coreArea of core.areas()) {
        const { index } = coreArea.area
        const form = nextForms[index]!
        // A block may have lost a seat while its label keeps text and colour.
        const colour = areaLetter(draw(coreArea).tally)
        hasChanged ||= forms[index] !== form || lastColour[index] !== colour
        forms[index] = form
        lastColour[index] = colour
      }
      return hasChanged
    },
    addChosen: (add) => {
      for (const coreArea of core.areas()) addForm(coreArea, forms[coreArea.area.index]!, add)
    },
    addAreaName: (coreArea, k, add) => addForm(coreArea, formOf(coreArea, k), add),
    updateCounts: () => void isCounted.fill(0),
    updateWords: () => {
      names.length = nameCache.length = 0
      isCounted.fill(0)
      prices.clear()
    },
  }
}
