import { bands } from '@playhouse/domain/pricing'
import { useWords } from '#i18n'
import { Button } from '#ui/Button'
import type { ApiProblem } from '#server-state'
import styles from './BoxOffice.module.css'
import type { BestSeatsRequest } from './SeatCall.tsx'

type Props = {
  readonly problem: ApiProblem
  readonly request: BestSeatsRequest
  readonly onBest: (request: BestSeatsRequest) => Promise<boolean>
}

/** Alternatives to a request that failed: bands with enough seats, or the number of seats that are available. */
export function SeatAlternatives({ problem, request, onBest }: Props) {
  const t = useWords('box-office')
  if (!('ways' in problem.params)) return null
  const { bands: bandsWithSeats, atMost } = problem.params.ways
  const { wish } = request
  return (
    <div className={styles['inline']}>
      {bands
        .filter((band) => bandsWithSeats.includes(band))
        .map((band) => (
          <Button key={band} onPress={() => void onBest({ ...request, wish: { ...wish, band } })}>
            {t('found.band', { band: band.toUpperCase() })}
          </Button>
        ))}
      {atMost > 0 && atMost < wish.quantity && (
        <Button onPress={() => void onBest({ ...request, wish: { ...wish, quantity: atMost } })}>
          {t('found.atMost', { count: atMost })}
        </Button>
      )}
    </div>
  )
}
