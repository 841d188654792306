import { useSuspenseQuery } from '@tanstack/react-query'
import { GroupNamesForm } from '#group-names'
import { useFormats, useWords } from '#i18n'
import { api, queryClient } from '#server-state'
import { useSeatName } from '#ticketing/SeatName'
import { Breadcrumb } from '#ui/Breadcrumb'
import { PageHeading } from '#ui/PageHeading'
import styles from './AccountPage.module.css'
import { groupNamesQuery } from './queries.ts'

/** The names of the people of a group, for the contact of its booking. */
export function GroupNamesPage({ number }: { readonly number: string }) {
  const t = useWords('account')
  const { dateAndTime } = useFormats()
  const seatName = useSeatName()
  const query = groupNamesQuery(number)
  const { data: names } = useSuspenseQuery(query)
  const { group, performance } = names
  return (
    <>
      <Breadcrumb crumbs={[{ label: t('orders.title'), to: '/account/your-orders' }, { label: t('orders.names') }]} />
      <PageHeading>{t('orders.names')}</PageHeading>
      <p>
        <bdi>{group}</bdi>: <bdi>{performance.title}</bdi>, {dateAndTime(performance)}
      </p>
      <GroupNamesForm
        names={names}
        seatName={seatName}
        className={styles.form}
        save={(body) => api.me.setNames({ params: { number }, body })}
        onSaved={(saved) => queryClient.setQueryData(query.queryKey, saved)}
        onOutdated={() => queryClient.invalidateQueries({ queryKey: query.queryKey })}
      />
    </>
  )
}
