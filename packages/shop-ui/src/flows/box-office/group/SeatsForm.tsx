import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { GroupBooking, GroupSeats } from '@playhouse/api-client/contract'
import { Select } from '#form/Select'
import { useFormats, useWords } from '#i18n'
import { api, queryClient } from '#server-state'
import { Button } from '#ui/Button'
import { Disclosure } from '#ui/Disclosure'
import { Notice } from '#ui/Notice'
import { ProblemNotice } from '#ui/ProblemNotice'
import styles from '../BoxOffice.module.css'
import { useStaffMutation } from '../counter-state.ts'
import { QueryStatus } from '../QueryStatus.tsx'
import { useCounterSeatName } from '../useCounterSeatName.ts'
import { useInvalidFocus } from '../useInvalidFocus.ts'
import { groupBookingsQuery, groupNamesQuery, groupSeatsQuery } from './group-queries.ts'

/** Stands for a seat that is released; no price type has this id. */
const released = ' released'

/** The seats of a booking with their price types, which staff change until it is paid; they can also release some. */
export function SeatsForm({ booking }: { readonly booking: GroupBooking }) {
  const t = useWords('group')
  const query = useQuery(groupSeatsQuery(booking.number))
  return (
    <section className={styles['panel']} aria-labelledby="group-seats">
      <h2 id="group-seats">{t('seats.title')}</h2>
      <p>{t('seats.lead')}</p>
      <QueryStatus query={query} height={10} />
      {query.data?.isOpen === true && <Fields booking={booking} current={query.data} />}
    </section>
  )
}

function Fields({ booking, current }: { readonly booking: GroupBooking; readonly current: GroupSeats }) {
  const t = useWords('group')
  const { money } = useFormats()
  const seatName = useCounterSeatName()
  const { send, problem, message, isPending } = useStaffMutation()
  const { form } = useInvalidFocus(problem)
  /** What staff chose, by ticket; seats without an entry stay. */
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map())
  const { number, paid } = booking
  const { seats, choices } = current
  const choicesOf = ({ band }: Pick<GroupSeats['seats'][number], 'band'>) => choices.filter((choice) => choice.band === band)
  /** The price of a seat with what was chosen; null where it is released. */
  const priceOf = (seat: GroupSeats['seats'][number]) => {
    const priceType = chosen.get(seat.ticket) ?? seat.priceType
    if (priceType === released) return null
    return priceType === seat.priceType
      ? seat.price
      : (choicesOf(seat).find((choice) => choice.priceType === priceType)?.price ?? seat.price)
  }
  const kept = seats.map(priceOf).filter((price) => price !== null)
  const total = kept.reduce((sum, price) => sum + price, 0)
  const edits = seats.flatMap(({ ticket, priceType }) => {
    const next = chosen.get(ticket) ?? priceType
    return next === priceType ? [] : [{ ticket, priceType: next === released ? null : next }]
  })
  const wrong = problem?.code === 'invalid-input' ? problem.params.fields : []
  const isOutdated = problem?.code === 'changed-meanwhile'
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (edits.length === 0) return
    const saved = await send(() => api.groupBookings.setSeats({ params: { number }, body: { version: current.version, seats: edits } }), {
      message: t('seats.saved'),
    })
    if (saved.ok) {
      queryClient.setQueryData(groupSeatsQuery(number).queryKey, saved.value)
      setChosen(new Map())
    } else await queryClient.invalidateQueries({ queryKey: groupSeatsQuery(number).queryKey })
    await queryClient.invalidateQueries({ queryKey: groupBookingsQuery.queryKey })
    await queryClient.invalidateQueries({ queryKey: groupNamesQuery(number).queryKey })
  }
  return (
    <form ref={form} className={styles['stack']} noValidate onSubmit={(event) => void submit(event)} aria-labelledby="group-seats">
      {wrong.includes('total') && <Notice tone="error" role="alert" title={t('seats.overpaid', { paid: money(paid) })} />}
      {wrong.includes('seats') && <Notice tone="error" role="alert" title={t('seats.none')} />}
      {isOutdated && <Notice tone="error" role="alert" title={t('seats.changed', { by: problem.params.by })} />}
      {problem && problem.code !== 'invalid-input' && !isOutdated && <ProblemNotice problem={problem} bare />}
      {!problem && message !== undefined && <Notice tone="success" title={message} />}
      <Disclosure label={t('seats.change')} level={3}>
        <div className={styles['stack']}>
          {seats.map((seat) => {
            const nth = edits.findIndex(({ ticket }) => ticket === seat.ticket)
            const others = choicesOf(seat).filter(({ priceType }) => priceType !== seat.priceType)
            return (
              <Select
                key={seat.ticket}
                name={`seat-${seat.ticket}`}
                label={seatName(seat)}
                value={chosen.get(seat.ticket) ?? seat.priceType}
                onChange={(next) => setChosen(new Map(chosen).set(seat.ticket, next))}
                options={[
                  { value: seat.priceType, label: t('seats.choice', { type: seat.priceTypeName, price: money(seat.price) }) },
                  ...others.map(({ priceType, name, price }) => ({
                    value: priceType,
                    label: t('seats.choice', { type: name, price: money(price) }),
                  })),
                  { value: released, label: t('seats.release') },
                ]}
                error={nth >= 0 && wrong.includes(`seats.${nth}.priceType`) ? t('seats.notSold') : undefined}
              />
            )
          })}
          <p role="status">
            {t('tickets', { count: kept.length })},{' '}
            {t('seats.total', { total: money(total as typeof current.total), before: money(current.total) })}
          </p>
          <div>
            <Button type="submit" isPending={isPending}>
              {t('seats.save')}
            </Button>
          </div>
        </div>
      </Disclosure>
    </form>
  )
}
