import { useEffect, useMemo, useRef, useState } from 'react'
import { areLevelsStacked, type PlanData, standingPlaces } from '@playhouse/domain/plan'
import { seatAvailability } from '@playhouse/domain/seat'
import { type CameraReport, SeatMap, type SeatMapHandle } from '@playhouse/seatmap'
import { SeatList } from '@playhouse/seatmap/list'
import { createSeatStore } from '@playhouse/seatmap/store'
import { useListWords, useMapWords, useOffers } from '@playhouse/shop-ui/flows/seat'
import { classNames } from '@playhouse/shop-ui/theme'
import { availabilityOf, performanceId, sellLive } from '#sample'
import { OverlayCanvas } from '#overlay'
import type { Setting } from '#setting'
import type { Channel, StageCommand, StageEvent } from '#channel'
import { readFilter } from './filter.ts'
import { FrameReadout } from './FrameReadout.tsx'
import type { FrameCounter } from './frames.ts'
import styles from './MapStage.module.css'
import { takeScreenshot } from './screenshot.ts'
import { createCameraFeed, useReportedFraming } from './camera-feed.ts'
import { flyAbout, frameSeats } from './flight.ts'
import { usePublicSeating } from './usePublicSeating.ts'
import { setSelection, useSelection } from './useSelection.ts'
import { useSamplePerformance } from './useSamplePerformance.ts'

type MapStageProps = {
  readonly setting: Setting
  readonly importedPlan: PlanData | undefined
  readonly channel: Channel<StageEvent, StageCommand>
  readonly frames: FrameCounter
}

/** The map of packages/seatmap without the shop; with its list and the designer's overlays. */
export function MapStage({ setting, importedPlan, channel, frames }: MapStageProps) {
  const sample = useSamplePerformance(setting, importedPlan)
  const { plan, priceList, mine } = sample
  const seating = usePublicSeating(plan, priceList)
  const offers = useOffers(seating)
  const words = useMapWords(performanceId, seating, plan.name)
  const listWords = useListWords(seating, words)
  const filters = useMemo(() => readFilter(setting.filter), [setting.filter])
  const selectedSeats = useSelection(setting.chosen, priceList, (seats) => channel.send({ kind: 'chosen', seats }))
  const selection = useMemo(() => selectedSeats.flatMap((id) => plan.indexOf(id) ?? []), [selectedSeats, plan])

  const store = useMemo(() => createSeatStore(plan), [plan])
  const availability = useMemo(() => availabilityOf(plan, setting.sold, mine), [plan, setting.sold, mine])
  // Before the map reads the store, so that an empty hall does not flash up.
  if (store.version() < 0) store.load(availability, 0)
  useEffect(() => void store.load(availability, store.version() + 1), [store, availability])
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
  const [feed] = useState(createCameraFeed)
  const [rings, setRings] = useState<readonly number[]>([])
  const reportFraming = useReportedFraming(map, channel)
  const onCamera = (camera: CameraReport): void => {
    feed.publish(camera)
    reportFraming(camera.percent)
  }
  useEffect(
    () =>
      channel.listen(async (command) => {
        const handle = map.current
        switch (command.kind) {
          case 'ring':
            setRings(command.seats)
            if (handle && feed.now()) frameSeats(handle, plan, command.seats, feed.now()!, stage.current!)
            return
          case 'camera':
            return handle?.[command.move === 'in' ? 'zoomIn' : command.move === 'out' ? 'zoomOut' : 'fit']()
          case 'picture':
            return channel.send({ kind: 'picture', picture: await takeScreenshot(stage.current!, handle) })
          case 'measure':
            return channel.send({ kind: 'measured', measurement: await frames.measure(() => flyAbout(handle)) })
        }
      }),
    [channel, plan, frames, feed],
  )

  const toggle = (seat: number): void => {
    const id = plan.idOf(seat)
    const next = selectedSeats.includes(id) ? selectedSeats.filter((one) => one !== id) : [...selectedSeats, id]
    setSelection(next, priceList.priceTypes[0]!.id)
  }
  const stand = (area: number, count: number): void => {
    const isOpen = (seat: number): boolean => store.outlook[seat] === seatAvailability.free && !mine.includes(seat)
    const seats = selection.filter((seat) => plan.areaOf[seat] !== area)
    const places = standingPlaces(plan, area, count, selection, isOpen)
    setSelection([...seats, ...places].map(plan.idOf), priceList.priceTypes[0]!.id)
  }
  // Levels that overlap cannot be shown together.
  const first = areLevelsStacked(plan) ? plan.views[0]!.id : 'all'
  const view = plan.views.some(({ id }) => id === setting.view) ? setting.view : first
  const choosing = { plan, store, offers, selection, mine, filters, view, onToggle: toggle, onStandingCountChange: stand }
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
            onCameraChange={onCamera}
            onReady={(painter) => {
              channel.send({ kind: 'drawn', painter, ratio: devicePixelRatio })
              if (setting.framing) map.current?.setFraming(setting.framing)
            }}
            onUndrawable={(reason) => channel.send({ kind: 'failed', reason: String(reason ?? '') })}
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
