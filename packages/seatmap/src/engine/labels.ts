import {
  type AreaWords,
  type DrawnArea,
  type Label,
  letterSize,
  type DisplayList,
  stageLabelScales,
  stageLabel,
  tableNames,
  tablesOf,
  type Text,
} from '#layers'
import type { Core, CoreArea } from './core.ts'
import { createFarNames } from './far-names.ts'
import { createNearNames } from './near-names.ts'
import { createDisplayList } from './display-list.ts'
import type { Steps } from './slices.ts'
import type { VisibleSet } from './visible-set.ts'

/** All labels of a frame except seat numbers. Rewritten only when the texts change, never because the camera moved. */
export type Labels = {
  readonly list: DisplayList<Label>
  /** Returns the steps that write names and prices on the blocks, one new label per step; undefined if the labels are current. */
  readonly writeFar: (k: number) => Steps | undefined
  /** Returns the steps that write names and row letters beside the visible blocks, one block per step; undefined if the labels are current. */
  readonly writeNear: (k: number, visibleSet: VisibleSet) => Steps | undefined
  /** Texts that the near view will show, some blocks at a time. */
  readonly prefetchTexts: () => Generator<readonly Text[]>
  /** Must be called after the free seats of areas have changed. */
  readonly updateCounts: () => void
  /** Must be called after words, prices or the view have changed. */
  readonly updateWords: () => void
}

/** Name positions are recomputed at each quarter of a doubling of the scale; in between, names keep their place. */
const stepsOfDoubling = 4
/** Blocks whose texts are prefetched in one step, a few milliseconds of work. */
const blocksPerBatch = 8

export function createLabels(core: Core, words: () => AreaWords, draw: (area: CoreArea) => DrawnArea): Labels {
  const { plan } = core
  const list = createDisplayList<Label>()
  const stage = stageLabelScales(plan)
  const hasStanding = plan.areas.some(({ kind }) => kind === 'standing')
  const farNames = createFarNames(core, words, draw)
  const nearNames = createNearNames(core, words)
  let shownDistance: 'far' | 'near' | undefined
  let lastDrawn = { visibleSet: -1, step: NaN, size: -1, stage: -1, k: NaN }

  const stageForm = (k: number): number => stage.findIndex((scale) => k >= scale)

  function* farSteps(k: number): Steps {
    yield* farNames.fit(k)
    lastDrawn.k = k
    const hasChanged = farNames.choose(k)
    if (!hasChanged && shownDistance === 'far' && lastDrawn.stage === stageForm(k)) return
    shownDistance = 'far'
    lastDrawn.stage = stageForm(k)
    list.fill((add) => {
      stageLabel(plan, stage, k).forEach(add)
      farNames.addChosen(add)
    })
  }
  function* nearSteps(k: number, scale: number, size: number, visibleSet: VisibleSet): Steps {
    // Both are cached, in the order of the list.
    for (const coreArea of visibleSet.areas) {
      if (coreArea.area.kind === 'standing') continue
      if (size > 0) nearNames.lettersOf(coreArea, size)
      nearNames.nameOf(coreArea, scale, size, visibleSet)
      yield
    }
    list.fill((add) => {
      stageLabel(plan, stage, k).forEach(add)
      for (const coreArea of visibleSet.areas) {
        if (coreArea.area.kind === 'standing') {
          farNames.addAreaName(coreArea, k, add)
          continue
        }
        if (size > 0) nearNames.lettersOf(coreArea, size).forEach(add)
        if (size > 0) tableNames(tablesOf(plan, coreArea.area.index), size + 2, k).forEach(add)
        const name = nearNames.nameOf(coreArea, scale, size, visibleSet)
        if (name) add(name)
      }
    })
  }

  return {
    list,
    // Whether a name fits depends on the scale alone: panning changes no label.
    writeFar: (k) => (shownDistance === 'far' && lastDrawn.k === k ? undefined : farSteps(k)),
    writeNear: (k, visibleSet) => {
      const step = Math.floor(Math.log2(k) * stepsOfDoubling)
      const size = letterSize(core.seatSize * k)
      const form = stageForm(k)
      if (
        shownDistance === 'near' &&
        lastDrawn.visibleSet === visibleSet.version() &&
        lastDrawn.step === step &&
        lastDrawn.size === size &&
        lastDrawn.stage === form
      )
        return undefined
      if (lastDrawn.size !== size) nearNames.forgetLetters()
      if (lastDrawn.step !== step || lastDrawn.size !== size) nearNames.forgetNames()
      shownDistance = 'near'
      lastDrawn = { ...lastDrawn, visibleSet: visibleSet.version(), step, size, stage: form }
      return nearSteps(k, 2 ** (step / stepsOfDoubling), size, visibleSet)
    },
    *prefetchTexts() {
      const seatedAreas = core.areas().filter(({ area }) => area.kind !== 'standing')
      for (let first = 0; first < seatedAreas.length; first += blocksPerBatch)
        yield seatedAreas.slice(first, first + blocksPerBatch).flatMap(nearNames.textsOf)
    },
    updateCounts: () => {
      farNames.updateCounts()
      if (shownDistance === 'far') lastDrawn.k = NaN
      else if (hasStanding) shownDistance = undefined
    },
    updateWords: () => {
      shownDistance = undefined
      farNames.updateWords()
      nearNames.forgetLetters()
      nearNames.forgetNames()
    },
  }
}
