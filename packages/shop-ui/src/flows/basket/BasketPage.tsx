import { useEffect, useRef } from 'react'
import type { Basket, BasketTicket } from '@playhouse/api-client/contract'
import { isEmpty } from '@playhouse/domain/item-kind'
import type { Money } from '@playhouse/domain/money'
import { useFormats, useWords } from '#i18n'
import { Button } from '#ui/Button'
import { pathAfter } from '#ticketing/CheckoutSteps'
import { VisitButton } from '#add-ons'
import { OpenFoodButton } from '#food'
import { BookTable } from '#tables'
import { Link } from '#ui/Link'
import { LinkButton } from '#ui/LinkButton'
import { PageHeading } from '#ui/PageHeading'
import { ProblemNotice } from '#ui/ProblemNotice'
import { StoredValueLines } from '#ticketing/StoredValueLines'
import { useSeatName } from '#ticketing/SeatName'
import { useItemName } from '#ticketing/ItemText'
import { Totals } from '#ticketing/Totals'
import { ProductionTitle } from '#ticketing/ProductionTitle'
import { useUndo } from '#client-state'
import { useApiMutation } from '#mutation'
import { useAddTickets, useBasket, useBrand, useChangeTicket, useStoredValue, useRemoveTicket } from '#server-state'
import { AddsToNotice } from './AddsToNotice.tsx'
import { BasketNotes } from './BasketNotes.tsx'
import styles from './BasketPage.module.css'
import { ItemOffers } from './ItemOffers.tsx'
import { ItemGroup } from './ItemGroup.tsx'
import { LapsedBasket, LapsedNotice } from './LapsedBasket.tsx'
import { PackageGroup, PackageWarning } from './PackageGroup.tsx'
import { PriceBreakdown } from './PriceBreakdown.tsx'
import { useItemRemoval } from './useItemRemoval.ts'
import { usePackageRemoval } from './usePackageRemoval.ts'
import { useHoldAgain } from './use-hold-again.ts'
import { useKeptVoucher } from './useKeptVoucher.ts'
import { PromoLine } from './PromoLine.tsx'
import { SubscriptionLines } from './SubscriptionLines.tsx'
import { TicketLine } from './TicketLine.tsx'
import { BookingMember } from './BookingMember.tsx'

/** The held seats by performance, with price types, removal and Undo, the items, the totals and the way to the next step. */
export function BasketPage() {
  const t = useWords('basket')
  const { money, list } = useFormats()
  const seatName = useSeatName()
  const itemName = useItemName()
  const { steps, contact, limits, defaultLocale } = useBrand()
  const basket = useBasket()
  const purses = useStoredValue()
  const keptVoucher = useKeptVoucher(purses.onVoucher)
  const change = useChangeTicket()
  const remove = useRemoveTicket()
  const add = useAddTickets()
  const { offer, dismiss } = useUndo.getState()
  const mutation = useApiMutation()
  const { send, problem, isPending } = mutation
  const removeItem = useItemRemoval(mutation)
  const removal = usePackageRemoval(mutation)
  const again = useHoldAgain()

  const changePriceType = async (ticket: BasketTicket, priceType: string, price?: Money): Promise<boolean> => {
    const choice = ticket.choices.find((other) => other.priceType === priceType)
    const body = { priceType, ...(price !== undefined && { price }) }
    const { ok } = await send(() => change.mutateAsync({ params: { id: ticket.id }, body }), {
      message: choice && t('said.changed', { seat: seatName(ticket), priceType: choice.name, price: money(price ?? choice.price) }),
    })
    return ok
  }
  /** The names of what a change removed: seats sold in a block go together, and items go with the last ticket. */
  const namesOfRemoved = (after: Basket) => {
    const tickets = basket.tickets.filter(({ id }) => after.tickets.every((other) => other.id !== id))
    const items = basket.items.filter(({ id }) => after.items.every((other) => other.id !== id))
    return { tickets, seat: list(tickets.map(seatName)), items: list(items.map(itemName)) }
  }
  const releaseSeat = (ticket: BasketTicket) => {
    const whole = basket.packages?.find(({ tickets }) => tickets.includes(ticket.id))
    return whole ? removal.warn(whole) : removeSeat(ticket)
  }
  const removeSeat = (ticket: BasketTicket) =>
    send(() => remove.mutateAsync({ params: { id: ticket.id } }), {
      onSuccess: (after) => {
        const { tickets, seat, items } = namesOfRemoved(after)
        const message = items === '' ? t('undo.removed', { seat }) : t('undo.removedWith', { seat, items })
        offer({ message, undo: () => holdAgain(ticket.instance, tickets) })
      },
      message: (after) => {
        const { seat, items } = namesOfRemoved(after)
        return items === '' ? t('said.removed', { seat }) : t('undo.removedWith', { seat, items })
      },
    })
  const holdAgain = (instance: string, tickets: readonly BasketTicket[]) => {
    dismiss()
    const seats = tickets.map(({ seat, priceType }) => ({ seat, priceType }))
    return send(() => add.mutateAsync({ body: { instance, seats } }), {
      message: t('said.restored', { seat: list(tickets.map(seatName)) }),
    })
  }

  const isWithoutItems = basket.items.length === 0
  const hasTickets = basket.tickets.length > 0
  const hasLapsedItems = again.holds.lapsedItems.length > 0
  // Seats that lapsed before others were held are only shown where an attempt did not get them again.
  const showsLapsed = hasLapsedItems || (again.hasHolds && (again.isPending || again.outcome === 'lost' || !hasTickets))
  const isLapsed = !hasTickets && isWithoutItems && (again.hasHolds || basket.state === 'expired')
  // The notice and its button, which had the focus, may have left the page. The basket may be shown after the outcome, with another heading.
  useEffect(() => {
    if (again.outcome) document.querySelector('h1')?.focus()
  }, [again.outcome, isLapsed])
  if (isLapsed) return <LapsedBasket again={again} />
  const performances = [...Map.groupBy(basket.tickets, (ticket) => ticket.instance).values()]
  return (
    <>
      <PageHeading>{t(isEmpty(basket) ? 'empty.title' : 'title')}</PageHeading>
      {problem && <ProblemNotice problem={problem} />}
      <PackageWarning removal={removal} isPending={isPending} />
      <UndoLine />
      {showsLapsed && <LapsedNotice again={again} title={t(hasLapsedItems ? 'expired.itemsBody' : 'expired.seatsBody')} />}
      {!isEmpty(basket) && <AddsToNotice />}
      {!isEmpty(basket) ? (
        <div className={styles.basket}>
          <div className={styles.items}>
            {hasTickets && <BookingMember />}
            {basket.packages?.map((sold) => (
              <PackageGroup key={sold.id} sold={sold} busy={isPending} onRemove={() => removal.warn(sold)} />
            ))}
            {performances.map((tickets) => (
              <PerformanceGroup
                key={tickets[0]?.instance}
                tickets={tickets}
                busy={isPending}
                onChange={changePriceType}
                onRemove={releaseSeat}
              />
            ))}
            {[...Map.groupBy(basket.items, ({ kind }) => kind)].map(([kind, items]) => (
              <ItemGroup key={kind} kind={kind} items={items} busy={isPending} onRemove={removeItem} />
            ))}
            {!hasTickets && (
              <p className={styles.more}>{basket.deadline ? t('items.held') : t('items.kept', { count: limits.basketDays })}</p>
            )}
            <ItemOffers />
            <BasketNotes />
          </div>
          <div className={styles.end}>
            {basket.subscriptions && <SubscriptionLines subscriptions={basket.subscriptions} />}
            <PromoLine basket={basket} />
            <StoredValueLines {...purses} {...keptVoucher} />
            <Totals theatreLocale={defaultLocale} totals={basket.totals} items={basket.items} hasTickets={hasTickets} />
            <PriceBreakdown basket={basket} />
            <LinkButton to={pathAfter('basket', steps)} look="primary" large wide>
              {t('continue')}
            </LinkButton>
            {!hasTickets && (
              <LinkButton to="/" wide>
                {t('items.seats')}
              </LinkButton>
            )}
            <p className={styles.limit}>
              {basket.ticketsLeft > 0 ? (
                t('limit.left', { count: basket.ticketsLeft })
              ) : (
                <>
                  {t('limit.reached')} <a href={`mailto:${contact.groupSales}`}>{contact.groupSales}</a>
                </>
              )}
            </p>
          </div>
        </div>
      ) : (
        <div className={styles.empty}>
          <p>{t('empty.body')}</p>
          <LinkButton to="/" look="primary" large>
            {t('empty.action')}
          </LinkButton>
          <ItemOffers />
        </div>
      )}
    </>
  )
}

type GroupProps = {
  readonly tickets: readonly BasketTicket[]
  readonly busy: boolean
  readonly onChange: (ticket: BasketTicket, priceType: string, price?: Money) => Promise<boolean>
  readonly onRemove: (ticket: BasketTicket) => void
}

function PerformanceGroup({ tickets, busy, onChange, onRemove }: GroupProps) {
  const t = useWords('basket')
  const { dateAndTime } = useFormats()
  const { restaurant } = useBrand()
  const [first] = tickets
  if (!first) return null
  return (
    <section className={styles.group} aria-labelledby={`performance-${first.instance}`}>
      <div className={styles.head}>
        <h2 id={`performance-${first.instance}`}>
          <ProductionTitle of={first} />
        </h2>
        <p>
          <time dateTime={first.startsAt}>{dateAndTime(first)}</time>
          <br />
          {first.hallName}
        </p>
      </div>
      <ul role="list">
        {tickets.map((ticket) => (
          <TicketLine
            key={ticket.id}
            ticket={ticket}
            busy={busy}
            onChange={(priceType, price) => onChange(ticket, priceType, price)}
            onRemove={() => onRemove(ticket)}
          />
        ))}
      </ul>
      <Link to={`/events/${first.event}/${first.instance}`} className={styles.more}>
        {t('addMore')}
      </Link>
      <OpenFoodButton instance={first.instance} label={t('food')} />
      <VisitButton instance={first.instance} label={t('visit')} />
      {restaurant && <BookTable performance={first} party={tickets.length} />}
    </section>
  )
}

/** The last removal and its Undo button. It gets the focus, because the removed line had it. */
function UndoLine() {
  const t = useWords('basket')
  const lastRemoval = useUndo((state) => state.last)
  const line = useRef<HTMLDivElement>(null)
  const previous = useRef(lastRemoval)
  useEffect(() => {
    if (previous.current !== lastRemoval) line.current?.focus()
    previous.current = lastRemoval
  }, [lastRemoval])
  if (!lastRemoval) return null
  return (
    <div className={styles.undo} ref={line} tabIndex={-1}>
      <p>{lastRemoval.message}</p>
      <Button onPress={lastRemoval.undo}>{t('undo.action')}</Button>
    </div>
  )
}
