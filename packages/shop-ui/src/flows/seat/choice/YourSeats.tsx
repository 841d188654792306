import { ChevronDown, ChevronUp, Scale } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { OrphanVerdict } from '@playhouse/domain/plan'
import { useWords } from '#i18n'
import { BuyButton } from '#mutation'
import { Button } from '#ui/Button'
import { Link } from '#ui/Link'
import { LinkButton } from '#ui/LinkButton'
import { Price } from '#ticketing/Price'
import { useFocusFallback } from '#ui/useFocusFallback'
import { classNames } from '#theme'
import { totalOf } from './choice.ts'
import { ChoiceNotices } from './ChoiceNotices.tsx'
import { usePins } from '../details/compare-pins.ts'
import { hasSingleSeats, type SeatingModel } from '../model/seating-model.ts'
import { OrphanNotice } from './OrphanNotice.tsx'
import { PartySize } from './PartySize.tsx'
import { PickLine } from './PickLine.tsx'
import { SeatCard } from './SeatCard.tsx'
import type { SeatChoice } from './useChoice.ts'
import { addSeatsId } from './useAddSeats.ts'
import { useSeatVoice } from '../words/useSeatVoice.ts'
import styles from './YourSeats.module.css'

type YourSeatsProps = {
  readonly model: SeatingModel
  readonly seats: SeatChoice
  readonly verdict: OrphanVerdict
  /** Seats for the whole party together, if the last press found none. */
  readonly nearest: readonly number[] | undefined
  readonly party: readonly [size: number, choose: (size: number) => void]
  readonly onCompare: () => void
  /** Path of the selection by price. */
  readonly byPrice: string
  readonly saysLost: boolean
  /** Initial state on a phone: half open over a map, closed under a list. */
  readonly startsOpen: boolean
  readonly onDetails: (index: number) => void
  /** The visitor replaces seats of the basket. */
  readonly isChanging: boolean
  readonly onAdd: () => void
  /** Accepts the alternatives for unavailable seats. */
  readonly onTakeAlternative: () => void
}

/** The visitor's seats with their total, and the button that adds them. A side panel; on a phone a sheet from below. */
export function YourSeats({
  model,
  seats,
  verdict,
  nearest,
  party,
  saysLost,
  startsOpen,
  onDetails,
  onCompare,
  byPrice,
  isChanging,
  onAdd,
  onTakeAlternative,
}: YourSeatsProps) {
  const t = useWords('seat')
  const voice = useSeatVoice(model)
  const [isOpen, setOpen] = useState(startsOpen)
  const { choice, mine, capacity, notice } = seats
  const pinCount = usePins(({ pins }) => pins.length)
  const count = choice.length
  // Shown before the first seat is chosen, and below the seats afterwards.
  const partySize = hasSingleSeats(model) && capacity.remaining > 1 && (
    <PartySize size={party[0]} maximum={capacity.maximum} onChange={party[1]} />
  )
  const body = useRef<HTMLDivElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  // Buttons that disappear with their press: undo, remove, substitutes.
  useFocusFallback(body, title)
  useEffect(() => {
    // Notices are above the cards, visible without scrolling.
    if (!notice) return
    setOpen(true)
    body.current?.scrollTo({ top: 0 })
  }, [notice])
  return (
    <section
      aria-labelledby="your-seats"
      className={classNames(styles['panel'], !isOpen && styles['closed'], count + mine.length === 0 && styles['none'])}
    >
      <div className={styles['head']}>
        <h2 ref={title} id="your-seats" tabIndex={-1}>
          {t('yours.title')}
        </h2>
        {count > 0 && <p className={styles['state']}>{t(isChanging ? 'yours.changing' : 'yours.notHeld')}</p>}
        <span className={styles['fold']}>
          <Button
            look="icon"
            aria-label={t(isOpen ? 'yours.close' : 'yours.open')}
            aria-expanded={isOpen}
            aria-controls="your-seats-list"
            onPress={() => setOpen(!isOpen)}
          >
            {isOpen ? <ChevronDown aria-hidden="true" /> : <ChevronUp aria-hidden="true" />}
          </Button>
        </span>
      </div>
      <div ref={body} id="your-seats-list" className={styles['body']}>
        {notice && <ChoiceNotices model={model} seats={{ ...seats, takeAlternative: onTakeAlternative }} saysLost={saysLost} />}
        <PickLine model={model} seats={seats} nearest={nearest} />
        {verdict.orphans.length > 0 && <OrphanNotice model={model} verdict={verdict} onMove={seats.move} />}
        {count === 0 && partySize}
        {count === 0 && !notice && (
          <div className={styles['empty']}>
            <p>{t('yours.empty')}</p>
            <p>{t('yours.emptyHint')}</p>
            <p>{t('yours.limit', { count: capacity.maximum })}</p>
            <Link to={byPrice}>{t('byPrice.link')}</Link>
          </div>
        )}
        {count > 0 && (
          <ul role="list" className={styles['cards']}>
            {choice.map(({ seat, priceType }) => {
              const index = model.plan.indexOf(seat)
              return (
                index !== undefined && (
                  <SeatCard
                    key={seat}
                    model={model}
                    index={index}
                    priceType={priceType}
                    onPriceType={(type) => seats.setPriceType(seat, type)}
                    onClear={() => seats.clear(seat)}
                    onDetails={() => onDetails(index)}
                  />
                )
              )
            })}
          </ul>
        )}
        {count > 0 && partySize}
        {pinCount > 0 && (
          <Button wide onPress={onCompare}>
            <Scale aria-hidden="true" />
            {t('compare.open', { count: pinCount })}
          </Button>
        )}
        {mine.length > 0 && (
          <div className={styles['mine']}>
            <h3>{t('yours.inBasket')}</h3>
            <ul role="list">
              {mine.map((index) => (
                <li key={index}>{voice.seatInHall(index)}</li>
              ))}
            </ul>
          </div>
        )}
      </div>
      <div className={styles['foot']}>
        {count > 0 && (
          <p className={styles['total']}>
            <span>
              {t('yours.total')}
              <small>{t('yours.fees')}</small>
            </span>
            <strong>
              <Price amount={totalOf(choice, model)} />
            </strong>
          </p>
        )}
        {count === 0 && mine.length > 0 ? (
          <LinkButton look="primary" wide large to="/checkout/basket">
            {t('yours.toBasket')}
          </LinkButton>
        ) : (
          <BuyButton
            id={addSeatsId}
            look="primary"
            wide
            large
            isDisabled={count === 0 || verdict.isRefused}
            isPending={seats.isAdding}
            onPress={onAdd}
          >
            {count > 0 ? t(isChanging ? 'yours.change' : 'yours.add', { count }) : t('yours.addNone')}
          </BuyButton>
        )}
      </div>
    </section>
  )
}
