import { type ComponentType, type ReactNode, useId } from 'react'
import type { Prices } from '@playhouse/api-client/contract'
import { type Plan, placeName } from '@playhouse/domain/plan'
import type { SeatNeed } from '@playhouse/domain/plan/best'
import type { Band } from '@playhouse/domain/pricing'
import type { SeatWords } from '@playhouse/seatmap'
import { useSeatName } from '#ticketing/SeatName'
import { Button } from '#ui/Button'
import { ProblemNotice } from '#ui/ProblemNotice'
import { Loading, SkeletonBlock } from '#ui/Skeleton'
import styles from './HallChoice.module.css'
import { type CommonHall, useCommonHall } from './useCommonHall.ts'

/** The hall of the seat flow as map or list, which the app passes in. */
export type HallSeats = ComponentType<{
  readonly instance: { readonly id: string; readonly hallName: string; readonly prices: Prices }
  readonly plan: Plan
  readonly live: CommonHall['live']
  readonly heldSeats: readonly number[]
  readonly onToggle: (seat: number) => void
  readonly onStandingCountChange: (area: number, count: number) => void
  readonly accessNeeds: readonly SeatNeed[]
  readonly changeWords?: (words: SeatWords) => Partial<SeatWords>
  readonly noteOf?: (seat: number) => string
  readonly onPoint?: (seat: number | undefined) => void
}>

type HallLoaderProps = {
  /** Ids of the performances, in a list that is stable between renders. */
  readonly instances: readonly string[]
  readonly bands: readonly Band[]
  readonly children: (hall: CommonHall) => ReactNode
}

/** Loads the hall of performances, and shows why it could not be loaded. */
export function HallLoader({ instances, bands, children }: HallLoaderProps) {
  const { hall, error, reload } = useCommonHall(instances, bands)
  if (hall) return children(hall)
  if (error) return <ProblemNotice problem={error.problem} onRetry={() => void reload()} />
  return (
    <Loading>
      <SkeletonBlock height={28} />
    </Loading>
  )
}

/** The box of a hall on a page. */
export const HallBox = ({ children }: { readonly children: ReactNode }) => <div className={styles['hall']}>{children}</div>

type ChosenSeatsProps = {
  readonly plan: Plan
  readonly seats: readonly number[]
  readonly words: {
    readonly title: string
    readonly none: string
    readonly remove: string
    /** The name of the button that removes a seat. */
    readonly removeSeat: (seat: string) => string
  }
  readonly onRemove: (seat: number) => void
}

/** The chosen seats of a hall, each with a button that removes it. */
export function ChosenSeats({ plan, seats, words, onRemove }: ChosenSeatsProps) {
  const id = useId()
  const nameOf = useSeatName()
  return (
    <section aria-labelledby={id} className={styles['chosen']}>
      <h2 id={id}>{words.title}</h2>
      {seats.length === 0 ? (
        <p>{words.none}</p>
      ) : (
        <ul role="list">
          {seats.map((seat) => {
            const name = nameOf(placeName(plan, seat))
            return (
              <li key={seat}>
                <span>{name}</span>
                <Button look="quiet" aria-label={words.removeSeat(name)} onPress={() => onRemove(seat)}>
                  {words.remove}
                </Button>
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}
