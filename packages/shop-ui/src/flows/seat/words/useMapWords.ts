import { useMemo } from 'react'
import { isStandingArea, joinPhrases } from '@playhouse/domain/plan'
import type { Money } from '@playhouse/domain/money'
import type { SeatWords } from '@playhouse/seatmap'
import type { AreaSummary, SeatListWords } from '@playhouse/seatmap/list'
import { useFormats, useWords } from '#i18n'
import { useDrafts } from '#client-state'
import { totalOf } from '../choice/choice.ts'
import { bandAt, type SeatingModel, priceAt } from '../model/seating-model.ts'
import { isolate } from './isolate.ts'
import { useSeatVoice } from './useSeatVoice.ts'

/** "£15.00 to £120.00", or the one price there is. */
const usePriceRange = (): ((from: Money | undefined, to: Money | undefined) => string) => {
  const t = useWords('seat')
  const { money } = useFormats()
  return useMemo(
    () => (from, to) =>
      from === undefined
        ? t('map.soldOut')
        : to === undefined || to === from
          ? money(from)
          : t('map.range', { from: money(from), to: money(to) }),
    [t, money],
  )
}

/**
 * All texts of the map, the same object until locale or prices change.
 * @param hasHelpKey whether "?" opens the help; false if character keys are disabled
 */
export function useMapWords(instance: string, model: SeatingModel, hallName: string, hasHelpKey = true): SeatWords {
  const t = useWords('seat')
  const { money } = useFormats()
  const voice = useSeatVoice(model)
  const range = usePriceRange()
  return useMemo(() => {
    const { plan } = model
    const areaName = (area: number): string => plan.areas[area]!.name
    const summaryParams = ({ area, free, seats, from, to }: AreaSummary) => ({ area: areaName(area), free, seats, range: range(from, to) })
    // Read on use, so that the texts don't change with each seat.
    const sum = (selection: readonly number[]) => {
      const draftChoice = useDrafts.getState().seats[instance] ?? []
      const chosenSeats = selection.map(
        (seat) => draftChoice.find((choice) => choice.seat === plan.idOf(seat)) ?? { seat: plan.idOf(seat), priceType: '' },
      )
      return { count: selection.length, total: money(totalOf(chosenSeats, model)) }
    }
    return {
      areaName,
      areaPrice: (from) => (from === undefined ? t('map.soldOut') : t('map.from', { price: money(from) })),
      areaLeft: (count) => t('filter.left', { count }),
      standingName: (area) => voice.seatWithPrice(plan.areas[area]!.firstSeat),
      standingCount: (count, most) => t('map.standingCount', { count, most }),
      rowName: (row) => {
        const { label, table, area } = plan.rows[row]!
        if (isStandingArea(plan, area)) return areaName(area)
        return table ? t('map.table', { table: isolate(label) }) : t('map.row', { row: isolate(label) })
      },
      seatName: (seat, standing) => {
        const name = standing === 'taken' ? voice.takenSeat(seat) : voice.seatWithPrice(seat)
        return joinPhrases([standing === 'mine' ? `${name}, ${t('map.mine')}` : name, ...voice.unusual(seat)])
      },
      gridName: (area) => t('map.grid', { area: areaName(area) }),
      gridSummary: (summary) =>
        summary.free > 0 ? t(hasHelpKey ? 'map.gridSummary' : 'map.gridSummaryPlain', summaryParams(summary)) : t('map.gridSoldOut'),
      takenPassed: (count) => t('map.passed', { count }),
      selected: (seats, selection) => t(seats.length > 1 ? 'map.chosenAll' : 'map.chosen', { seat: voice.seats(seats), ...sum(selection) }),
      seatsCleared: (seats, selection) =>
        t(seats.length > 1 ? 'map.clearedAll' : 'map.cleared', { seat: voice.seats(seats), ...sum(selection) }),
      seatLost: (seat) => t('map.lost', { seat: voice.seat(seat) }),
      matching: (count) => t('filter.matching', { count }),
      zoomChanged: (zoom, rows) => {
        const percent = Math.round(zoom)
        if (!rows) return t('map.zoomed', { percent })
        const [from, to] = rows.map((row) => plan.rows[row]!.label)
        return from === to ? t('map.zoomedRow', { percent, row: from }) : t('map.zoomedRows', { percent, from, to })
      },
      notFound: (name) => t('map.notFound', { name }),
      exploring: (takenToo) => t(takenToo ? 'map.exploringAll' : 'map.exploringFree'),
      areaShown: (summary) => t('map.area', summaryParams(summary)),
      mapName: t('map.name', { hall: hallName }),
    }
  }, [instance, model, hallName, hasHelpKey, t, money, voice, range])
}

/** All texts of the list, the same object until locale or prices change. */
export function useListWords(model: SeatingModel, map: SeatWords): SeatListWords {
  const t = useWords('seat')
  const { list } = useFormats()
  const voice = useSeatVoice(model)
  const range = usePriceRange()
  return useMemo(() => {
    const { plan } = model
    const column = (name: string): string => t(`list.columns.${name}`)
    const priceEach = (seats: readonly number[]): string => {
      const prices = seats.flatMap((seat) => priceAt(model, seat)?.price ?? []).toSorted((a, b) => a - b)
      return t('list.each', { price: range(prices[0], prices.at(-1)) })
    }
    return {
      areaName: map.areaName,
      rowName: map.rowName,
      seatName: map.seatName,
      standingName: map.standingName,
      standingCount: map.standingCount,
      howMany: t('list.howMany'),
      left: (count) => t('filter.left', { count }),
      fewer: t('list.fewer'),
      more: t('list.more'),
      areaSummary: ({ free, seats, from, to }) =>
        free > 0 ? t('list.summary', { free, seats, range: range(from, to) }) : t('list.summarySoldOut'),
      areaAccess: (access) => t(`list.access.${access}`),
      takenSummary: (count) => t('list.taken', { count }),
      seatLabel: (seat) => {
        const type = voice.listedType(seat)
        return type ? t('list.typed', { number: plan.numberOf(seat), type }) : plan.numberOf(seat)
      },
      price: voice.price,
      band: (seat) => {
        const band = bandAt(model, seat)
        return band ? voice.band(band) : ''
      },
      viewOfStage: voice.view,
      facts: (seat) => joinPhrases(voice.listedFacts(seat)),
      columns: {
        choose: column('choose'),
        seat: column('seat'),
        price: column('price'),
        band: column('band'),
        view: column('view'),
        facts: column('facts'),
        details: column('details'),
      },
      groupName: (seats) => t('list.group', { seats: voice.seats(seats), price: priceEach(seats) }),
      groupLabel: (seats) =>
        seats.every((seat, place) => place === 0 || seat === seats[place - 1]! + 1)
          ? t('list.numbers', { from: plan.numberOf(seats[0]!), to: plan.numberOf(seats.at(-1)!) })
          : list(seats.map(plan.numberOf)),
      groupPrice: priceEach,
      groupFacts: (seats) => joinPhrases([...new Set(seats.flatMap(voice.listedFacts))]),
      noGroup: (count) => t('list.noGroup', { count }),
      details: t('list.details'),
      detailsOf: (seat) => t('list.detailsOf', { seat: voice.seat(seat) }),
      done: t('list.done'),
      sortBy: t('list.sortBy'),
      sorts: { row: t('list.sorts.row'), price: t('list.sorts.price'), stepFree: t('list.sorts.stepFree') },
      showTaken: t('list.showTaken'),
      showMore: t('list.showMore'),
      empty: t('list.empty'),
    }
  }, [model, map, t, list, voice, range])
}
