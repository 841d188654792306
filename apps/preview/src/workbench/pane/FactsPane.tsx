import { type ReactNode, useMemo } from 'react'
import { type Plan, seatFlag, type SeatFlag, seatTypes } from '@playhouse/domain/plan'
import { useFormats, useWords } from '@playhouse/shop-ui/i18n'
import { Button } from '@playhouse/shop-ui/ui/Button'
import { countHall } from './count-hall.ts'
import styles from './Pane.module.css'

type FactsPaneProps = { readonly plan: Plan; readonly onRing: (seats: readonly number[]) => void }

/** Centimetres in a metre. */
const metre = 100

/** The hall in numbers: its sections, the seat types of the map key and the seat facts; each can be shown on the stage. */
export function FactsPane({ plan, onRing }: FactsPaneProps) {
  const t = useWords('preview')
  const words = useWords('seat')
  const { number } = useFormats()
  const kinds = useMemo(
    () => seatTypes.map((type, index) => ({ type, seats: seatsWhere(plan, (seat) => plan.type[seat] === index) })),
    [plan],
  )
  const flags = useMemo(
    () =>
      (Object.keys(seatFlag) as SeatFlag[]).map((flag) => ({
        flag,
        seats: seatsWhere(plan, (seat) => (plan.flags[seat]! & seatFlag[flag]) !== 0),
      })),
    [plan],
  )
  const line = (key: string, name: string, seats: readonly number[]) => (
    <tr key={key}>
      <th scope="row">{name}</th>
      <td>{number(seats.length)}</td>
      <td>
        <Button look="quiet" isDisabled={seats.length === 0} onPress={() => onRing(seats)} aria-label={t('facts.showOf', { name })}>
          {t('facts.show')}
        </Button>
      </td>
    </tr>
  )
  const table = (title: string, lines: ReactNode) => (
    <table className={styles['facts']}>
      <caption>{title}</caption>
      <tbody>{lines}</tbody>
    </table>
  )
  return (
    <div className={styles['pane']}>
      <p>
        <strong>{plan.name}</strong>
        <br />
        {t('facts.hall', {
          ...countHall(t, { seats: plan.seatCount, rows: plan.rows.length, areas: plan.areas.length }),
          width: number(Math.round(plan.viewBox.width / metre)),
          depth: number(Math.round(plan.viewBox.height / metre)),
        })}
      </p>
      <p className={styles['hint']}>{t('facts.ring')}</p>
      {table(
        t('facts.kinds'),
        kinds.map(({ type, seats }) => line(type, words(`type.${type}`), seats)),
      )}
      {table(
        t('facts.flags'),
        flags.map(({ flag, seats }) => line(flag, words(`fact.${flag}`), seats)),
      )}
      {table(
        t('facts.areas'),
        plan.areas.map(({ id, name, firstSeat, seatCount }) =>
          line(
            id,
            name,
            Array.from({ length: seatCount }, (_, place) => firstSeat + place),
          ),
        ),
      )}
    </div>
  )
}

function seatsWhere(plan: Plan, holds: (seat: number) => boolean): number[] {
  const seats: number[] = []
  for (let seat = 0; seat < plan.seatCount; seat++) if (holds(seat)) seats.push(seat)
  return seats
}
