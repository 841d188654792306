import { useWords } from '#i18n'
import type { PartSeats } from './part-seats.ts'

/** Returns a formatter of how the seats of a performance are found: "Best available seats", "2 seats chosen on the map". */
export function usePartSeatsText(): (found: PartSeats) => string {
  const t = useWords('package')
  const bandName = useWords('browse')
  return (found) => {
    switch (found.kind) {
      case 'best':
        return t('part.best')
      case 'band':
        return t('part.band', { band: bandName(`band.${found.band}`) })
      case 'chosen':
        return t('part.chosen', { count: found.seats.length })
      case 'unfit':
        return t('part.unfit')
    }
  }
}
