import { useState } from 'react'
import type { PlannedMove, PlannedReplan } from '@playhouse/api-client/contract'
import { isStaffAllowed } from '@playhouse/domain/staff'
import { useWords } from '#i18n'
import { Button } from '#ui/Button'
import { Link } from '#ui/Link'
import styles from '../BoxOffice.module.css'
import { useCounterState } from '../counter-state.ts'
import { DataTable } from '../DataTable.tsx'
import { type DrawnReplan, nameOfPlace, sortedMoves } from './replan-seats.ts'
import { SeatChoice } from './SeatChoice.tsx'

/** Rows that the table shows at first, and more with each press. */
const pageSize = 100

type Props = {
  readonly replan: PlannedReplan
  /** Undefined while the plans are loading: nothing can be chosen by hand. */
  readonly drawn: DrawnReplan | undefined
  readonly priceList: string
  /** The former seat for which staff choose one. */
  readonly choosing: string | undefined
  readonly isPending: boolean
  readonly onOpen: (from: string | undefined) => void
  /** A seat of the other plan for a former seat; null: as the rules propose. */
  readonly onChoose: (from: string, to: string | null) => void
}

/** The seats that move: their orders, baskets and locks, both places and the rule, with a choice by hand. */
export function MoveTable({ replan: { moves, kept }, drawn, priceList, choosing, isPending, onOpen, onChoose }: Props) {
  const t = useWords('replan')
  const [limit, setLimit] = useState(pageSize)
  const rows = sortedMoves(moves)
  const sizes = new Map<number, number>()
  for (const { party } of moves) sizes.set(party, (sizes.get(party) ?? 0) + 1)
  const missing = moves.filter(({ to }) => to === null).length
  return (
    <section className={styles['stack']} aria-labelledby="replan-moves">
      <h2 id="replan-moves">{t('moves.title', { count: moves.length })}</h2>
      <p>
        {t('moves.kept', { count: kept })} {missing > 0 && t('moves.missing', { count: missing })}
      </p>
      <DataTable
        label={t('moves.label')}
        className={styles['held']}
        columns={[
          { key: 'from', label: t('moves.from') },
          { key: 'to', label: t('moves.to') },
          { key: 'who', label: t('moves.who') },
          { key: 'why', label: t('moves.why') },
          { key: 'choice', label: t('moves.choice') },
        ]}
      >
        <tbody>
          {rows.slice(0, limit).map((move) => (
            <tr key={move.from.id}>
              <th scope="row">{nameOfPlace(move.from)}</th>
              <td>{move.to ? nameOfPlace(move.to) : t('moves.none')}</td>
              <td>
                <Holder move={move} size={sizes.get(move.party)!} />
              </td>
              <td>{t(`why.${move.kind === 'by-hand' ? 'by-hand' : move.to ? 'as-good' : 'none'}`)}</td>
              <td>
                {drawn && (
                  <SeatChoice
                    {...{ move, drawn, priceList, isPending, onOpen }}
                    isOpen={choosing === move.from.id}
                    onChoose={(to) => onChoose(move.from.id, to)}
                  />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </DataTable>
      {rows.length > limit && <Button onPress={() => setLimit(limit + pageSize)}>{t('moves.more', { count: rows.length - limit })}</Button>}
    </section>
  )
}

/** Who has a seat: an order or a reserved order with its number, a basket, or a lock; with the number of moved seats of the party. */
function Holder({ move: { holder, order }, size }: { readonly move: PlannedMove; readonly size: number }) {
  const t = useWords('replan')
  const { role } = useCounterState().clerk
  const name = order === null ? t(`who.${holder}`) : t(`who.${holder === 'reserved' ? 'reservation' : 'order'}`, { number: order })
  return (
    <>
      {holder === 'sold' && order !== null && isStaffAllowed(role, 'read-orders') ? (
        <Link to={`/smart/orders/${order}`}>{name}</Link>
      ) : (
        name
      )}
      {size > 1 && holder !== 'locked' && ` ${t('who.party', { count: size })}`}
    </>
  )
}
