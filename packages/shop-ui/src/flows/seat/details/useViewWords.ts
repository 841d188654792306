import { useMemo } from 'react'
import type { SeenFromSeat } from '@playhouse/seatmap/view-from-seat'
import { useFormats, useWords } from '#i18n'
import { useLength } from '../words/useLength.ts'

/** A cause that hides less than this share of what is hidden goes without saying. */
const minCauseShare = 0.2
/** The floor is told apart where it is seen so much worse than the actors on it. */
const minFloorGap = 0.1
/** Degrees off the axis from which one looks from the side. */
const sideDegrees = { little: 35, much: 60 }

/** Less than half a per cent is nothing anybody would miss. */
export const fullViewShare = 0.995

export type ViewWords = {
  /** "You see 92% of the stage; the heads in front hide the rest." Where the house knows of more that hides it, that comes first. */
  readonly first: (view: SeenFromSeat) => string
  /** What else there is to say: floor, side, distance. */
  readonly more: (view: SeenFromSeat) => readonly string[]
}

/** What one sees from a seat, in sentences. */
export function useViewWords(): ViewWords {
  const t = useWords('seat')
  const { percent, number } = useFormats()
  const length = useLength()
  return useMemo(
    () => ({
      first: ({ share, hidden, isRestricted, isStanding }) => {
        if (isRestricted) return t('view.restricted')
        if (share > fullViewShare) return t('view.all')
        return t(`view.${isStanding ? 'standing' : causeOf(share, hidden)}`, { percent: percent(share) })
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

/** The words for what hides the rest: the one cause, or the two that hide most. */
function causeOf(share: number, hidden: SeenFromSeat['hidden']): string {
  const [most, next] = hidden.filter((cause) => cause.share >= (1 - share) * minCauseShare).map(({ by }) => by)
  if (!next) return most ?? 'heads'
  if (most !== 'edge' && next !== 'edge') return 'several'
  return most === 'heads' || next === 'heads' ? 'headsAndEdge' : 'railAndEdge'
}
