import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import type { TableList } from '@playhouse/api-client/contract'
import { sittingStart } from '@playhouse/domain/sitting'
import { type SittingList, sittingLists } from '@playhouse/domain/table-list'
import { useFormats, useWords } from '#i18n'
import { Button } from '#ui/Button'
import { Link } from '#ui/Link'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import { classNames } from '#theme'
import styles from './BoxOffice.module.css'
import { tablesQuery } from './counter-state.ts'
import { CustomerText } from './CustomerText.tsx'
import { oneLine, inlineText } from './customer-text.ts'
import { CsvButton } from './CsvButton.tsx'
import { DataTable } from './DataTable.tsx'
import { QueryStatus } from './QueryStatus.tsx'

/** The booked tables of a performance, by sitting; to print. */
export function TablesPage() {
  const t = useWords('box-office')
  const { dateAndTime } = useFormats()
  const { instance = '' } = useParams()
  const query = useQuery(tablesQuery(instance))
  const { data } = query
  return (
    <Page>
      <PageHeading>{t('tables.title')}</PageHeading>
      <QueryStatus query={query} height={16} />
      {data && (
        <>
          <p>
            <Link to={`/smart/book/${instance}`}>
              {t('performances.line', { title: data.performance.title, when: dateAndTime(data.performance) })}
            </Link>
          </p>
          {data.tables.length === 0 ? <p>{t('tables.none')}</p> : <Sittings list={data} />}
        </>
      )}
    </Page>
  )
}

function Sittings({ list }: { readonly list: TableList }) {
  const t = useWords('box-office')
  const sittings = sittingLists(list.tables)
  const nameOf = useSittingName(list)
  return (
    <>
      <div className={classNames(styles['inline'], styles['line'])} data-print="none">
        <Button onPress={() => window.print()}>{t('kitchen.print')}</Button>
        <CsvButton label={t('kitchen.download')} file={`tables-${list.performance.instance}`} rows={() => rowsOf()} />
      </div>
      {sittings.map((sitting) => (
        <Sitting key={`${sitting.sitting} ${sitting.startsBefore}`} sitting={sitting} name={nameOf(sitting)} />
      ))}
    </>
  )

  /** One row for each table. */
  function rowsOf(): (string | number)[][] {
    return [
      [t('tables.sitting'), t('kitchen.customer'), t('kitchen.order'), t('kitchen.guests'), t('tables.table'), t('tables.note')],
      ...sittings.flatMap((sitting) =>
        sitting.tables.map(({ customer, number, party, table, note }) => [
          ...[nameOf(sitting), inlineText(customer), number, party, table, oneLine(note)],
        ]),
      ),
    ]
  }
}

/** Returns a restaurant with the time of a sitting. */
function useSittingName({ performance: { startsAt, timeZone } }: TableList): (sitting: SittingList) => string {
  const t = useWords('box-office')
  const { time } = useFormats()
  return (sitting) => {
    const start = sittingStart(startsAt, sitting)
    const at = (instant: number): string => time({ startsAt: new Date(instant).toISOString(), timeZone })
    return t('tables.at', { name: sitting.restaurantName, from: at(start), to: at(start + sitting.minutes * 60_000) })
  }
}

function Sitting({ sitting, name }: { readonly sitting: SittingList; readonly name: string }) {
  const t = useWords('box-office')
  const { number } = useFormats()
  const id = `${sitting.sitting}-${sitting.startsBefore}`
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{t('kitchen.serving', { place: name, count: sitting.covers })}</h2>
      <DataTable
        label={t('tables.of', { sitting: name })}
        columns={[
          { key: 'customer', label: t('kitchen.customer') },
          { key: 'order', label: t('kitchen.order') },
          { key: 'guests', label: t('kitchen.guests'), isAmount: true },
          { key: 'table', label: t('tables.table'), isAmount: true },
          { key: 'note', label: t('tables.note') },
        ]}
      >
        <tbody>
          {sitting.tables.map((booked) => (
            <tr key={booked.number}>
              <th scope="row">
                <bdi>{inlineText(booked.customer)}</bdi>
              </th>
              <td>
                <Link to={`/smart/orders/${booked.number}`}>{booked.number}</Link>
              </td>
              <td className={styles['sum']}>{number(booked.party)}</td>
              <td className={styles['sum']}>{number(booked.table)}</td>
              <td>
                <CustomerText text={booked.note} />
              </td>
            </tr>
          ))}
        </tbody>
      </DataTable>
    </section>
  )
}
