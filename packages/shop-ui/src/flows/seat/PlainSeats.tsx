import { Suspense, useEffect, useMemo, useState } from 'react'
import type { Prices } from '@playhouse/api-client/contract'
import type { Plan } from '@playhouse/domain/plan'
import { seatOutlook } from '@playhouse/domain/seat'
import { noFilters, SeatList } from '@playhouse/seatmap/list'
import { createSeatStore } from '@playhouse/seatmap/store'
import { useWords } from '#i18n'
import { AsSwitch } from './AsSwitch.tsx'
import { readHouse } from './house/house.ts'
import { MapHouse } from './map/MapHouse.tsx'
import styles from './PlainSeats.module.css'
import { useListWords, useMapWords } from './words/useMapWords.ts'
import { useOffers } from './house/useOffers.ts'
import { useSeatsAs } from './useSeatsAs.ts'

/** Seats that somebody else keeps true: read whole, and told of as they change. */
type Live = {
  readonly read: () => Uint8Array
  readonly version: () => number
  readonly listen: (listener: {
    readonly changed: (changes: readonly (readonly [seat: number, outlook: number])[], version: number) => void
    readonly renewed: () => void
  }) => () => void
}

type Props = {
  readonly instance: { readonly id: string; readonly hallName: string; readonly prices: Prices }
  readonly plan: Plan
  readonly live: Live
  /** Chosen, wherever that is kept: pressed once more, they are let go of. */
  readonly held: readonly number[]
  readonly onToggle: (seat: number) => void
  readonly onStand: (area: number, count: number) => void
}
const around = { top: 72, right: 16, bottom: 16, left: 16 }
const nothing = (): void => {}

/** The hall as map or list and nothing beside it, for a screen that keeps the choice itself. */
export function PlainSeats({ instance, plan, live, held, onToggle, onStand }: Props) {
  const t = useWords('seat')
  const house = useMemo(() => readHouse(plan, instance.prices), [plan, instance.prices])
  const [store] = useState(() => createSeatStore(plan))
  const [as, setAs] = useSeatsAs()
  const [view] = useState(() => 'all')
  const chosen = held.join()
  useEffect(() => {
    const ours = new Set(chosen === '' ? [] : chosen.split(',').map(Number))
    const restart = (): void => {
      const values = live.read()
      for (const seat of ours) values[seat] = seatOutlook.free
      store.restart(values, live.version())
    }
    restart()
    const changed = (changes: readonly (readonly [seat: number, outlook: number])[], version: number): void => {
      store.apply(
        changes.filter(([seat]) => !ours.has(seat)),
        version,
      )
    }
    return live.listen({ changed, renewed: restart })
  }, [store, live, chosen])
  const offers = useOffers(house)
  const mapWords = useMapWords(instance.id, house, instance.hallName)
  const listWords = useListWords(house, mapWords)
  const choosing = useMemo(
    () => ({ plan, store, offers, selection: held, mine: [], filters: noFilters, view }),
    [plan, store, offers, held, view],
  )
  return (
    <div className={styles['seats']}>
      <div className={styles['switch']}>
        <AsSwitch as={as} onChange={setAs} />
      </div>
      {as === 'map' ? (
        <Suspense fallback={<p>{t('loading')}</p>}>
          <MapHouse
            {...choosing}
            words={mapWords}
            inset={around}
            onToggle={onToggle}
            onStand={onStand}
            onUndrawable={() => setAs('list')}
          />
        </Suspense>
      ) : (
        <SeatList {...choosing} words={listWords} onToggle={onToggle} onStand={onStand} onDetails={nothing} headingLevel={2} />
      )}
    </div>
  )
}
