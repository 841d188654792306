import { type ReactNode, useId } from 'react'
import { bands } from '@playhouse/domain/pricing'
import type { SeatListWords, SeatOffers } from '#props'
import type { ListedGroup } from './list-rows.ts'
import styles from './SeatList.module.css'
import { clickOnEnter, Done, shortFacts } from './SeatTable.tsx'

type Props = {
  readonly groups: readonly ListedGroup[]
  readonly words: SeatListWords
  readonly label: string
  readonly offers: SeatOffers
  readonly onToggleGroup: (seats: readonly number[]) => void
  readonly onDone: (() => void) | undefined
}

/** Seats side by side for a party, a checkbox a group: "C14–C17, together, £45 each". */
export function GroupTable({ groups, words, label, ...choosing }: Props): ReactNode {
  const { columns } = words
  return (
    <table className={`${styles['table']} ${styles['groups']}`} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{columns.choose}</th>
          <th scope="col">{columns.seat}</th>
          <th scope="col">{columns.price}</th>
          <th scope="col">{columns.band}</th>
          <th scope="col">{columns.view}</th>
          <th scope="col">{columns.facts}</th>
        </tr>
      </thead>
      <tbody>
        {groups.map((group) => (
          <GroupLine key={group.seats.join(' ')} {...group} {...choosing} words={words} />
        ))}
      </tbody>
    </table>
  )
}

type LineProps = ListedGroup & Pick<Props, 'words' | 'offers' | 'onToggleGroup' | 'onDone'>

function GroupLine({ row, seats, unavailable, isChosen, words, offers, onToggleGroup, onDone }: LineProps): ReactNode {
  const id = useId()
  const swatches = [...new Set(seats.map((seat) => bands[offers.bandOf[seat]!]))].filter((band) => band !== undefined)
  const tellAll = (tell: (seat: number) => string): string => [...new Set(seats.map(tell))].filter(Boolean).join(', ')
  const facts = words.groupFacts(seats)
  const isUnavailable = unavailable.length > 0
  return (
    <tr
      data-held={seats.join(' ')}
      data-standing={isUnavailable ? 'taken' : isChosen ? 'selected' : 'free'}
      data-long={facts.length > shortFacts || undefined}
    >
      <td className={styles['choose']}>
        <input
          type="checkbox"
          id={id}
          data-seats={seats.join(' ')}
          checked={isChosen}
          aria-disabled={isUnavailable || undefined}
          aria-label={isUnavailable ? unavailable.map((seat) => words.seatName(seat, 'taken')).join('. ') : words.groupName(seats)}
          onChange={() => isUnavailable || onToggleGroup(seats)}
          onKeyDown={clickOnEnter}
        />
      </td>
      <th scope="row">
        <label htmlFor={id}>
          {words.rowName(row)} · {words.groupLabel(seats)}
        </label>
        {isChosen && onDone && <Done words={words} onDone={onDone} />}
      </th>
      <td className={styles['price']}>{words.groupPrice(seats)}</td>
      <td>
        <span className={styles['band']}>
          {swatches.map((band) => (
            <span key={band} className={styles['swatch']} style={{ background: `var(--band-${band})` }} aria-hidden="true" />
          ))}
          {tellAll(words.band)}
        </span>
      </td>
      <td>{tellAll(words.viewOfStage)}</td>
      <td>{facts}</td>
    </tr>
  )
}
