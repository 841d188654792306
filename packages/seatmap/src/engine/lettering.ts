import {
  type AreaWords,
  type DrawnArea,
  type Label,
  letterSize,
  type Sheet,
  stageFit,
  stageLabel,
  tableNames,
  tablesOf,
  type Text,
} from '#layers'
import type { Core, CoreArea } from './core.ts'
import { createFarNames } from './far-names.ts'
import { createNearNames } from './near-names.ts'
import { createSheet } from './sheet.ts'
import type { Sight } from './sight.ts'

/** All words of a picture but the seats' numbers. Written anew only when other words are due, never because the camera moved. */
export type Lettering = {
  readonly sheet: Sheet<Label>
  /** Names and prices upon the blocks. */
  readonly writeFar: (k: number) => void
  /** Names beside the blocks in sight, and the letters of their rows. */
  readonly writeNear: (k: number, sight: Sight) => void
  /** What will be written when one comes near, some blocks at a time. */
  readonly ahead: () => Generator<readonly Text[]>
  /** What is left of the areas changed. */
  readonly recount: () => void
  /** Words, prices or the view changed. */
  readonly reword: () => void
}

/** Places are sought anew for each quarter of a doubling of the scale: in between, names keep their place beside the block. */
const stepsOfDoubling = 4
/** Blocks whose words are got ready in one go: a few milliseconds' work. */
const atATime = 8

export function createLettering(core: Core, words: () => AreaWords, draw: (area: CoreArea) => DrawnArea): Lettering {
  const { plan } = core
  const sheet = createSheet<Label>()
  const stage = stageFit(plan)
  const hasStanding = plan.areas.some(({ kind }) => kind === 'standing')
  const far = createFarNames(core, words, draw)
  const near = createNearNames(core, words)
  let written: 'far' | 'near' | undefined
  let seen = { sight: -1, step: NaN, size: -1, stage: -1, k: NaN }

  const stageForm = (k: number): number => stage.findIndex((scale) => k >= scale)

  return {
    sheet,
    writeFar: (k) => {
      // Whether a name fits is a matter of the scale alone: while panning they only move.
      if (written === 'far' && seen.k === k) return
      seen.k = k
      const isOther = far.choose(k)
      if (!isOther && written === 'far' && seen.stage === stageForm(k)) return
      written = 'far'
      seen.stage = stageForm(k)
      sheet.fill((add) => {
        stageLabel(plan, stage, k).forEach(add)
        far.addChosen(add)
      })
    },
    writeNear: (k, sight) => {
      const step = Math.floor(Math.log2(k) * stepsOfDoubling)
      const size = letterSize(core.seatSize * k)
      const form = stageForm(k)
      if (written === 'near' && seen.sight === sight.edition() && seen.step === step && seen.size === size && seen.stage === form) return
      if (seen.size !== size) near.forgetLetters()
      if (seen.step !== step || seen.size !== size) near.forgetNames()
      written = 'near'
      seen = { ...seen, sight: sight.edition(), step, size, stage: form }
      const scale = 2 ** (step / stepsOfDoubling)
      sheet.fill((add) => {
        stageLabel(plan, stage, k).forEach(add)
        for (const one of sight.areas) {
          if (one.area.kind === 'standing') {
            far.addOne(one, k, add)
            continue
          }
          if (size > 0) near.lettersOf(one, size).forEach(add)
          if (size > 0) tableNames(tablesOf(plan, one.area.index), size + 2, k).forEach(add)
          const name = near.nameOf(one, scale, size, sight)
          if (name) add(name)
        }
      })
    },
    *ahead() {
      const seated = core.areas().filter(({ area }) => area.kind !== 'standing')
      for (let first = 0; first < seated.length; first += atATime) yield seated.slice(first, first + atATime).flatMap(near.textsOf)
    },
    recount: () => {
      far.recount()
      if (written === 'far') seen.k = NaN
      else if (hasStanding) written = undefined
    },
    reword: () => {
      written = undefined
      far.reword()
      near.forgetLetters()
      near.forgetNames()
    },
  }
}
