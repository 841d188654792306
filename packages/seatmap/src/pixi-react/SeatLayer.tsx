// First: where a page's policy forbids eval, Pixi's uniforms would otherwise use it.
import 'pixi.js/unsafe-eval'
import { extend } from '@pixi/react'
import { Container } from 'pixi.js'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Plan } from '@playhouse/domain/plan'
import { plainPalette, type SeatPalette } from '#look'
import { noFilters, type SeatFilters, type SeatOffers, type SeatWords } from '#props'
import type { SeatStore } from '#store'
import { createPixiHall, type PixiHall } from './pixi-hall.ts'

extend({ Container })

export type SeatLayerProps = {
  readonly plan: Plan
  readonly store: SeatStore
  readonly offers: SeatOffers
  /** Read when the layer is created. */
  readonly words: Pick<SeatWords, 'areaName' | 'areaPrice' | 'areaLeft'>
  readonly palette?: SeatPalette
  /** A font that the page has loaded. Read when the layer is created. */
  readonly font?: string
  readonly selection?: readonly number[]
  readonly mine?: readonly number[]
  readonly filters?: SeatFilters
  /** One view (level) of the plan, or `'all'`, the default. */
  readonly view?: string
  readonly hoveredSeat?: number
  readonly focusedSeat?: number
  /** Called when the picture is outdated, for applications without a running ticker. Keep it stable between renders. */
  readonly onStale?: () => void
  /** Overlays above the seats, in plan units. */
  readonly children?: ReactNode
}

const noSeats: readonly number[] = []

/**
 * The hall as a layer of a scene of `@pixi/react`: one container in plan units (centimetres), so that position and scale of
 * the container around it are the camera. One mesh draws all seats; there is no React element per seat.
 */
export function SeatLayer(props: SeatLayerProps): ReactNode {
  const { plan, store, offers, words, font = 'sans-serif', palette = plainPalette, selection = noSeats, mine = noSeats } = props
  const { filters = noFilters, view = 'all', hoveredSeat = -1, focusedSeat = -1, onStale, children } = props
  const place = useRef<Container>(null)
  const [hall, setHall] = useState<PixiHall>()

  useEffect(() => {
    const pixiHall = createPixiHall({ plan, store, offers, palette, words, font })
    place.current?.addChildAt(pixiHall.container, 0)
    setHall(pixiHall)
    return () => {
      setHall(undefined)
      pixiHall.destroy()
    }
    // Created once per plan and store; other changes are passed on below.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [plan, store])

  useEffect(() => hall?.setOffers(offers), [hall, offers])
  useEffect(() => hall?.setPalette(palette), [hall, palette])
  useEffect(() => hall?.setChosen(selection, mine), [hall, selection, mine])
  useEffect(() => hall?.setFilters(filters), [hall, filters])
  useEffect(() => hall?.setView(view), [hall, view])
  useEffect(() => hall?.setMarks(hoveredSeat, focusedSeat), [hall, hoveredSeat, focusedSeat])
  useEffect(() => {
    if (hall) onStale?.()
  }, [hall, offers, palette, selection, mine, filters, view, hoveredSeat, focusedSeat, onStale])
  useEffect(() => onStale && store.subscribe(onStale), [store, onStale])

  return <pixiContainer ref={place}>{children}</pixiContainer>
}
