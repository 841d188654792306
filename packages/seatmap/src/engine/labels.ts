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
  /** Names and prices on the blocks: the steps that write them, a new one a step; undefined if they are written already. */
  readonly writeFar: (k: number) => Steps | undefined
  /** Names beside the visible blocks, and their row letters, in the same way; a block a step. */
  readonly writeNear: (k: number, visibleSet: VisibleSet) => Steps | undefined
  /** Texts that the near view will show, some blocks at a time. */
  readonly prefetchTexts: () => Generator<readonly Text[]>
  /** The free seats of the areas changed. */
  readonly updateCounts: () => void
  /** Words, prices or the view changed. */
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
  let drawnAt = { visibleSet: -1, step: NaN, size: -1, stage: -1, k: NaN }

  const stageForm = (k: number): number => stage.findIndex((scale) => k >= scale)

  function* farSteps(k: number): Steps {
    yield* farNames.fit(k)
    drawnAt.k = k
    const isOther = farNames.choose(k)
    if (!isOther && shownDistance === 'far' && drawnAt.stage === stageForm(k)) return
    shownDistance = 'far'
    drawnAt.stage = stageForm(k)
    list.fill((add) => {
      stageLabel(plan, stage, k).forEach(add)
      farNames.addChosen(add)
    })
  }
  function* nearSteps(k: number, scale: number, size: number, visibleSet: VisibleSet): Steps {
    // Both are cached, in the order of the list.
    for (const one of visibleSet.areas) {
      if (one.area.kind === 'standing') continue
      if (size > 0) nearNames.lettersOf(one, size)
      nearNames.nameOf(one, scale, size, visibleSet)
      yield
    }
    list.fill((add) => {
      stageLabel(plan, stage, k).forEach(add)
      for (const one of visibleSet.areas) {
        if (one.area.kind === 'standing') {
          farNames.addOne(one, k, add)
          continue
        }
        if (size > 0) nearNames.lettersOf(one, size).forEach(add)
        if (size > 0) tableNames(tablesOf(plan, one.area.index), size + 2, k).forEach(add)
        const name = nearNames.nameOf(one, scale, size, visibleSet)
        if (name) add(name)
      }
    })
  }

  return {
    list,
    // Whether a name fits depends on the scale alone: panning changes no label.
    writeFar: (k) => (shownDistance === 'far' && drawnAt.k === k ? undefined : farSteps(k)),
    writeNear: (k, visibleSet) => {
      const step = Math.floor(Math.log2(k) * stepsOfDoubling)
      const size = letterSize(core.seatSize * k)
      const form = stageForm(k)
      if (
        shownDistance === 'near' &&
        drawnAt.visibleSet === visibleSet.version() &&
        drawnAt.step === step &&
        drawnAt.size === size &&
        drawnAt.stage === form
      )
        return undefined
      if (drawnAt.size !== size) nearNames.forgetLetters()
      if (drawnAt.step !== step || drawnAt.size !== size) nearNames.forgetNames()
      shownDistance = 'near'
      drawnAt = { ...drawnAt, visibleSet: visibleSet.version(), step, size, stage: form }
      return nearSteps(k, 2 ** (step / stepsOfDoubling), size, visibleSet)
    },
    *prefetchTexts() {
      const seatedAreas = core.areas().filter(({ area }) => area.kind !== 'standing')
      for (let first = 0; first < seatedAreas.length; first += blocksPerBatch)
        yield seatedAreas.slice(first, first + blocksPerBatch).flatMap(nearNames.textsOf)
    },
    updateCounts: () => {
      farNames.updateCounts()
      if (shownDistance === 'far') drawnAt.k = NaN
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
