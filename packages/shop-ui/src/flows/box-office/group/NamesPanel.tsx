import { useQuery } from '@tanstack/react-query'
import type { GroupNames } from '@playhouse/api-client/contract'
import { GroupNamesForm } from '#group-names'
import { useWords } from '#i18n'
import { api, queryClient } from '#server-state'
import styles from '../BoxOffice.module.css'
import { CsvButton } from '../CsvButton.tsx'
import { QueryStatus } from '../QueryStatus.tsx'
import { useCounterSeatName } from '../useCounterSeatName.ts'
import { groupNamesQuery } from './group-queries.ts'

/** The names of the people of a booking, by seat, and the same as a list for the door. */
export function NamesPanel({ number }: { readonly number: string }) {
  const t = useWords('group')
  const seatName = useCounterSeatName()
  const query = useQuery(groupNamesQuery(number))
  const { queryKey } = groupNamesQuery(number)
  const rows = ({ seats }: GroupNames) => [
    (['area', 'row', 'seat', 'priceType', 'name'] as const).map((name) => t(`names.column.${name}`)),
    ...seats.map(({ area, row, number: seat, priceTypeName, name }) => [area, row, seat, priceTypeName, name]),
  ]
  return (
    <section className={styles['panel']} aria-labelledby="group-names">
      <h2 id="group-names">{t('names.title')}</h2>
      <QueryStatus query={query} height={10} />
      {query.data && (
        <GroupNamesForm
          names={query.data}
          seatName={seatName}
          className={styles['form']}
          save={(body) => api.groupBookings.setNames({ params: { number }, body })}
          onSaved={(names) => queryClient.setQueryData(queryKey, names)}
          onOutdated={() => queryClient.invalidateQueries({ queryKey })}
        >
          <div>
            <CsvButton label={t('names.csv')} file={`names-${number}`} rows={() => rows(query.data)} />
          </div>
        </GroupNamesForm>
      )}
    </section>
  )
}
