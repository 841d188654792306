import { useState } from 'react'
import { Navigate, useNavigate } from 'react-router'
import { add, subtract } from '@playhouse/domain/money'
import { checkChoice, isComplete } from '@playhouse/domain/package-choice'
import { pricePackage, type SingleTicket } from '@playhouse/domain/package-price'
import { placeName } from '@playhouse/domain/plan'
import type { Problem } from '@playhouse/domain/problem'
import { choiceOfDates } from '@playhouse/domain/series'
import { seriesPathOf } from '@playhouse/domain/series-path'
import { type CommonHall, useCommonHall } from '#halls'
import { useFormats, useWords } from '#i18n'
import { BuyButton } from '#mutation'
import { Select } from '#form/Select'
import { Price } from '#ticketing/Price'
import { useSeatName } from '#ticketing/SeatName'
import { LinkButton } from '#ui/LinkButton'
import { Notice, NoticeActions } from '#ui/Notice'
import { ProblemNotice, useProblemWords } from '#ui/ProblemNotice'
import { Loading, SkeletonBlock } from '#ui/Skeleton'
import { useHoldPackage } from '#server-state'
import { deleteSeriesDraft, useSeriesDraft } from './series-draft.ts'
import { type Series, SeriesFrame } from './SeriesFrame.tsx'
import styles from './SeriesPages.module.css'

/** Chooses the price type of each seat of a series, and holds the seats of all dates in one step. */
export const ChoosePricesPage = () => <SeriesFrame step="choose-prices">{(series) => <PricesOfSeats {...series} />}</SeriesFrame>

function PricesOfSeats(series: Series) {
  const { id, view, dates } = series
  const [draft] = useSeriesDraft(id)
  const chosen = draft.dates ?? []
  const { hall, error, reload } = useCommonHall(chosen, view.bands)
  // The draft is deleted before the basket is shown.
  const [isHeld, setHeld] = useState(false)
  if (isHeld) return null
  if (!isComplete(checkChoice(view, choiceOfDates(dates, chosen)))) return <Navigate to={seriesPathOf(id, 'choose-dates')} replace />
  if (draft.seats.length === 0) return <Navigate to={seriesPathOf(id, 'syos')} replace />
  if (error && !hall) return <ProblemNotice problem={error.problem} onRetry={() => void reload()} />
  if (!hall)
    return (
      <Loading>
        <SkeletonBlock height={16} />
      </Loading>
    )
  return <PriceChoice series={series} hall={hall} onHeld={() => setHeld(true)} />
}

/** The price types that are sold for a seat on every date. */
const commonChoices = ({ onDates }: CommonHall, seat: number) =>
  onDates[0]!.choicesAt(seat).filter(({ id }) => onDates.every(({ choicesAt }) => choicesAt(seat).some((choice) => choice.id === id)))

function PriceChoice({
  series: { id, view, dates },
  hall,
  onHeld,
}: {
  readonly series: Series
  readonly hall: CommonHall
  readonly onHeld: () => void
}) {
  const t = useWords('subscription')
  const { dateAndTime } = useFormats()
  const nameOf = useSeatName()
  const problemWords = useProblemWords()
  const navigate = useNavigate()
  const [draft, change] = useSeriesDraft(id)
  const [problem, setProblem] = useState<Problem>()
  const [once, setOnce] = useState(() => crypto.randomUUID())
  const hold = useHoldPackage()
  const { plan, onDates } = hall
  const chosen = choiceOfDates(dates, draft.dates ?? [])
  const seats = draft.seats.flatMap(({ seat, priceType }) => {
    const index = plan.indexOf(seat)
    if (index === undefined) return []
    const choices = commonChoices(hall, index)
    const current = choices.find((choice) => choice.id === priceType) ?? choices[0]
    return current ? [{ id: seat, index, choices, priceType: current.id }] : []
  })
  const singles: SingleTicket[] = seats.flatMap(({ index, priceType }) =>
    onDates.flatMap(({ priceAt }, date) => {
      const price = priceAt(index, priceType)
      return price ? [{ key: `${date} ${index}`, priceType, ...price }] : []
    }),
  )
  const priced = pricePackage(view.pricing, singles, chosen.length)
  const alone = add(...singles.map(({ price }) => price))
  const choose = (seat: string, priceType: string): void =>
    change({ seats: seats.map((each) => ({ seat: each.id, priceType: each.id === seat ? priceType : each.priceType })) })
  const submit = async (): Promise<void> => {
    setProblem(undefined)
    const party = [...Map.groupBy(seats, ({ priceType }) => priceType)].map(([priceType, all]) => ({ priceType, quantity: all.length }))
    const held = await hold.mutateAsync({
      body: {
        package: id,
        party,
        performances: chosen.map((each) => ({ ...each, seats: seats.map(({ id: seat, priceType }) => ({ seat, priceType })) })),
        once,
      },
    })
    setOnce(crypto.randomUUID())
    if (!held.ok) return setProblem(held.error)
    onHeld()
    deleteSeriesDraft(id)
    await navigate('/checkout/basket', { viewTransition: true })
  }
  return (
    <div className={styles.content}>
      <p>{t('sameSeats', { count: chosen.length })}</p>
      <ul role="list" className={styles.seats}>
        {seats.map(({ id: seat, index, choices, priceType }) => (
          <li key={seat}>
            <Select
              name={`price-${index}`}
              label={nameOf(placeName(plan, index))}
              value={priceType}
              onChange={(next) => choose(seat, next)}
              options={choices.map((choice) => ({ value: choice.id, label: choice.name }))}
            />
          </li>
        ))}
      </ul>
      {priced.ok && (
        <dl className={styles.sums}>
          <dt>{t('alone')}</dt>
          <dd>
            <Price amount={alone} />
          </dd>
          <dt>{t('saved')}</dt>
          <dd>
            <Price amount={subtract(alone, priced.value.amount)} />
          </dd>
          <dt className={styles.total}>{t('total')}</dt>
          <dd className={styles.total}>
            <Price amount={priced.value.amount} />
          </dd>
        </dl>
      )}
      {problem?.code === 'performances-unavailable' ? (
        <Notice tone="warning" role="alert" title={problemWords(problem).title}>
          <ul>
            {problem.params.performances.map(({ instance, code, seats: taken }) => {
              const date = dates.find((each) => each.instance === instance)
              const names = taken.flatMap((seat) => plan.indexOf(seat) ?? []).map((seat) => nameOf(placeName(plan, seat)))
              const reason = names.length > 0 ? names.join(', ') : problemWords({ code, params: {} } as Problem).title
              return <li key={instance}>{date ? t('reason', { date: dateAndTime(date), reason }) : reason}</li>
            })}
          </ul>
          <NoticeActions>
            <LinkButton to={seriesPathOf(id, 'syos')}>{t('otherSeats')}</LinkButton>
          </NoticeActions>
        </Notice>
      ) : (
        problem && <ProblemNotice problem={problem} />
      )}
      <div>
        <BuyButton look="primary" large isPending={hold.isPending} onPress={() => void submit()}>
          {t('add')}
        </BuyButton>
      </div>
    </div>
  )
}
