import { useMemo } from 'react'
import type { FoundSeats as Answer } from '@playhouse/api-client/contract'
import type { Money } from '@playhouse/domain/money'
import { add } from '@playhouse/domain/money'
import { knowsHeights, seatingOf, typeOf } from '@playhouse/domain/plan'
import { MiniMap } from '@playhouse/seatmap/mini-map'
import { viewFrom } from '@playhouse/seatmap/view-from-seat'
import { useFormats, useWords } from '#i18n'
import { Button } from '#ui/Button'
import { Link } from '#ui/Link'
import { LinkButton } from '#ui/LinkButton'
import { useBasket } from '#server-state'
import { BandSwatch } from '../words/BandSwatch.tsx'
import styles from './FoundSeats.module.css'
import { bandAt, type SeatingModel } from '../model/seating-model.ts'
import { savedEye, defaultEye } from '../details/useEye.ts'
import { useReasonWords } from './useReasonWords.ts'
import { useSeatVoice } from '../words/useSeatVoice.ts'
import { useViewWords } from '../details/useViewWords.ts'

type FoundSeatsProps = {
  readonly model: SeatingModel
  readonly foundSeats: Omit<Answer, 'basket'>
  /** Path of the map, where these seats can be changed one by one. */
  readonly changePath: string
  readonly isBusy: boolean
  readonly onOthers: () => void
  /** Shows the first result again; absent if this is the first. */
  readonly onAgain: (() => void) | undefined
  readonly onGiveBack: () => void
}

/** The held seats: location, reason and price; links to the basket and to other seats. */
export function FoundSeats({ model, foundSeats, changePath, isBusy, onOthers, onAgain, onGiveBack }: FoundSeatsProps) {
  const t = useWords('seat')
  const { money } = useFormats()
  const voice = useSeatVoice(model)
  const views = useViewWords()
  const reasons = useReasonWords()
  const basket = useBasket()
  const { plan } = model
  const seats = foundSeats.seats.flatMap((seat) => plan.indexOf(seat) ?? [])
  const middle = seats[seats.length >> 1]!
  const seating = seatingOf(plan, middle)
  // For a wheelchair space, shows the view from a wheelchair.
  const space = seats.find((seat) => typeOf(plan, seat) === 'wheelchair')
  const looksFrom = space ?? middle
  const eye = savedEye() ?? defaultEye(space !== undefined)
  const view = useMemo(() => viewFrom(plan, looksFrom, eye), [plan, looksFrom, eye])
  const prices: Money[] = basket.tickets.filter((ticket) => foundSeats.seats.includes(ticket.seat)).map(({ price }) => price)
  const band = bandAt(model, middle)
  const area = plan.areas[plan.areaOf[middle]!]!
  const unusual = [...new Set(seats.flatMap((seat) => voice.unusual(seat)))]
  return (
    <>
      <h2 tabIndex={-1}>{t('byPrice.best')}</h2>
      <article className={styles['party']}>
        <div className={styles['map']}>
          <MiniMap plan={plan} seats={seats} />
        </div>
        <div className={styles['text']}>
          <h3 className={styles['name']}>
            {band && <BandSwatch band={band} />}
            {/* Standing places have no name but that of their area. */}
            <span>{seating === 'standing' ? voice.seats(seats) : `${area.name}, ${voice.seats(seats)}`}</span>
          </h3>
          {knowsHeights(plan) && <p>{views.first(view)}</p>}
          <p className={styles['soft']}>{reasons.good(foundSeats.reason, seating)}</p>
          {unusual.length > 0 && <p className={styles['soft']}>{unusual.join(' · ')}</p>}
          {reasons.notBetter(foundSeats.reason).map((sentence) => (
            <p key={sentence} className={styles['soft']}>
              {sentence}
            </p>
          ))}
        </div>
        <p className={styles['total']}>
          <strong>{money(add(...prices))}</strong>
          {prices.length > 1 && prices.every((price) => price === prices[0]) && (
            <small>{t('list.each', { price: money(prices[0]!) })}</small>
          )}
        </p>
        <p className={styles['held']}>{t('byPrice.heldForYou', { count: seats.length })}</p>
        <div className={styles['take']}>
          <LinkButton look="primary" large to="/checkout/basket">
            {t('yours.toBasket')}
          </LinkButton>
          {foundSeats.hasOthers && (
            <Button large isPending={isBusy} onPress={onOthers}>
              {t('byPrice.others')}
            </Button>
          )}
          {onAgain && (
            <Button look="quiet" isDisabled={isBusy} onPress={onAgain}>
              {t('byPrice.again')}
            </Button>
          )}
        </div>
        <div className={styles['more']}>
          <Link to={changePath}>{t('byPrice.change')}</Link>
          <Button look="quiet" isDisabled={isBusy} onPress={onGiveBack}>
            {t('byPrice.giveBack')}
          </Button>
        </div>
      </article>
    </>
  )
}
