/** The level of detail of seats: whole areas, dots, discs with a glyph, or discs with letter and number. */
export type Level = 'areas' | 'points' | 'glyphs' | 'numbers'

const levels: readonly Level[] = ['areas', 'points', 'glyphs', 'numbers']
/** Share of a threshold by which the size must pass it before the level changes back, so that zooming does not flicker. */
const hysteresis = 0.15

/** Diameters in CSS pixels at which each level begins. On a software renderer points begin later: they are many. */
export const levelStart = { points: 4, glyphs: 8, numbers: 18 } as const
export const softwarePointsStart = 6

/** The level for a seat with a diameter of `size` CSS pixels, given the level before. */
export function levelFor(size: number, before: Level | undefined, software = false): Level {
  const starts = [0, software ? softwarePointsStart : levelStart.points, levelStart.glyphs, levelStart.numbers]
  let level = 0
  for (let i = 1; i < levels.length; i++) {
    const wasAbove = before !== undefined && levels.indexOf(before) >= i
    if (size >= starts[i]! * (wasAbove ? 1 - hysteresis : before === undefined ? 1 : 1 + hysteresis)) level = i
  }
  return levels[level]!
}
