import { SlidersHorizontal } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { Instance } from '@playhouse/api-client/contract'
import type { SeatMapHandle } from '@playhouse/seatmap'
import { noFilters, type SeatFilters, SeatList } from '@playhouse/seatmap/list'
import { useWords } from '#i18n'
import { Button } from '#ui/Button'
import { Sheet } from '#ui/Dialog'
import { Notice } from '#ui/Notice'
import { SkipLink } from '#ui/SkipLink'
import { useIsOffline } from '#browser'
import { useBasket, useBrand } from '#server-state'
import { SeatDisplaySwitch } from './SeatDisplaySwitch.tsx'
import { FloorDialog } from './choice/FloorDialog.tsx'
import { FilterPanel } from './filter/FilterPanel.tsx'
import { isFiltered, passes } from './filter/filter.ts'
import { useFiltersBeside } from './filter/useFiltersBeside.ts'
import { createMapReportStore } from './map/map-report.ts'
import type { SeatingModel } from './model/seating-model.ts'
import { HoverCard } from './map/HoverCard.tsx'
import { LevelSwitcher } from './map/LevelSwitcher.tsx'
import { MapControls } from './map/MapControls.tsx'
import { FittedSeatMap } from './map/FittedSeatMap.tsx'
import { MapKey } from './map/MapKey.tsx'
import { SeatDialogs } from './details/SeatDialogs.tsx'
import styles from './SeatScreen.module.css'
import { useCharacterKeys } from './map/useCharacterKeys.ts'
import { SectionPicker } from './map/SectionPicker.tsx'
import { Shortcuts } from './map/Shortcuts.tsx'
import { addSeatsId, useAddSeats } from './choice/useAddSeats.ts'
import { useChoice } from './choice/useChoice.ts'
import { opensWithSeats } from './map/useInset.ts'
import { useListAnnouncements } from './words/useListAnnouncements.ts'
import { useLiveSeats } from './model/useLiveSeats.ts'
import { useListWords, useMapWords } from './words/useMapWords.ts'
import { useOffers } from './model/useOffers.ts'
import { useNearest } from './choice/useNearest.ts'
import { useOrphans } from './choice/useOrphans.ts'
import { usePartySize } from './choice/usePartySize.ts'
import type { useSeatDisplay } from './useSeatDisplay.ts'
import { YourSeats } from './choice/YourSeats.tsx'

type SeatScreenProps = {
  readonly instance: Instance
  readonly model: SeatingModel
  readonly view: string
  readonly display: ReturnType<typeof useSeatDisplay>
}

/** The hall with its seats and prices, and the visitor's selection. The DOM order is the tab order (accessibility §7). */
export function SeatScreen({ instance, model, view, display: [as, setAs] }: SeatScreenProps) {
  const t = useWords('seat')
  const { plan } = model
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const changing = search.has('change')
  const basket = useBasket()
  // The tickets at the start of the change; seats that are added to the basket later are not part of it.
  const [ownSeats] = useState(() =>
    changing ? basket.tickets.flatMap((ticket) => (ticket.instance === instance.id ? (plan.indexOf(ticket.seat) ?? []) : [])) : [],
  )
  const [glance] = useState(createMapReportStore)
  const { store, isStale } = useLiveSeats(instance.id, plan, ownSeats)
  const isOffline = useIsOffline()
  const [filters, setFilters] = useState<SeatFilters>(noFilters)
  const { limits } = useBrand()
  const party = usePartySize(limits.ticketsPerOrder)
  const seats = useChoice(instance.id, model, store, { party: party[0], accepts: (seat) => passes(model, filters, seat), changing })
  const verdict = useOrphans(model, store, seats, party[0])
  const nearest = useNearest(seats, party[0])
  const add = useAddSeats(seats)
  const takeAlternative = useAddSeats({
    get choice() {
      return seats.notice?.kind === 'part-held' ? (seats.notice.alternatives?.take ?? []) : []
    },
    add: seats.takeAlternative,
  })
  const [detailsSeat, setAsked] = useState<number>()
  const framing = useState(false)
  const [floor, setFloor] = useState<number>()
  const [open, setOpen] = useState<'filters' | 'key' | 'keys' | 'compare'>()
  const close = (): void => {
    setOpen(undefined)
    setAsked(undefined)
    setFloor(undefined)
  }

  const offers = useOffers(model)
  const filtersBeside = useFiltersBeside(as)
  const characterKeys = useCharacterKeys()
  const mapWords = useMapWords(instance.id, model, instance.hallName, characterKeys[0])
  const listWords = useListWords(model, mapWords)
  useListAnnouncements(as === 'list', model, store, seats, filters, view, mapWords)

  const map = useRef<SeatMapHandle>(null)
  const seatsElement = useRef<HTMLDivElement>(null)
  const screen = useRef<HTMLDivElement>(null)
  const [start, end] = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)]
  const [top, controls] = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)]
  const choosing = useMemo(
    () => ({ plan, store, offers, selection: seats.selection, mine: seats.mine, filters, view }),
    [plan, store, offers, seats.selection, seats.mine, filters, view],
  )
  const showView = (next: string): void =>
    void navigate(
      { pathname: `/events/${instance.event}/${instance.id}/syos/${encodeURIComponent(next)}`, search: search.toString() },
      { replace: true, preventScrollReset: true },
    )
  const filterPanel = <FilterPanel model={model} store={store} filters={filters} view={view} onChange={setFilters} />

  return (
    <>
      <div ref={screen} className={styles['house']}>
        <div ref={start} className={styles['start']}>
          <SeatDisplaySwitch as={as} onChange={setAs} />
          <SkipLink to={() => firstSeat(seatsElement.current)?.focus()} label={t('skip')} />
          {/* For switch devices with Tab and Enter only: they can't press the arrow keys that the radio buttons above need. */}
          <SkipLink to={() => setAs(as === 'map' ? 'list' : 'map')} label={t(as === 'map' ? 'as.list' : 'as.map')} />
          {filtersBeside && <div className={styles['filters']}>{filterPanel}</div>}
          <span className={styles['filterButton']}>
            <Button onPress={() => setOpen('filters')}>
              <SlidersHorizontal aria-hidden="true" />
              <span className={styles['filterWord']}>{t('filter.label')}</span>
              {isFiltered(filters) && <span className={styles['dot']} aria-hidden="true" />}
            </Button>
          </span>
        </div>
        {as === 'map' && (
          <div ref={controls} className={styles['controls']}>
            <MapControls
              map={() => map.current}
              glance={glance}
              framing={framing}
              onKey={() => setOpen('key')}
              onHelp={() => setOpen('keys')}
            />
            <SectionPicker plan={plan} view={view} onPick={(area) => map.current?.flyToArea(area)} />
          </div>
        )}
        <div ref={top} className={styles['top']}>
          <LevelSwitcher plan={plan} view={view} onChange={showView} />
        </div>
        {isStale && (
          <div className={styles['stale']}>
            <Notice tone="warning" role="status">
              {t(isOffline ? 'stale' : 'unreachable')}
            </Notice>
          </div>
        )}
        {as === 'map' ? (
          <div ref={seatsElement} className={styles['map']}>
            <FittedSeatMap
              {...choosing}
              ref={map}
              panels={{ screen, start, end, top, controls }}
              loading={<p className={styles['loading']}>{t('loading')}</p>}
              words={mapWords}
              characterKeys={characterKeys[0]}
              lasso={framing[0]}
              onLasso={seats.chooseInFrame}
              onToggle={seats.toggle}
              onStandingCountChange={seats.chooseStanding}
              onStandingArea={setFloor}
              onDetails={setAsked}
              onHelp={() => setOpen('keys')}
              onHover={(spot) => glance.setState({ spot })}
              onCameraChange={(camera) => glance.setState({ camera })}
              onUndrawable={() => setAs('list')}
            />
            <HoverCard model={model} glance={glance} store={store} statusOf={seats.statusOf} />
          </div>
        ) : (
          <div ref={seatsElement} className={styles['list']}>
            <SeatList
              {...choosing}
              words={listWords}
              party={party[0]}
              onToggle={seats.toggle}
              onStandingCountChange={seats.chooseStanding}
              onToggleGroup={(group) => seats.choose(group.every((seat) => seats.selection.includes(seat)) ? [] : group)}
              onDetails={setAsked}
              onDone={() => document.getElementById(addSeatsId)?.focus()}
              headingLevel={2}
            />
          </div>
        )}
        <div ref={end} className={styles['end']}>
          <YourSeats
            key={as}
            model={model}
            seats={seats}
            verdict={verdict}
            nearest={nearest}
            party={party}
            onCompare={() => setOpen('compare')}
            byPrice={`/events/${instance.event}/${instance.id}/price-selection`}
            saysLost={as === 'list'}
            startsOpen={opensWithSeats(as)}
            onDetails={setAsked}
            isChanging={changing}
            onAdd={() => void add()}
            onTakeAlternative={() => void takeAlternative()}
          />
        </div>
      </div>
      <Sheet isOpen={open === 'filters'} onClose={close} title={t('filter.label')}>
        {filterPanel}
        <Button look="primary" wide onPress={close}>
          {t('filter.done')}
        </Button>
      </Sheet>
      <MapKey model={model} isOpen={open === 'key'} onClose={close} />
      <Shortcuts isOpen={open === 'keys'} onClose={close} characterKeys={characterKeys} />
      {floor !== undefined && <FloorDialog model={model} store={store} seats={seats} area={floor} onClose={close} />}
      <SeatDialogs
        instance={instance}
        model={model}
        detailsSeat={detailsSeat}
        isComparing={open === 'compare'}
        statusOf={seats.statusOf}
        onToggle={seats.toggle}
        onClose={close}
      />
    </>
  )
}

/** The first tab stop among the seats: that of the grid, or the first seat of the list. */
const firstSeat = (seats: HTMLElement | null) => seats?.querySelector<HTMLElement>('[role=grid] [tabindex="0"], table input')
