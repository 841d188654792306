import { useQuery } from '@tanstack/react-query'
import type { DaySeatDraw } from '@playhouse/api-client/contract'
import { useFormats, useWords } from '#i18n'
import { Button } from '#ui/Button'
import { Link } from '#ui/Link'
import styles from '../BoxOffice.module.css'
import { DataTable } from '../DataTable.tsx'
import { QueryStatus } from '../QueryStatus.tsx'
import { daySeatDrawsQuery } from './record-queries.ts'

const columns = ['performance', 'draw', 'entries', 'locked', 'winners', 'seed'] as const

/** The draws of a lottery of day seats: their states, entries and locked seats, whether winners have paid, and the seeds for an audit. */
export function DaySeatDraws({ lottery }: { readonly lottery: string }) {
  const t = useWords('catalogue')
  const { when, number } = useFormats()
  const query = useQuery(daySeatDrawsQuery(lottery))
  const draws = query.data ?? []
  const stateOf = ({ state, opensAt, closesAt, drawsAt, drawnAt, timeZone }: DaySeatDraw): string => {
    const at = { coming: opensAt, open: closesAt, closed: drawsAt, drawn: drawnAt ?? drawsAt }[state]
    return t(`draws.state.${state}`, { when: when({ startsAt: at, timeZone }) })
  }
  const winnersOf = ({ winners, payUntil, timeZone }: DaySeatDraw): string => {
    const { paid, unpaid, lapsed } = winners
    const counts = { paid: number(paid), unpaid: number(unpaid), lapsed: number(lapsed) }
    return t('draws.count', { ...counts, until: when({ startsAt: payUntil, timeZone }) })
  }
  return (
    <section className={styles['panel']} aria-labelledby="day-seat-draws">
      <h2 id="day-seat-draws">{t('draws.title')}</h2>
      <div>
        <Button isPending={query.isFetching} onPress={() => void query.refetch()}>
          {t('draws.refresh')}
        </Button>
      </div>
      <QueryStatus query={query} height={6} />
      {query.data?.length === 0 && <p>{t('draws.none')}</p>}
      {draws.length > 0 && (
        <DataTable label={t('draws.title')} columns={columns.map((key) => ({ key, label: t(`draws.${key}`) }))}>
          <tbody>
            {draws.map((draw) => (
              <tr key={draw.instance}>
                <th scope="row">
                  <Link to={`/smart/productions/${draw.event}/performances/${draw.instance}/locks`}>
                    {draw.title}, {when(draw)}
                  </Link>
                </th>
                <td>{stateOf(draw)}</td>
                <td>{number(draw.entries)}</td>
                <td>{draw.lockedSeats === 0 && draw.state !== 'drawn' ? t('draws.noSeats') : number(draw.lockedSeats)}</td>
                <td>{draw.state === 'drawn' ? winnersOf(draw) : ''}</td>
                <td className={styles['code']}>
                  {t('draws.hash')}: {draw.seedHash}
                  <br />
                  {draw.seed === null ? t('draws.secret') : `${t('draws.seed')}: ${draw.seed}`}
                </td>
              </tr>
            ))}
          </tbody>
        </DataTable>
      )}
    </section>
  )
}
