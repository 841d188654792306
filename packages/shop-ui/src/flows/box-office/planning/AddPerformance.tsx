import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { PlannedProduction } from '@playhouse/api-client/contract'
import { performanceIdAt } from '@playhouse/domain/performance-id'
import { useWords } from '#i18n'
import { api } from '#server-state'
import { Button } from '#ui/Button'
import { Disclosure } from '#ui/Disclosure'
import styles from '../BoxOffice.module.css'
import { useInvalidFocus } from '../useInvalidFocus.ts'
import { type PerformanceDraft, priorityDraftOf, typedPerformance } from './performance-draft.ts'
import { listsOfPlan, PerformanceFields, type PlanningOptions } from './PerformanceFields.tsx'
import { planningOptionsQuery, storeProduction } from './planning-queries.ts'
import { PlanningOutcome } from './PlanningOutcome.tsx'
import { usePlanningMutation } from './usePlanningMutation.ts'

type Props = { readonly planned: PlannedProduction }

/** Adds a single performance to a production, as a draft. */
export function AddPerformance({ planned }: Props) {
  const t = useWords('planning')
  const { data: options } = useQuery(planningOptionsQuery)
  return (
    <Disclosure label={t('performances.add')} level={2}>
      {options && <AddForm planned={planned} options={options} />}
    </Disclosure>
  )
}

/** Fields of a new performance: those of the last one of its production, or the first hall, without a date. */
function firstDraft({ performances }: PlannedProduction, options: PlanningOptions): PerformanceDraft {
  const last = performances.findLast(({ web }) => web.sale !== 'cancelled')
  const [first] = options.halls
  const hall = last ? `${last.hall}/${last.planVersion}` : first ? `${first.hall}/${first.planVersion}` : ''
  const [saleDay = '', saleTime = '10:00'] = last?.generalSaleAt.split('T') ?? []
  return {
    ...{ day: '', time: '19:30', saleDay, saleTime, plan: hall, type: '', perCustomer: '', accessTags: [], members: [], programme: '' },
    priority: priorityDraftOf(last?.priority ?? []),
    priceList: last?.priceList ?? listsOfPlan(options, hall)[0]?.id ?? '',
    ...{ sale: 'on-sale', isVisible: true, isAtCounter: true, sellsAtCounter: true },
  }
}

function AddForm({ planned, options }: Props & { readonly options: PlanningOptions }) {
  const t = useWords('planning')
  const mutation = usePlanningMutation()
  const { form } = useInvalidFocus(mutation.problem)
  const [draft, setDraft] = useState(() => firstDraft(planned, options))
  const event = planned.production.id
  const submit = (submitted: FormEvent): void => {
    submitted.preventDefault()
    const typed = typedPerformance(draft)
    const { timeZone } = options
    const performance = { ...typed, id: performanceIdAt(event, typed.startsAt), timeZone }
    void mutation.send(() => api.planning.addPerformance({ params: { event }, body: { performance } }), {
      onSuccess: async (current) => {
        await storeProduction(current)
        // Another one at the same hall and time of day is likely.
        setDraft({ ...draft, day: '' })
      },
      message: t('run.added', { count: 1 }),
    })
  }
  return (
    <>
      <PlanningOutcome mutation={mutation} />
      <form ref={form} className={styles['form']} onSubmit={submit} aria-label={t('performances.add')}>
        <PerformanceFields
          {...{ draft, options, isNew: true, timeZone: options.timeZone, problem: mutation.problem }}
          onChange={setDraft}
        />
        <Button type="submit" look="primary" isPending={mutation.isPending}>
          {t('run.add', { count: 1 })}
        </Button>
      </form>
    </>
  )
}
