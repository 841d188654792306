import { Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { areLevelsStacked, joinPhrases, type Plan } from '@playhouse/domain/plan'
import { zero } from '@playhouse/domain/money'
import { type Band, bands } from '@playhouse/domain/pricing'
import { seatAvailability } from '@playhouse/domain/seat'
import type { SeatMapHandle } from '@playhouse/seatmap'
import { noFilters, type SeatOffers } from '@playhouse/seatmap/list'
import { createSeatStore } from '@playhouse/seatmap/store'
import { useWords } from '#i18n'
import { classNames } from '#theme'
import { createMapReportStore } from './map/map-report.ts'
import { LazySeatMap } from './map/LazySeatMap.tsx'
import { LevelSwitcher } from './map/LevelSwitcher.tsx'
import { MapControls } from './map/MapControls.tsx'
import { Shortcuts } from './map/Shortcuts.tsx'
import { useCharacterKeys } from './map/useCharacterKeys.ts'
import type { SeatingModel } from './model/seating-model.ts'
import { useOffers } from './model/useOffers.ts'
import styles from './PlainSeats.module.css'
import { BandSwatch } from './words/BandSwatch.tsx'
import { useMapWords } from './words/useMapWords.ts'
import { useSeatVoice } from './words/useSeatVoice.ts'

/** What a map of a plan shows. */
type PlanMapProps = {
  readonly plan: Plan
  /** By seat: an index into `bands`. Make a new one when anything changes. */
  readonly bandOf: Uint8Array
  /** Seats that are drawn as taken and cannot be pressed. */
  readonly taken?: readonly number[]
  /**
   * What the colours mean: named with each seat, and in a key below the map, there with more words where it has some. Seats have the letter of
   * their band, or `sign`; empty for none. Make a new one when anything changes.
   */
  readonly names?: readonly { readonly band: Band; readonly name: string; readonly inKey?: string; readonly sign?: string }[]
  /** Called with the seats that were pressed, or that a drag caught; without it, the map only shows. */
  readonly onSeats?: (seats: readonly number[]) => void
}

/** All bands have the same price: the map shows bands of a plan, and nothing is sold. */
const anyType = { id: 'any', name: '', kind: 'full' } as const
const anyPrice = { [anyType.id]: { price: zero, fee: zero } }
const anyPrices = Object.fromEntries(bands.map((band) => [band, anyPrice]))
const nothing: readonly number[] = []
/** Margins around the hall, in CSS pixels; controls cover those at the top and the bottom. */
const mapInset = { top: 64, right: 16, bottom: 64, left: 16 }

/** Offers with the signs of their colours instead of the letters of bands. */
function withSigns(offers: SeatOffers, names: PlanMapProps['names']): SeatOffers {
  if (!names?.some(({ sign }) => sign !== undefined)) return offers
  const signs = new Map(names.map(({ band, sign }) => [band, sign]))
  return {
    ...offers,
    bands: new Map([...offers.bands].map(([band, offer]) => [band, { ...offer, letter: signs.get(band) ?? offer.letter }])),
  }
}

/** A plan without a performance, for staff: each seat in the colour of its band, and named with it. */
export function PlanMap({ plan, bandOf, taken = nothing, names, onSeats }: PlanMapProps) {
  const t = useWords('seat')
  const model = useMemo((): SeatingModel => ({ plan, bandOf, priceTypes: [anyType], prices: anyPrices }), [plan, bandOf])
  const [glance] = useState(createMapReportStore)
  const framing = useState(false)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const map = useRef<SeatMapHandle>(null)
  const characterKeys = useCharacterKeys()
  const store = useMemo(() => {
    const created = createSeatStore(plan)
    created.load(new Uint8Array(plan.seatCount), 0)
    return created
  }, [plan])
  useEffect(() => {
    const values = new Uint8Array(plan.seatCount)
    for (const seat of taken) values[seat] = seatAvailability.taken
    store.restart(values, 0)
  }, [store, plan, taken])
  const isStacked = areLevelsStacked(plan)
  const [view, setView] = useState(isStacked ? plan.views[0]!.id : 'all')
  const priced = useOffers(model)
  const offers = useMemo(() => withSigns(priced, names), [priced, names])
  const voice = useSeatVoice(model)
  const mapWords = useMapWords('', model, plan.name, characterKeys[0])
  const words = useMemo(() => {
    const bandName = (seat: number): string => {
      const band = bands[bandOf[seat]!]!
      return names?.find((each) => each.band === band)?.name ?? voice.band(band)
    }
    return {
      ...mapWords,
      areaPrice: () => '',
      seatName: (seat: number) => joinPhrases([voice.seat(seat), bandName(seat), ...voice.unusual(seat)]),
      standingName: (area: number) => joinPhrases([voice.seat(plan.areas[area]!.firstSeat), bandName(plan.areas[area]!.firstSeat)]),
      gridSummary: () => '',
      areaShown: ({ area }: { readonly area: number }) => mapWords.areaName(area),
    }
  }, [mapWords, voice, bandOf, plan, names])
  /** A standing area is chosen as a whole. */
  const seatsOfFloor = (area: number): number[] => {
    const { firstSeat, seatCount } = plan.areas[area]!
    return Array.from({ length: seatCount }, (_, nth) => firstSeat + nth)
  }
  return (
    <>
      <div className={classNames(styles['seats'], styles['plan'])}>
        {isStacked && (
          <div className={styles['switch']}>
            <LevelSwitcher plan={plan} view={view} onChange={setView} />
          </div>
        )}
        <Suspense fallback={<p>{t('loading')}</p>}>
          <LazySeatMap
            {...{ plan, store, offers, view, words, selection: nothing, mine: nothing, filters: noFilters }}
            key={plan.version}
            ref={map}
            characterKeys={characterKeys[0]}
            inset={mapInset}
            lasso={framing[0]}
            onToggle={(seat) => onSeats?.([seat])}
            {...(onSeats && { onLasso: onSeats, onStandingArea: (area: number) => onSeats(seatsOfFloor(area)) })}
            onStandingCountChange={(area) => onSeats?.(seatsOfFloor(area))}
            onHelp={() => setHelpOpen(true)}
            onCameraChange={(camera) => glance.setState({ camera })}
          />
        </Suspense>
        <div className={styles['controls']}>
          <MapControls map={() => map.current} glance={glance} {...(onSeats && { framing })} onHelp={() => setHelpOpen(true)} />
        </div>
        <Shortcuts isOpen={isHelpOpen} onClose={() => setHelpOpen(false)} characterKeys={characterKeys} />
      </div>
      {names && (
        <ul role="list" className={styles['colours']}>
          {names.map(({ band, name, inKey = name, sign }) => (
            <li key={band}>
              <BandSwatch band={band} sign={sign} /> {inKey}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
