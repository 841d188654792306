import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import type { PlannedPerformance, PlannedProduction } from '@playhouse/api-client/contract'
import { problem } from '@playhouse/domain/problem'
import { textIn } from '@playhouse/domain/text-in'
import { isStaffAllowed } from '@playhouse/domain/staff'
import { useLocale, useWords } from '#i18n'
import { Link } from '#ui/Link'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import { ProblemNotice } from '#ui/ProblemNotice'
import styles from '../BoxOffice.module.css'
import { useCounterState } from '../counter-state.ts'
import { DataTable } from '../DataTable.tsx'
import { QueryStatus } from '../QueryStatus.tsx'
import { EditPerformance } from './EditPerformance.tsx'
import { MissingNotice } from './MissingNotice.tsx'
import { performanceTypesQuery, plannedProductionQuery, planningOptionsQuery } from './planning-queries.ts'
import { useWallClock } from './wall-clock.ts'

/** A single performance: all its fields, what it lacks, its taken seats, and the form that changes it. */
export function PlannedPerformancePage() {
  const t = useWords('planning')
  const { event = '', instance = '' } = useParams()
  const { when } = useWallClock()
  const query = useQuery(plannedProductionQuery(event))
  const performance = query.data?.performances.find(({ id }) => id === instance)
  return (
    <Page>
      <PageHeading>{performance ? when(performance.startsAt) : t('performances.title')}</PageHeading>
      {query.data && (
        <p>
          <Link to={`/smart/productions/${event}`}>{query.data.production.title}</Link>
        </p>
      )}
      <QueryStatus query={query} height={20} />
      {query.data && !performance && <ProblemNotice problem={problem('instance-unavailable')} />}
      {query.data && performance && <Performance planned={query.data} performance={performance} />}
    </Page>
  )
}

type Props = { readonly planned: PlannedProduction; readonly performance: PlannedPerformance }

function Performance({ planned, performance }: Props) {
  const t = useWords('planning')
  const { role } = useCounterState().clerk
  const { id, tickets, inBaskets, web } = performance
  const missing = planned.missing.filter((each) => each.performance === id)
  return (
    <>
      <p>{t('production.state', { state: t(`state.${performance.state}`) })}</p>
      {missing.length > 0 && <MissingNotice planned={{ ...planned, missing }} />}
      <div className={styles['inline']}>
        {tickets + inBaskets > 0 && isStaffAllowed(role, 'read-book') && (
          <Link to={`/smart/audit/${id}`}>{t('bulk.taken', { count: tickets + inBaskets })}</Link>
        )}
        <Link to={`/smart/productions/${performance.production}/performances/${id}/locks`}>{t('performances.locks')}</Link>
        {isStaffAllowed(role, 'edit-programme') && web.sale !== 'cancelled' && (
          <Link to={`/smart/productions/${performance.production}/performances/${id}/plan`}>{t('performances.replan')}</Link>
        )}
        <Link to={`/smart/changes?${new URLSearchParams({ subject: 'performance', id })}`}>{t('changes.title')}</Link>
      </div>
      <Fields performance={performance} />
      {isStaffAllowed(role, 'edit-programme') && web.sale !== 'cancelled' && <EditPerformance current={performance} />}
    </>
  )
}

function Fields({ performance }: Pick<Props, 'performance'>) {
  const t = useWords('planning')
  const tags = useWords('part')
  const { dateAndTime } = useWallClock()
  const locale = useLocale()
  const { data: options } = useQuery(planningOptionsQuery)
  const { data: types = [] } = useQuery(performanceTypesQuery)
  const { hall, planVersion, priceList, type, startsAt, generalSaleAt, web, counter, perCustomer, accessTags, programme, members } =
    performance
  const plan = options?.halls.find((each) => each.hall === hall && each.planVersion === planVersion)
  const opener = options?.programmes.find(({ id }) => id === programme)
  const yesOrNo = (is: boolean): string => t(is ? 'choice.yes' : 'choice.no')
  const rows: readonly (readonly [name: string, value: string])[] = [
    [t('field.startsAt'), dateAndTime(startsAt)],
    [t('field.hall'), plan?.name ?? hall],
    [t('field.planVersion'), planVersion],
    [t('field.priceList'), options?.priceLists.find(({ id }) => id === priceList)?.name ?? priceList],
    [t('field.type'), types.find(({ id }) => id === type)?.name ?? type ?? t('choice.none')],
    [t('field.generalSaleAt'), dateAndTime(generalSaleAt)],
    [t('field.perCustomer'), perCustomer === null ? t('choice.none') : String(perCustomer)],
    [t('field.accessTags'), accessTags.map((tag) => tags(`accessTag.${tag}`)).join(', ') || t('choice.none')],
    [t('field.web.sale'), t(`state.${web.sale}`)],
    [t('field.web.isVisible'), yesOrNo(web.isVisible)],
    [t('field.counter.isOnSale'), yesOrNo(counter.isOnSale)],
    [t('field.counter.isVisible'), yesOrNo(counter.isVisible)],
    [t('field.programme'), opener ? textIn(opener.name, locale) : (programme ?? t('choice.none'))],
    [t('field.members'), members?.join(', ') ?? t('choice.none')],
  ]
  return (
    <DataTable
      label={t('performances.fields')}
      columns={[
        { key: 'field', label: t('performances.field') },
        { key: 'value', label: t('performances.value') },
      ]}
    >
      <tbody>
        {rows.map(([name, value]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </DataTable>
  )
}
