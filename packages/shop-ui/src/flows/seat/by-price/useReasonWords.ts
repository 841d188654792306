import { useMemo } from 'react'
import type { FoundSeats } from '@playhouse/api-client/contract'
import type { Seating } from '@playhouse/domain/plan'
import { useFormats, useWords } from '#i18n'

type Reason = FoundSeats['reason']

export type ReasonWords = {
  /** "Side by side · in the middle · 4 rows in front · Front view" */
  readonly good: (reason: Reason, seating: Seating) => string
  /** Reasons that there are no better seats, one sentence each. */
  readonly notBetter: (reason: Reason) => readonly string[]
}

/** Maximum number of sentences; the most important reasons come first. */
const most = 2

/** Formats the reason for a result. */
export function useReasonWords(): ReasonWords {
  const t = useWords('seat')
  const { number, list } = useFormats()
  return useMemo(
    () => ({
      good: ({ how, parts, rows, place, rowsInFront, view }, seating) => {
        const sizes = list(parts.map((part) => number(part)))
        const seatedWords =
          how === 'split'
            ? t(rows > 1 ? 'byPrice.reason.rows' : 'byPrice.reason.oneRow', { parts: sizes })
            : (parts[0] ?? 1) > 1 && t('byPrice.reason.together')
        // Standing places have no neighbours and no row; tables are in no row.
        const inRows = rowsInFront === 0 ? t('fact.frontRow') : t('fact.rows', { count: rowsInFront })
        return [
          seating === 'standing' ? t('fact.standing') : seatedWords,
          place !== 'around' && t(`byPrice.reason.${place}`),
          seating === 'row' && inRows,
          t(`fact.${view}`),
        ]
          .filter(Boolean)
          .join(' · ')
      },
      notBetter: (reason) => reason.notBetter.slice(0, most).map((why) => t(`byPrice.notBetter.${why}`)),
    }),
    [t, number, list],
  )
}
