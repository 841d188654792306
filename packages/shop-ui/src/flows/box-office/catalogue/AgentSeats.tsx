import { useQuery } from '@tanstack/react-query'
import type { Allocation } from '@playhouse/api-client/contract'
import { useFormats, useWords } from '#i18n'
import { Link } from '#ui/Link'
import styles from '../BoxOffice.module.css'
import { CsvButton } from '../CsvButton.tsx'
import { QueryStatus } from '../QueryStatus.tsx'
import { allocationsQuery } from './record-queries.ts'

/** The seats that are locked for an agent, by performance, and the same as a file with a row for each seat. */
export function AgentSeats({ agent }: { readonly agent: string }) {
  const t = useWords('catalogue')
  const { instant, when } = useFormats()
  const query = useQuery(allocationsQuery(agent))
  const allocations = query.data ?? []
  const releaseOf = ({ releaseAt }: Allocation): string => (releaseAt === null ? '' : instant(releaseAt))
  return (
    <section className={styles['panel']} aria-labelledby="agent-seats">
      <h2 id="agent-seats">{t('seats.title')}</h2>
      <QueryStatus query={query} height={6} />
      {query.data?.length === 0 && <p>{t('seats.none')}</p>}
      {allocations.length > 0 && (
        <>
          <ul>
            {allocations.map((each, nth) => (
              <li key={nth}>
                <Link to={`/smart/productions/${each.event}/performances/${each.instance}/locks`}>
                  {each.title}, {when(each)}
                </Link>
                {': '}
                {[
                  t('seats.count', { count: each.seats.length }),
                  each.note,
                  each.releaseAt === null ? t('seats.noRelease') : t('seats.release', { at: releaseOf(each) }),
                ]
                  .filter((part) => part !== '')
                  .join(', ')}
              </li>
            ))}
          </ul>
          <CsvButton
            label={t('seats.csv')}
            file={`seats-${agent}`}
            rows={() => [
              (['performance', 'start', 'area', 'row', 'seat', 'note', 'releaseAt'] as const).map((name) => t(`seats.column.${name}`)),
              ...allocations.flatMap((each) =>
                each.seats.map(({ area, row, number }) => [each.title, when(each), area, row, number, each.note, releaseOf(each)]),
              ),
            ]}
          />
        </>
      )}
    </section>
  )
}
