import { useMemo } from 'react'
import type { SeenFromSeat } from '@playhouse/seatmap/view-from-seat'
import { useFormats, useWords } from '#i18n'
import { useLength } from '../words/useLength.ts'

/** Minimum share of the hidden part for a cause to be named. */
const minCauseShare = 0.2
/** The floor is mentioned if it is seen this much worse than the actors. */
const minFloorGap = 0.1
/** Degrees off the axis from which a view is from the side. */
const sideDegrees = { little: 35, much: 60 }

/** From this share on, the view counts as full. */
export const fullViewShare = 0.995

export type ViewWords = {
  /** "You see 92% of the stage; the heads in front hide the rest." Begins with the restriction if the theatre reports one. */
  readonly first: (view: SeenFromSeat) => string
  /** Further sentences: floor, side, distance. */
  readonly more: (view: SeenFromSeat) => readonly string[]
}

/** Describes the view from a seat in sentences. */
export function useViewWords(): ViewWords {
  const t = useWords('seat')
  const { percent, number } = useFormats()
  const length = useLength()
  return useMemo(
    () => ({
      first: ({ share, obstructions, isRestricted, isStanding }) => {
        if (isRestricted) return t('view.restricted')
        if (share > fullViewShare) return t('view.all')
        return t(`view.${isStanding ? 'standing' : causeOf(share, obstructions)}`, { percent: percent(share) })
      },
      more: ({ share, floor, offAxis, metres, angle, isRestricted }) => [
        ...(isRestricted && share <= fullViewShare ? [t('view.apart', { percent: percent(share) })] : []),
        ...(share - floor > minFloorGap ? [t('view.floor', { percent: percent(floor) })] : []),
        ...(offAxis > sideDegrees.little ? [t(offAxis > sideDegrees.much ? 'view.side' : 'view.aside')] : []),
        t('view.distance', { length: length(metres), degrees: number(Math.round(angle)) }),
      ],
    }),
    [t, percent, number, length],
  )
}

/** i18n key of the cause that hides the rest, or of the two main ones. */
function causeOf(share: number, obstacle: SeenFromSeat['obstructions']): string {
  const [most, next] = obstacle.filter((cause) => cause.share >= (1 - share) * minCauseShare).map(({ by }) => by)
  if (!next) return most ?? 'heads'
  if (most !== 'edge' && next !== 'edge') return 'several'
  return most === 'heads' || next === 'heads' ? 'headsAndEdge' : 'railAndEdge'
}
