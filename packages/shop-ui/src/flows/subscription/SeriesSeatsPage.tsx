import { useCallback, useState } from 'react'
import { Navigate, useNavigate } from 'react-router'
import { checkChoice, isComplete } from '@playhouse/domain/package-choice'
import { judgeSeriesOrphans, type OrphanVerdict, placeName } from '@playhouse/domain/plan'
import { choiceOfDates } from '@playhouse/domain/series'
import { seriesPathOf } from '@playhouse/domain/series-path'
import type { SeatWords } from '@playhouse/seatmap'
import { ChosenSeats, type CommonHall, HallBox, HallLoader, type HallSeats, setStandingCount, toggleSeat, useAccessNeeds } from '#halls'
import { useFormats, useWords } from '#i18n'
import { useBrand } from '#server-state'
import { useSeatName } from '#ticketing/SeatName'
import { Button } from '#ui/Button'
import { Notice, NoticeActions } from '#ui/Notice'
import { useSeriesDraft } from './series-draft.ts'
import { type Series, SeriesFrame } from './SeriesFrame.tsx'
import styles from './SeriesPages.module.css'

type SeriesSeatsPageProps = { readonly Seats: HallSeats }

/** Chooses the seats of a series: the same ones on all chosen dates. */
export const SeriesSeatsPage = ({ Seats }: SeriesSeatsPageProps) => (
  <SeriesFrame step="syos">{(series) => <SeatsOfDates series={series} Seats={Seats} />}</SeriesFrame>
)

function SeatsOfDates({ series, Seats }: SeriesSeatsPageProps & { readonly series: Series }) {
  const { id, view, dates } = series
  const [draft] = useSeriesDraft(id)
  const chosen = draft.dates ?? []
  if (!isComplete(checkChoice(view, choiceOfDates(dates, chosen)))) return <Navigate to={seriesPathOf(id, 'choose-dates')} replace />
  return (
    <HallLoader instances={chosen} bands={view.bands}>
      {(hall) => <SeatChoice series={series} hall={hall} Seats={Seats} />}
    </HallLoader>
  )
}

function SeatChoice({ series: { id, dates }, hall, Seats }: SeriesSeatsPageProps & { readonly series: Series; readonly hall: CommonHall }) {
  const t = useWords('subscription')
  const { day, list } = useFormats()
  const { limits, seating } = useBrand()
  const nameOf = useSeatName()
  const navigate = useNavigate()
  const [draft, change] = useSeriesDraft(id)
  const [point, setPoint] = useState<number>()
  const [notice, setNotice] = useState<string>()
  const [alone, setAlone] = useState<OrphanVerdict>()
  const { plan, isFree, missingDates } = hall
  const accessNeeds = useAccessNeeds(hall.prices.priceTypes)
  const { dates: chosenDates = [], seats } = draft
  const indices = seats.flatMap(({ seat }) => plan.indexOf(seat) ?? [])
  const lost = indices.filter((seat) => !isFree(seat))
  const selection = indices.filter(isFree)
  const most = limits.ticketsPerPerformance ?? limits.ticketsPerOrder
  const daysOf = useCallback(
    (seat: number): string => list(missingDates(seat).map((instance) => day(dates.find((date) => date.instance === instance)!))),
    [dates, day, list, missingDates],
  )
  const noteOf = useCallback(
    (seat: number): string => {
      const days = daysOf(seat)
      return days === '' ? '' : t('notFree', { dates: days })
    },
    [daysOf, t],
  )
  const changeWords = useCallback(
    (words: SeatWords): Partial<SeatWords> => ({
      seatName: (seat, status) => {
        const name = words.seatName(seat, status)
        const days = status === 'taken' ? daysOf(seat) : ''
        return days === '' ? name : t('seatMissing', { seat: name, dates: days })
      },
      selected: (chosen, all) => t('selected', { seat: list(chosen.map((seat) => words.seatName(seat, 'selected'))), count: all.length }),
      seatsCleared: (cleared, all) => t('cleared', { seat: list(cleared.map((seat) => words.seatName(seat, 'free'))), count: all.length }),
    }),
    [daysOf, list, t],
  )
  const save = (next: readonly number[]): void =>
    change({
      seats: next.map((seat) => ({
        seat: plan.idOf(seat),
        priceType: seats.find((each) => each.seat === plan.idOf(seat))?.priceType ?? hall.onDates[0]!.choicesAt(seat)[0]!.id,
      })),
    })
  const choice = { plan, isFree, chosen: selection, most }
  const apply = (changed: ReturnType<typeof toggleSeat>): void => {
    setAlone(undefined)
    setNotice(changed?.isFull ? t('most', { count: most }) : undefined)
    if (changed) save(changed.seats)
  }
  const toPrices = (): void => {
    save(selection)
    void navigate(seriesPathOf(id, 'choose-prices'), { viewTransition: true })
  }
  const submit = (): void => {
    setAlone(undefined)
    if (selection.length === 0) return setNotice(t('chooseOne'))
    // Only now: a seat beside the first of two is alone until the second is chosen.
    const verdict = hall.prices.seatBlocks ? undefined : judgeSeriesOrphans(seating.orphans, hall.readOccupancies(), selection)
    if (verdict && verdict.orphans.length > 0) return setAlone(verdict)
    toPrices()
  }
  const namesOf = (some: readonly number[]): string => list(some.map((seat) => nameOf(placeName(plan, seat))))
  const pointedName = point === undefined ? '' : nameOf(placeName(plan, point))
  const pointedDays = point === undefined ? '' : daysOf(point)
  const firstDate = dates.find(({ instance }) => instance === chosenDates[0])!
  return (
    <div className={styles.content}>
      <p>{t('freeOnAll', { count: chosenDates.length })}</p>
      <p className={styles.soft}>{t('mapPrices', { date: day(firstDate) })}</p>
      {lost.length > 0 && (
        <Notice tone="warning" role="alert" title={t('lost', { count: lost.length })}>
          <ul>
            {lost.map((seat) => (
              <li key={seat}>{t('seatMissing', { seat: nameOf(placeName(plan, seat)), dates: daysOf(seat) })}</li>
            ))}
          </ul>
        </Notice>
      )}
      <HallBox>
        <Seats
          instance={{ id: `series ${id}`, hallName: plan.name, prices: hall.prices }}
          plan={plan}
          live={hall.live}
          heldSeats={selection}
          onToggle={(seat) => apply(toggleSeat(choice, seat))}
          onStandingCountChange={(area, count) => apply(setStandingCount(choice, area, count))}
          accessNeeds={accessNeeds}
          changeWords={changeWords}
          noteOf={noteOf}
          onPoint={setPoint}
        />
      </HallBox>
      <p className={styles.point}>{pointedDays !== '' ? t('seatMissing', { seat: pointedName, dates: pointedDays }) : pointedName}</p>
      <ChosenSeats
        plan={plan}
        seats={selection}
        words={{ title: t('yourSeats'), none: t('noSeats'), remove: t('remove'), removeSeat: (seat) => t('removeSeat', { seat }) }}
        onRemove={(seat) => apply(toggleSeat(choice, seat))}
      />
      {alone && (
        <Notice tone="warning" role="alert" title={t('singleSeat.title', { count: alone.orphans.length })}>
          <p>{t('singleSeat.detail', { seats: namesOf(alone.orphans) })}</p>
          <NoticeActions>
            {alone.better && (
              <Button
                onPress={() => {
                  setAlone(undefined)
                  save(alone.better!)
                }}
              >
                {t('singleSeat.offer', { seats: namesOf(alone.better) })}
              </Button>
            )}
            {!alone.isRefused && (
              <Button look="quiet" onPress={toPrices}>
                {t('singleSeat.keep')}
              </Button>
            )}
          </NoticeActions>
        </Notice>
      )}
      {notice && (
        <Notice tone="warning" role="alert">
          {notice}
        </Notice>
      )}
      <div>
        <Button look="primary" large onPress={submit}>
          {t('toPrices')}
        </Button>
      </div>
    </div>
  )
}
