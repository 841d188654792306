import {
  type AreaWords,
  type DrawnArea,
  type Label,
  letterSize,
  type DisplayList,
  stageFit,
  stageLabel,
  tableNames,
  tablesOf,
  type Text,
} from '#layers'
import type { Core, CoreArea } from './core.ts'
import { createFarNames } from './far-names.ts'
import { createNearNames } from './near-names.ts'
import { createDisplayList } from './display-list.ts'
import type { VisibleSet } from './visible-set.ts'

/** All words of a picture but the seats' numbers. Written anew only when other words are due, never because the camera moved. */
export type Labels = {
  readonly list: DisplayList<Label>
  /** Names and prices upon the blocks. */
  readonly writeFar: (k: number) => void
  /** Names beside the visible blocks, and the letters of their rows. */
  readonly writeNear: (k: number, visibleSet: VisibleSet) => void
  /** What will be written when one comes near, some blocks at a time. */
  readonly prefetchTexts: () => Generator<readonly Text[]>
  /** What is left of the areas changed. */
  readonly updateCounts: () => void
  /** Words, prices or the view changed. */
  readonly updateWords: () => void
}

/** Places are sought anew for each quarter of a doubling of the scale: in between, names keep their place beside the block. */
const stepsOfDoubling = 4
/** Blocks whose words are got ready in one go: a few milliseconds' work. */
const blocksPerBatch = 8

export function createLabels(core: Core, words: () => AreaWords, draw: (area: CoreArea) => DrawnArea): Labels {
  const { plan } = core
  const list = createDisplayList<Label>()
  const stage = stageFit(plan)
  const hasStanding = plan.areas.some(({ kind }) => kind === 'standing')
  const far = createFarNames(core, words, draw)
  const near = createNearNames(core, words)
  let shownDistance: 'far' | 'near' | undefined
  let drawnAt = { visibleSet: -1, step: NaN, size: -1, stage: -1, k: NaN }

  const stageForm = (k: number): number => stage.findIndex((scale) => k >= scale)

  return {
    list,
    writeFar: (k) => {
      // Whether a name fits is a matter of the scale alone: while panning they only move.
      if (shownDistance === 'far' && drawnAt.k === k) return
      drawnAt.k = k
      const isOther = far.choose(k)
      if (!isOther && shownDistance === 'far' && drawnAt.stage === stageForm(k)) return
      shownDistance = 'far'
      drawnAt.stage = stageForm(k)
      list.fill((add) => {
        stageLabel(plan, stage, k).forEach(add)
        far.addChosen(add)
      })
    },
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
        return
      if (drawnAt.size !== size) near.forgetLetters()
      if (drawnAt.step !== step || drawnAt.size !== size) near.forgetNames()
      shownDistance = 'near'
      drawnAt = { ...drawnAt, visibleSet: visibleSet.version(), step, size, stage: form }
      const scale = 2 ** (step / stepsOfDoubling)
      list.fill((add) => {
        stageLabel(plan, stage, k).forEach(add)
        for (const one of visibleSet.areas) {
          if (one.area.kind === 'standing') {
            far.addOne(one, k, add)
            continue
          }
          if (size > 0) near.lettersOf(one, size).forEach(add)
          if (size > 0) tableNames(tablesOf(plan, one.area.index), size + 2, k).forEach(add)
          const name = near.nameOf(one, scale, size, visibleSet)
          if (name) add(name)
        }
      })
    },
    *prefetchTexts() {
      const seated = core.areas().filter(({ area }) => area.kind !== 'standing')
      for (let first = 0; first < seated.length; first += blocksPerBatch)
        yield seated.slice(first, first + blocksPerBatch).flatMap(near.textsOf)
    },
    updateCounts: () => {
      far.updateCounts()
      if (shownDistance === 'far') drawnAt.k = NaN
      else if (hasStanding) shownDistance = undefined
    },
    updateWords: () => {
      shownDistance = undefined
      far.updateWords()
      near.forgetLetters()
      near.forgetNames()
    },
  }
}
