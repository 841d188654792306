import { useMemo, useSyncExternalStore } from 'react'
import { seatOutlook } from '@playhouse/domain/seat'
import { MiniMap } from '@playhouse/seatmap/mini-map'
import type { SeatStore } from '@playhouse/seatmap/store'
import { viewFrom } from '@playhouse/seatmap/view-from-seat'
import { useFormats, useWords } from '#i18n'
import { Button } from '#parts/Button'
import { BandSwatch } from './BandSwatch.tsx'
import { type Choice, totalOf } from './choice.ts'
import type { Offer } from './find-parties.ts'
import styles from './FoundSeats.module.css'
import { bandAt, type House, priceAt } from './house.ts'
import { useEye } from './useEye.ts'
import { useSeatVoice } from './useSeatVoice.ts'
import { useViewWords } from './useViewWords.ts'

type FoundSeatsProps = {
  readonly house: House
  readonly store: SeatStore
  readonly offers: readonly Offer[]
  readonly isPending: boolean
  readonly onChoose: (choice: Choice) => void
}

/** Groups of seats to choose from, best first; one that somebody else has taken stays and says so. */
export function FoundSeats({ house, store, offers, isPending, onChoose }: FoundSeatsProps) {
  useSyncExternalStore(store.subscribe, store.revision)
  return (
    <ul role="list" className={styles['found']}>
      {offers.map(({ seats, choice }, place) => (
        <FoundParty
          key={seats.join(' ')}
          house={house}
          seats={seats}
          choice={choice}
          isBest={place === 0}
          isGone={seats.some((seat) => store.outlook[seat] !== seatOutlook.free)}
          isPending={isPending}
          onChoose={() => onChoose(choice)}
        />
      ))}
    </ul>
  )
}

type FoundPartyProps = {
  readonly house: House
  readonly seats: readonly number[]
  readonly choice: Choice
  readonly isBest: boolean
  readonly isGone: boolean
  readonly isPending: boolean
  readonly onChoose: () => void
}

function FoundParty({ house, seats, choice, isBest, isGone, isPending, onChoose }: FoundPartyProps) {
  const t = useWords('seat')
  const { money } = useFormats()
  const voice = useSeatVoice(house)
  const words = useViewWords()
  const [eye] = useEye()
  const { plan } = house
  const middle = seats[seats.length >> 1]!
  const view = useMemo(() => viewFrom(plan, middle, eye), [plan, middle, eye])
  const prices = choice.flatMap(({ priceType }, place) => priceAt(house, seats[place]!, priceType)?.price ?? [])
  const band = bandAt(house, middle)
  const area = plan.areas[plan.areaOf[middle]!]!
  const name = voice.seats(seats)
  const unusual = [...new Set(seats.flatMap((seat) => voice.unusual(seat)))]
  return (
    <li className={styles['party']}>
      <div className={styles['map']}>
        <MiniMap plan={plan} seats={seats} />
      </div>
      <div className={styles['text']}>
        <h3 className={styles['name']}>
          {band && <BandSwatch band={band} />}
          <span>
            {area.name}, {name}
          </span>
        </h3>
        <p>{words.first(view)}</p>
        {unusual.length > 0 && <p className={styles['soft']}>{unusual.join(' · ')}</p>}
      </div>
      <div className={styles['take']}>
        <p className={styles['total']}>
          <strong>{money(totalOf(choice, house))}</strong>
          {prices.length > 1 && prices.every((price) => price === prices[0]) && (
            <small>{t('list.each', { price: money(prices[0]!) })}</small>
          )}
        </p>
        <Button
          look={isBest ? 'primary' : 'secondary'}
          isDisabled={isGone}
          isPending={isPending}
          onPress={onChoose}
          aria-label={isGone ? `${name}, ${t('key.unavailable')}` : t('byPrice.chooseSeats', { seats: name })}
        >
          {t(isGone ? 'key.unavailable' : 'byPrice.choose')}
        </Button>
      </div>
    </li>
  )
}
