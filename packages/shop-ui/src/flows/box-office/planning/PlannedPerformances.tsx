import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PlannedPerformance, PlannedProduction } from '@playhouse/api-client/contract'
import { useWords } from '#i18n'
import { classNames } from '#theme'
import { Checkbox } from '#form/Checkbox'
import { Button } from '#ui/Button'
import { Link } from '#ui/Link'
import styles from '../BoxOffice.module.css'
import { DataTable } from '../DataTable.tsx'
import { BulkEdit } from './BulkEdit.tsx'
import { planningOptionsQuery } from './planning-queries.ts'
import { useWallClock, wallClockIn } from './wall-clock.ts'

type Props = { readonly planned: PlannedProduction; readonly isEditor: boolean }
const columns = ['when', 'hall', 'priceList', 'state', 'web', 'counter', 'taken', 'details'] as const

/** The words for how a performance is sold on the web and at the counter. */
function useSaleWords(): (performance: PlannedPerformance) => { readonly web: string; readonly counter: string } {
  const t = useWords('planning')
  return ({ startsAt, timeZone, web, counter }) => {
    const both = (text: string) => ({ web: text, counter: text })
    if (web.sale === 'cancelled') return both(t('state.cancelled'))
    if (startsAt <= wallClockIn(timeZone)) return both(t('performances.over'))
    return {
      web: t(web.isVisible ? `state.${web.sale}` : 'performances.hidden'),
      counter: t(!counter.isVisible ? 'performances.hidden' : counter.isOnSale ? 'state.on-sale' : 'state.not-on-sale'),
    }
  }
}

/** The performances of a production. Staff who plan choose some of them and change them together. */
export function PlannedPerformances({ planned: { performances }, isEditor }: Props) {
  const t = useWords('planning')
  const { when } = useWallClock()
  const saleWords = useSaleWords()
  const { data: options } = useQuery(planningOptionsQuery)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const editable = performances.filter(({ web }) => web.sale !== 'cancelled')
  const choose = (id: string, isChosen: boolean): void =>
    setChosen((current) => new Set(isChosen ? [...current, id] : [...current].filter((each) => each !== id)))
  const selected = editable.filter(({ id }) => chosen.has(id))
  if (performances.length === 0) return <p>{t('performances.none')}</p>
  return (
    <section className={styles['panel']} aria-labelledby="planned-performances">
      <h2 id="planned-performances">{t('performances.title')}</h2>
      {isEditor && (
        <div className={classNames(styles['inline'], styles['line'])}>
          <Button onPress={() => setChosen(new Set(editable.map(({ id }) => id)))}>{t('performances.all')}</Button>
          {selected.length > 0 && <Button onPress={() => setChosen(new Set())}>{t('performances.clear')}</Button>}
          <p role="status">{t('performances.chosen', { count: selected.length })}</p>
        </div>
      )}
      <DataTable
        label={t('performances.title')}
        columns={columns.map((key) => ({ key, label: t(`performances.${key}`), isAmount: key === 'taken' }))}
        className={classNames(styles['roomy'], styles['found'])}
      >
        <tbody>
          {performances.map((performance) => {
            const { id, startsAt, hall, planVersion, web, tickets, inBaskets } = performance
            const sale = saleWords(performance)
            const plan = options?.halls.find((each) => each.hall === hall && each.planVersion === planVersion)
            return (
              <tr key={id}>
                <th scope="row">
                  {isEditor && web.sale !== 'cancelled' ? (
                    <Checkbox name={`choose-${id}`} value={chosen.has(id)} onChange={(isChosen) => choose(id, isChosen)}>
                      {when(startsAt)}
                    </Checkbox>
                  ) : (
                    when(startsAt)
                  )}
                </th>
                <td>{plan?.name ?? hall}</td>
                <td>{options?.priceLists.find(({ id: list }) => list === performance.priceList)?.name ?? performance.priceList}</td>
                <td>{t(`state.${performance.state}`)}</td>
                <td>{sale.web}</td>
                <td>{sale.counter}</td>
                <td className={styles['sum']}>{tickets + inBaskets}</td>
                <td>
                  <Link
                    to={`/smart/productions/${performance.production}/performances/${id}`}
                    aria-label={t('performances.open', { hall: plan?.name ?? hall, when: when(startsAt) })}
                  >
                    {t('performances.details')}
                  </Link>
                </td>
              </tr>
            )
          })}
        </tbody>
      </DataTable>
      {selected.length > 0 && <BulkEdit performances={selected} />}
    </section>
  )
}
