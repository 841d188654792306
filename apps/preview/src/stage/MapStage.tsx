import { useEffect, useMemo, useRef, useState } from 'react'
import { areLevelsStacked, type PlanData, standingPlaces } from '@playhouse/domain/plan'
import { seatAvailability } from '@playhouse/domain/seat'
import { type CameraReport, SeatMap, type SeatMapHandle } from '@playhouse/seatmap'
import { SeatList } from '@playhouse/seatmap/list'
import { createSeatStore } from '@playhouse/seatmap/store'
import { useListWords, useMapWords, useOffers } from '@playhouse/shop-ui/flows/seat'
import { classNames } from '@playhouse/shop-ui/theme'
import { outlookOf, performanceId, sellLive } from '#sample'
import { OverlayCanvas } from '#overlay'
import type { Setting } from '#setting'
import type { Line, Order, Report } from '#channel'
import { readFilter } from './filter.ts'
import { FrameReadout } from './FrameReadout.tsx'
import type { FrameCounter } from './frames.ts'
import styles from './MapStage.module.css'
import { takePicture } from './screenshot.ts'
import { createFeed, useReportedFraming } from './camera-feed.ts'
import { flyAbout, frameSeats } from './flight.ts'
import { useBareHouse } from './usePublicSeating.ts'
import { chooseSeats, useChosen } from './useSelection.ts'
import { useEvening } from './useSamplePerformance.ts'

type MapStageProps = {
  readonly setting: Setting
  readonly sent: PlanData | undefined
  readonly line: Line<Report, Order>
  readonly frames: FrameCounter
}

/** The bare map of packages/seatmap, its list, and what a designer measures over it. */
export function MapStage({ setting, sent, line, frames }: MapStageProps) {
  const evening = useEvening(setting, sent)
  const { plan, priceList, mine } = evening
  const house = useBareHouse(plan, priceList)
  const offers = useOffers(house)
  const words = useMapWords(performanceId, house, plan.name)
  const listWords = useListWords(house, words)
  const filters = useMemo(() => readFilter(setting.filter), [setting.filter])
  const chosen = useChosen(setting.chosen, priceList, (seats) => line.send({ kind: 'chosen', seats }))
  const selection = useMemo(() => chosen.flatMap((id) => plan.indexOf(id) ?? []), [chosen, plan])

  const store = useMemo(() => createSeatStore(plan), [plan])
  const outlook = useMemo(() => outlookOf(plan, setting.sold, mine), [plan, setting.sold, mine])
  // Before the map looks at it for the first time: an empty house would flash up.
  if (store.version() < 0) store.load(outlook, 0)
  useEffect(() => void store.load(outlook, store.version() + 1), [store, outlook])
  useEffect(() => {
    if (setting.live === 0) return
    const isFree = (seat: number): boolean => store.outlook[seat] === seatAvailability.free && !mine.includes(seat)
    return sellLive(plan.seatCount, setting.live, isFree, (seats) =>
      store.apply(
        seats.map((seat) => [seat, seatAvailability.taken]),
        store.version() + 1,
      ),
    )
  }, [plan, store, mine, setting.live])

  const map = useRef<SeatMapHandle>(null)
  const stage = useRef<HTMLDivElement>(null)
  const [feed] = useState(createFeed)
  const [rings, setRings] = useState<readonly number[]>([])
  const reportFraming = useReportedFraming(map, line)
  const moved = (camera: CameraReport): void => {
    feed.tell(camera)
    reportFraming(camera.percent)
  }
  useEffect(
    () =>
      line.listen(async (order) => {
        const handle = map.current
        switch (order.kind) {
          case 'ring':
            setRings(order.seats)
            if (handle && feed.now()) frameSeats(handle, plan, order.seats, feed.now()!, stage.current!)
            return
          case 'camera':
            return handle?.[order.move === 'in' ? 'zoomIn' : order.move === 'out' ? 'zoomOut' : 'fit']()
          case 'picture':
            return line.send({ kind: 'picture', picture: await takePicture(stage.current!, handle) })
          case 'measure':
            return line.send({ kind: 'measured', measurement: await frames.measure(() => flyAbout(handle)) })
        }
      }),
    [line, plan, frames, feed],
  )

  const toggle = (seat: number): void => {
    const id = plan.idOf(seat)
    const next = chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]
    chooseSeats(next, priceList.priceTypes[0]!.id)
  }
  const stand = (area: number, count: number): void => {
    const isOpen = (seat: number): boolean => store.outlook[seat] === seatAvailability.free && !mine.includes(seat)
    const seats = selection.filter((seat) => plan.areaOf[seat] !== area)
    const places = standingPlaces(plan, area, count, selection, isOpen)
    chooseSeats([...seats, ...places].map(plan.idOf), priceList.priceTypes[0]!.id)
  }
  // Levels that are drawn over each other can't be seen at once.
  const first = areLevelsStacked(plan) ? plan.views[0]!.id : 'all'
  const view = plan.views.some(({ id }) => id === setting.view) ? setting.view : first
  const choosing = { plan, store, offers, selection, mine, filters, view, onToggle: toggle, onStand: stand }
  const showsMap = setting.situation !== 'list'
  const showsList = !showsMap || setting.overlays.includes('beside')
  return (
    <div className={classNames(styles['stage'], showsList && showsMap && styles['both'])}>
      {showsMap && (
        <div ref={stage} className={classNames(styles['map'], setting.overlays.includes('grid') && styles['grid'])}>
          <SeatMap
            {...choosing}
            key={setting.hall + plan.version}
            ref={map}
            words={words}
            onCameraChange={moved}
            onReady={(painter) => {
              line.send({ kind: 'drawn', painter, ratio: devicePixelRatio })
              if (setting.framing) map.current?.setFraming(setting.framing)
            }}
            onUndrawable={(reason) => line.send({ kind: 'failed', reason: String(reason ?? '') })}
          />
          <OverlayCanvas plan={plan} overlays={setting.overlays} rings={rings} feed={feed} />
          {setting.overlays.includes('frames') && <FrameReadout frames={frames} />}
        </div>
      )}
      {showsList && (
        <div className={styles['list']}>
          <SeatList {...choosing} words={listWords} headingLevel={2} />
        </div>
      )}
    </div>
  )
}
