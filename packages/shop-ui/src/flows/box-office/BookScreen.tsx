import { useEffect, useRef, useState } from 'react'
import type { Availability, CounterSale } from '@playhouse/api-client/contract'
import { isEmpty } from '@playhouse/domain/item-kind'
import { standingPlaces } from '@playhouse/domain/plan'
import { isStaffAllowed } from '@playhouse/domain/staff'
import { useFormats, useWords } from '#i18n'
import { Button } from '#ui/Button'
import { Link } from '#ui/Link'
import { Notice } from '#ui/Notice'
import { PageHeading } from '#ui/PageHeading'
import { ProblemNotice } from '#ui/ProblemNotice'
import { api, queryClient, useBrand } from '#server-state'
import styles from './BookPage.module.css'
import type { SeatsProps, SeatsView } from './BookPage.tsx'
import { counterInstanceQuery, setCounterState, useStaffMutation, useCounterState } from './counter-state.ts'
import { ExchangeNote } from './ExchangeNote.tsx'
import { BestSeatsForm } from './BestSeatsForm.tsx'
import { HeldSeats } from './HeldSeats.tsx'
import { NeedChips } from './NeedChips.tsx'
import { ReservePanel } from './ReservePanel.tsx'
import { useLiveSeats } from './live-seats.ts'
import { SeatAlternatives } from './SeatAlternatives.tsx'
import { BlockedSeats } from './BlockedSeats.tsx'
import { PayPanel } from './PayPanel.tsx'
import { SaleConfirmation } from './SaleConfirmation.tsx'
import { type SeatCallRequest, SeatCall, type BestSeatsRequest } from './SeatCall.tsx'
import { CurrentCustomer } from './CurrentCustomer.tsx'
import { useExchange } from './useExchange.ts'
import { useSeatNeeds } from './useSeatNeeds.ts'

type Props = Pick<SeatsProps, 'instance' | 'plan'> & { readonly first: Availability; readonly Seats: SeatsView }
/** The last request for the best seats, and all seats that were offered for it. */
type BestSeatsResult = { readonly request: BestSeatsRequest; readonly seenSeats: readonly string[]; readonly hasOthers: boolean }

/**
 * A sale by keyboard: Enter holds the seats that were typed, Enter on the empty line opens the payment, Enter takes the cash.
 * A press on the seat map holds a seat, too: every selection is a hold.
 */
export function BookScreen({ instance, plan, first, Seats }: Props) {
  const { foodAndDrink, restaurant } = useBrand()
  const t = useWords('box-office')
  const { dateAndTime } = useFormats()
  const { clerk, basket } = useCounterState()
  const { send, problem, isPending, dismiss } = useStaffMutation()
  const { live, isStale } = useLiveSeats(instance.id, plan, first)
  const { exchange, end } = useExchange()
  const seatNeeds = useSeatNeeds(plan)
  const [isAsking, setAsking] = useState(false)
  const [sale, setSale] = useState<CounterSale>()
  const [bestSeats, setBestSeats] = useState<BestSeatsResult>()
  const [lastRequest, setLastRequest] = useState<BestSeatsRequest>()
  const [confirmation, setConfirmation] = useState<string>()
  const call = useRef<HTMLInputElement>(null)
  const params = { instance: instance.id }
  const focusCall = (): void => call.current?.focus()
  useEffect(focusCall, [])

  const ticketsHere = basket.tickets.filter((ticket) => ticket.instance === instance.id)
  const heldSeats = ticketsHere.flatMap(({ seat }) => plan.indexOf(seat) ?? [])
  // An open payment, perhaps one from before this page was loaded, stays on the screen until its outcome is known.
  const isPaying = (isAsking || basket.state === 'paying') && !isEmpty(basket)
  const reloadInstance = (): void => void queryClient.invalidateQueries(counterInstanceQuery(instance.id))
  const showConfirmation = (message: string): void => {
    setConfirmation(message)
    reloadInstance()
    focusCall()
  }
  const defaultPriceType = instance.prices.priceTypes[0]!.id
  const hold = async ({ seats, reason }: SeatCallRequest, onHeld?: () => void): Promise<boolean> => {
    const body = {
      seats: seats.map(({ seat, priceType = defaultPriceType }) => ({ seat: plan.idOf(seat), priceType })),
      ...(reason !== undefined && { reason }),
    }
    const result = await send(() => api.counter.hold({ params, body }), {
      onSuccess: (desk) => {
        onHeld?.()
        setSale(undefined)
        setBestSeats(undefined)
        setConfirmation(undefined)
        setCounterState(desk)
      },
      message: (desk) => t('book.held', { count: desk.basket.tickets.length }),
    })
    return result.ok
  }
  const findBest = async (request: BestSeatsRequest, onHeld?: () => void, seenSeats: readonly string[] = []): Promise<boolean> => {
    setLastRequest(request)
    const { wish, reason } = request
    const body = { wish: { ...wish, ...(seenSeats.length > 0 && { others: [...seenSeats] }) }, ...(reason !== undefined && { reason }) }
    const result = await send(() => api.counter.bestAvailable({ params, body }), {
      onSuccess: ({ seats, hasOthers, desk }) => {
        onHeld?.()
        setSale(undefined)
        setConfirmation(undefined)
        setBestSeats({ request, seenSeats: [...seenSeats, ...seats], hasOthers })
        setCounterState(desk)
      },
      message: ({ seats, reason: { how } }) => t(`found.${how}`, { count: seats.length }),
      focus: call,
    })
    return result.ok
  }
  const release = async (id: string): Promise<void> => {
    await send(() => api.counter.removeTicket({ params: { id } }), { onSuccess: setCounterState })
    focusCall()
  }
  const toggle = (seat: number): void => {
    const ticket = ticketsHere.find((one) => plan.indexOf(one.seat) === seat)
    void (ticket ? release(ticket.id) : hold({ seats: [{ seat }] }))
  }
  const setStandingPlaces = async (area: number, count: number): Promise<void> => {
    const mine = ticketsHere.filter((ticket) => plan.areaOf[plan.indexOf(ticket.seat) ?? 0] === area)
    for (const ticket of mine.slice(count)) await release(ticket.id)
    const more = standingPlaces(plan, area, count - mine.length, [], live.isFree)
    if (more.length > 0) await hold({ seats: more.map((seat) => ({ seat })) })
  }
  const findOthers = (): void => {
    if (bestSeats?.hasOthers && !isPending) void findBest(bestSeats.request, undefined, bestSeats.seenSeats)
  }
  return (
    <div className={styles['book']}>
      <div className={styles['side']}>
        <div className={styles['title']}>
          <PageHeading title={`${instance.title}, ${dateAndTime(instance)}`}>{instance.title}</PageHeading>
          <p>
            {dateAndTime(instance)} · {instance.hallName}
            {isStaffAllowed(clerk.role, 'read-book') && (
              <>
                {' · '}
                <Link to={`/smart/audit/${instance.id}`}>{t('book.audit')}</Link>
              </>
            )}
            {foodAndDrink && isStaffAllowed(clerk.role, 'read-kitchen-list') && (
              <>
                {' · '}
                <Link to={`/smart/food/${instance.id}`}>{t('book.kitchen')}</Link>
              </>
            )}
            {restaurant && isStaffAllowed(clerk.role, 'read-kitchen-list') && (
              <>
                {' · '}
                <Link to={`/smart/tables/${instance.id}`}>{t('book.tables')}</Link>
              </>
            )}
          </p>
        </div>
        <CurrentCustomer />
        {exchange && <ExchangeNote exchange={exchange} instance={instance.id} />}
        <NeedChips seatNeeds={seatNeeds} onRemoved={focusCall} />
        <SeatCall
          ref={call}
          instance={instance}
          plan={plan}
          isOpen={live.isFree}
          needs={seatNeeds.needs}
          isPending={isPending}
          onCall={hold}
          onBest={findBest}
          onOthers={findOthers}
          onEmpty={() => setAsking(!isEmpty(basket))}
        />
        {bestSeats && ticketsHere.length > 0 && !isPaying && (
          <div>
            <Button isDisabled={!bestSeats.hasOthers} isPending={isPending} onPress={findOthers}>
              {t(bestSeats.hasOthers ? 'found.others' : 'found.noOthers')}
            </Button>
          </div>
        )}
        {confirmation && ticketsHere.length === 0 && (
          <Notice tone="success" role="status">
            {confirmation}
          </Notice>
        )}
        {problem && <ProblemNotice problem={problem} bare />}
        {problem && lastRequest && <SeatAlternatives problem={problem} request={lastRequest} onBest={findBest} />}
        {sale && (
          <SaleConfirmation
            sale={sale}
            onNext={() => {
              setSale(undefined)
              focusCall()
            }}
          />
        )}
        {isPaying && (
          <PayPanel
            exchange={exchange}
            onSold={(sale) => {
              setCounterState(sale.desk)
              setAsking(false)
              setBestSeats(undefined)
              setSale(sale)
              seatNeeds.reset()
              end()
            }}
            onLinkSent={(message) => {
              setAsking(false)
              setBestSeats(undefined)
              showConfirmation(message)
            }}
            onBack={() => {
              setAsking(false)
              focusCall()
            }}
          />
        )}
        <HeldSeats instance={instance.id} onRelease={(id) => void release(id)} onCleared={focusCall} onProblem={dismiss} />
        {!isPaying && <BestSeatsForm instance={instance} plan={plan} seatNeeds={seatNeeds} isPending={isPending} onBest={findBest} />}
        {ticketsHere.length > 0 && !isPaying && (
          <ReservePanel instance={instance} seats={ticketsHere.map(({ seat }) => seat)} onDone={showConfirmation} />
        )}
        {instance.holds.length > 0 && <BlockedSeats instance={instance} plan={plan} onChanged={reloadInstance} />}
      </div>
      <div className={styles['seats']}>
        {isStale && (
          <Notice tone="warning" role="status">
            {t('book.stale')}
          </Notice>
        )}
        <Seats
          instance={instance}
          plan={plan}
          live={live}
          heldSeats={heldSeats}
          accessNeeds={seatNeeds.needs}
          onToggle={toggle}
          onStandingCountChange={(area, count) => void setStandingPlaces(area, count)}
        />
      </div>
    </div>
  )
}
