import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { PlannedPerformance } from '@playhouse/api-client/contract'
import { planNumberOf } from '@playhouse/domain/hall-plan'
import { textIn } from '@playhouse/domain/text-in'
import { useFormats, useLocale, useWords } from '#i18n'
import { Link } from '#ui/Link'
import { DataTable } from '../DataTable.tsx'
import { performanceTypesQuery, plannedHallQuery, planningOptionsQuery, saleWindowsQuery } from './planning-queries.ts'
import { useWallClock } from './wall-clock.ts'

type Props = { readonly performance: PlannedPerformance }

/** All fields of a performance, as a table. */
export function PerformanceValues({ performance }: Props) {
  const t = useWords('planning')
  const tags = useWords('part')
  const { dateAndTime } = useWallClock()
  const locale = useLocale()
  const { data: options } = useQuery(planningOptionsQuery)
  const { data: types = [] } = useQuery(performanceTypesQuery)
  const { hall, planVersion, priceList, type, startsAt, web, counter, perCustomer, accessTags, programme, members } = performance
  const plan = options?.halls.find((each) => each.hall === hall && each.planVersion === planVersion)
  const opener = options?.programmes.find(({ id }) => id === programme)
  const yesOrNo = (is: boolean): string => t(is ? 'choice.yes' : 'choice.no')
  const rows: readonly (readonly [name: string, value: ReactNode])[] = [
    [t('field.startsAt'), dateAndTime(startsAt)],
    [t('field.hall'), plan?.name ?? hall],
    [t('field.planVersion'), <PlanName key="plan" performance={performance} />],
    [t('field.priceList'), options?.priceLists.find(({ id }) => id === priceList)?.name ?? priceList],
    [t('field.type'), types.find(({ id }) => id === type)?.name ?? type ?? t('choice.none')],
    [t('field.generalSaleAt'), <StartOfSale key="sale" performance={performance} />],
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

/** The seating plan by its hall and number, its seats and the date on which it was added. */
function PlanName({ performance: { hall, planVersion, timeZone } }: Props) {
  const t = useWords('planning')
  const { dateAndTime } = useFormats()
  const { data } = useQuery(plannedHallQuery(hall))
  const version = planNumberOf(planVersion)
  const plan = data?.plans.find((each) => each.planVersion === planVersion)
  if (!plan) return version
  return t('performances.plan', {
    plan: t('run.plan', { hall: data?.name, version, count: plan.seats }),
    when: dateAndTime({ startsAt: plan.addedAt, timeZone }),
  })
}

/** When the general sale starts. The windows of the production replace the date of the performance. */
function StartOfSale({ performance: { id, production, generalSaleAt, timeZone } }: Props) {
  const t = useWords('planning')
  const wallClock = useWallClock()
  const { dateAndTime } = useFormats()
  const { data } = useQuery(saleWindowsQuery(production))
  if (!data || data.windows.length === 0) return wallClock.dateAndTime(generalSaleAt)
  const general = data.windows.findIndex(({ channel, memberships }) => channel === 'web' && memberships === null)
  const from = data.performances.find((each) => each.id === id)?.periods[general]?.from
  return (
    <Link to={`/smart/productions/${production}/on-sale`}>
      {from === undefined ? t('windows.decide') : t('windows.decideFrom', { from: dateAndTime({ startsAt: from, timeZone }) })}
    </Link>
  )
}
