import { Suspense, useEffect, useMemo, useRef, useState } from 'react'
import type { Prices } from '@playhouse/api-client/contract'
import { joinPhrases, type Plan } from '@playhouse/domain/plan'
import type { SeatNeed } from '@playhouse/domain/plan/best'
import { seatAvailability } from '@playhouse/domain/seat'
import type { SeatMapHandle, SeatWords } from '@playhouse/seatmap'
import { noFilters, SeatList } from '@playhouse/seatmap/list'
import { createSeatStore } from '@playhouse/seatmap/store'
import { useWords } from '#i18n'
import { Button } from '#ui/Button'
import { filtersForNeeds } from './filter/filter.ts'
import { SeatDisplaySwitch } from './SeatDisplaySwitch.tsx'
import { buildSeatingModel } from './model/seating-model.ts'
import { createMapReportStore } from './map/map-report.ts'
import { MapControls } from './map/MapControls.tsx'
import { LazySeatMap } from './map/LazySeatMap.tsx'
import { MapKey } from './map/MapKey.tsx'
import { Shortcuts } from './map/Shortcuts.tsx'
import { useCharacterKeys } from './map/useCharacterKeys.ts'
import styles from './PlainSeats.module.css'
import { useListWords, useMapWords } from './words/useMapWords.ts'
import { useOffers } from './model/useOffers.ts'
import { useSeatDisplay } from './useSeatDisplay.ts'

/** Live seat availability that the caller keeps current: read as a whole, then notified of changes. */
type Live = {
  readonly read: () => Uint8Array
  readonly version: () => number
  readonly listen: (listener: {
    readonly onChange: (changes: readonly (readonly [seat: number, outlook: number])[], version: number) => void
    readonly onReload: () => void
  }) => () => void
}

type Props = {
  readonly instance: { readonly id: string; readonly hallName: string; readonly prices: Prices }
  readonly plan: Plan
  readonly live: Live
  /** Chosen seats, held by the caller; another press releases a seat. */
  readonly heldSeats: readonly number[]
  readonly onToggle: (seat: number) => void
  readonly onStandingCountChange: (area: number, count: number) => void
  /** Replaces texts of the map and of the list. Keep it stable between renders. */
  readonly changeWords?: (words: SeatWords) => Partial<SeatWords>
  /** A fact of a seat that the list names first; empty for none. Keep it stable between renders. */
  readonly noteOf?: (seat: number) => string
  /** Called with the seat that the pointer rests on or that has the focus, or whose details were requested; undefined for none. */
  readonly onPoint?: (seat: number | undefined) => void
  /** Needs of the customer's access ID: a button shows only the seats that suit them. */
  readonly accessNeeds?: readonly SeatNeed[]
}
const noNeeds: readonly SeatNeed[] = []
/** Margins around the hall, in CSS pixels; controls cover those at the top and the bottom. */
const mapInset = { top: 72, right: 16, bottom: 72, left: 16 }

/** The hall as map or list without panels, for a screen that manages the selection itself. */
export function PlainSeats({
  instance,
  plan,
  live,
  heldSeats,
  onToggle,
  onStandingCountChange,
  changeWords,
  noteOf,
  onPoint,
  accessNeeds = noNeeds,
}: Props) {
  const t = useWords('seat')
  const model = useMemo(() => buildSeatingModel(plan, instance.prices), [plan, instance.prices])
  const [store] = useState(() => createSeatStore(plan))
  const [as, setAs] = useSeatDisplay()
  const [view] = useState(() => 'all')
  const [glance] = useState(createMapReportStore)
  const [open, setOpen] = useState<'key' | 'keys'>()
  const suitable = useMemo(() => filtersForNeeds(plan, accessNeeds), [plan, accessNeeds])
  const [isFiltered, setFiltered] = useState(false)
  const filters = (isFiltered && suitable) || noFilters
  const close = (): void => setOpen(undefined)
  const map = useRef<SeatMapHandle>(null)
  const characterKeys = useCharacterKeys()
  const selectionKey = heldSeats.join()
  useEffect(() => {
    const ownSeats = new Set(selectionKey === '' ? [] : selectionKey.split(',').map(Number))
    const restart = (): void => {
      const values = live.read()
      for (const seat of ownSeats) values[seat] = seatAvailability.free
      store.restart(values, live.version())
    }
    restart()
    const onChange = (changes: readonly (readonly [seat: number, outlook: number])[], version: number): void => {
      store.apply(
        changes.filter(([seat]) => !ownSeats.has(seat)),
        version,
      )
    }
    return live.listen({ onChange, onReload: restart })
  }, [store, live, selectionKey])
  const offers = useOffers(model)
  const plainWords = useMapWords(instance.id, model, instance.hallName, characterKeys[0])
  const mapWords = useMemo(() => ({ ...plainWords, ...changeWords?.(plainWords) }), [plainWords, changeWords])
  const plainListWords = useListWords(model, mapWords)
  const listWords = useMemo(
    () =>
      noteOf
        ? {
            ...plainListWords,
            facts: (seat: number) => joinPhrases([noteOf(seat), plainListWords.facts(seat)].filter((fact) => fact !== '')),
          }
        : plainListWords,
    [plainListWords, noteOf],
  )
  const choosing = useMemo(
    () => ({ plan, store, offers, selection: heldSeats, mine: [], filters, view }),
    [plan, store, offers, heldSeats, filters, view],
  )
  return (
    <div className={styles['seats']}>
      <div className={styles['switch']}>
        <SeatDisplaySwitch as={as} onChange={setAs} />
        {suitable && (
          // On a surface: the map is dark in every theme.
          <Button onPress={() => setFiltered(!isFiltered)}>{t(isFiltered ? 'accessNote.all' : 'accessNote.show')}</Button>
        )}
      </div>
      {as === 'map' && (
        <div className={styles['controls']}>
          <MapControls map={() => map.current} glance={glance} onKey={() => setOpen('key')} onHelp={() => setOpen('keys')} />
        </div>
      )}
      {as === 'map' ? (
        <Suspense fallback={<p>{t('loading')}</p>}>
          <LazySeatMap
            {...choosing}
            ref={map}
            words={mapWords}
            characterKeys={characterKeys[0]}
            inset={mapInset}
            onToggle={onToggle}
            onStandingCountChange={onStandingCountChange}
            onHelp={() => setOpen('keys')}
            onCameraChange={(camera) => glance.setState({ camera })}
            {...(onPoint && { onHover: (spot) => onPoint(spot?.seat), onDetails: onPoint })}
            onUndrawable={() => setAs('list')}
          />
        </Suspense>
      ) : (
        <div className={styles['list']}>
          <SeatList {...choosing} words={listWords} onToggle={onToggle} onStandingCountChange={onStandingCountChange} headingLevel={2} />
        </div>
      )}
      <MapKey model={model} isOpen={open === 'key'} onClose={close} />
      <Shortcuts isOpen={open === 'keys'} onClose={close} characterKeys={characterKeys} />
    </div>
  )
}
