import { useEffect, useRef, useState } from 'react'
import type { CounterSale } from '@playhouse/api-client/contract'
import { standingPlaces } from '@playhouse/domain/plan'
import { seatOutlook, unpackOutlook } from '@playhouse/domain/seat'
import { useFormats, useWords } from '#i18n'
import { announce } from '#parts/announce'
import { Link } from '#parts/Link'
import { PageHeading } from '#parts/PageHeading'
import { ProblemNotice } from '#parts/ProblemNotice'
import { api, queryClient } from '#session'
import styles from './BookPage.module.css'
import type { SeatsProps, SeatsView } from './BookPage.tsx'
import { counterInstanceQuery, counterSeatsQuery, keepDesk, useAct, useDesk } from './desk.ts'
import { HeldSeats } from './HeldSeats.tsx'
import { KeepPanel } from './KeepPanel.tsx'
import { OffSale } from './OffSale.tsx'
import { PayPanel } from './PayPanel.tsx'
import { SaleDone } from './SaleDone.tsx'
import { type Called, SeatCall } from './SeatCall.tsx'
import { Served } from './Served.tsx'

type Props = Pick<SeatsProps, 'instance' | 'plan' | 'availability'> & { readonly Seats: SeatsView }

/**
 * A sale by keyboard: seats are called and held by Enter, Enter on the empty line asks for the money, Enter takes it. What
 * the map shows is held at a press, too: nothing is chosen here without being held.
 */
export function BookScreen({ instance, plan, availability, Seats }: Props) {
  const t = useWords('box-office')
  const { dateAndTime } = useFormats()
  const { clerk, basket } = useDesk()
  const { act, problem, isPending, dismiss } = useAct()
  const [isPaying, setPaying] = useState(false)
  const [sale, setSale] = useState<CounterSale>()
  const call = useRef<HTMLInputElement>(null)
  const params = { instance: instance.id }
  const focusCall = (): void => call.current?.focus()
  useEffect(focusCall, [])

  const here = basket.tickets.filter((ticket) => ticket.instance === instance.id)
  const held = here.flatMap(({ seat }) => plan.indexOf(seat) ?? [])
  const look = (): void => {
    void queryClient.invalidateQueries(counterSeatsQuery(instance.id))
    void queryClient.invalidateQueries(counterInstanceQuery(instance.id))
  }
  const usual = instance.prices.priceTypes[0]!.id
  const hold = async ({ seats, reason }: Called): Promise<boolean> => {
    const body = {
      seats: seats.map(({ seat, priceType = usual }) => ({ seat: plan.idOf(seat), priceType })),
      ...(reason !== undefined && { reason }),
    }
    const desk = await act(() => api.counter.hold({ params, body }))
    look()
    if (!desk) return false
    setSale(undefined)
    keepDesk(desk)
    announce(t('book.held', { count: desk.basket.tickets.length }))
    return true
  }
  const release = async (id: string): Promise<void> => {
    const desk = await act(() => api.counter.removeTicket({ params: { id } }))
    look()
    if (desk) keepDesk(desk)
  }
  const toggle = (seat: number): void => {
    const ticket = here.find((one) => plan.indexOf(one.seat) === seat)
    void (ticket ? release(ticket.id) : hold({ seats: [{ seat }] }))
  }
  const isOpen = (seat: number): boolean => unpackOutlook(availability.seats, plan.seatCount)[seat] === seatOutlook.free
  const stand = async (area: number, count: number): Promise<void> => {
    const mine = here.filter((ticket) => plan.areaOf[plan.indexOf(ticket.seat) ?? 0] === area)
    for (const ticket of mine.slice(count)) await release(ticket.id)
    const more = standingPlaces(plan, area, count - mine.length, [], isOpen)
    if (more.length > 0) await hold({ seats: more.map((seat) => ({ seat })) })
  }
  return (
    <div className={styles['book']}>
      <div className={styles['side']}>
        <div className={styles['title']}>
          <PageHeading title={`${instance.title}, ${dateAndTime(instance)}`}>{instance.title}</PageHeading>
          <p>
            {dateAndTime(instance)} · {instance.hallName} ·{' '}
            {clerk.role === 'manager' && <Link to={`/smart/audit/${instance.id}`}>{t('book.audit')}</Link>}
          </p>
        </div>
        <Served />
        <SeatCall
          ref={call}
          instance={instance}
          plan={plan}
          isOpen={isOpen}
          isPending={isPending}
          onCall={hold}
          onEmpty={() => setPaying(basket.tickets.length > 0)}
        />
        {problem && <ProblemNotice problem={problem} bare />}
        <HeldSeats onChanged={look} onRelease={(id) => void release(id)} onProblem={dismiss} />
        {isPaying && basket.tickets.length > 0 && (
          <PayPanel
            onSold={(sold) => {
              keepDesk(sold.desk)
              setPaying(false)
              setSale(sold)
              look()
            }}
            onBack={() => {
              setPaying(false)
              focusCall()
            }}
          />
        )}
        {sale && (
          <SaleDone
            sale={sale}
            onNext={() => {
              setSale(undefined)
              focusCall()
            }}
          />
        )}
        {here.length > 0 && !isPaying && <KeepPanel instance={instance} seats={here.map(({ seat }) => seat)} onKept={look} />}
        {instance.holds.length > 0 && <OffSale instance={instance} plan={plan} onChanged={look} />}
      </div>
      <div className={styles['seats']}>
        <Seats
          instance={instance}
          plan={plan}
          availability={availability}
          held={held}
          onToggle={toggle}
          onStand={(area, count) => void stand(area, count)}
        />
      </div>
    </div>
  )
}
