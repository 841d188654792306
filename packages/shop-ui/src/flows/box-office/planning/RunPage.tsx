import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import type { contract, PlannedRunPerformance, ReplyOf } from '@playhouse/api-client/contract'
import { isSameValue } from '@playhouse/domain/change'
import type { RunDefaults } from '@playhouse/domain/performance-plan'
import type { RunPattern } from '@playhouse/domain/performance-run'
import { useWords } from '#i18n'
import { api } from '#server-state'
import { Button } from '#ui/Button'
import { Link } from '#ui/Link'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import styles from '../BoxOffice.module.css'
import { QueryStatus } from '../QueryStatus.tsx'
import { useInvalidFocus } from '../useInvalidFocus.ts'
import { plannedProductionQuery, planningOptionsQuery, refreshProgramme } from './planning-queries.ts'
import { PlanningOutcome } from './PlanningOutcome.tsx'
import { RunCalendar } from './RunCalendar.tsx'
import { firstRun, RunFields, type TypedRun } from './RunFields.tsx'
import { usePlanningMutation } from './usePlanningMutation.ts'
import { useUnsavedGuard } from './useUnsavedGuard.tsx'
import { typedPriority } from './performance-draft.ts'
import { typedLimit } from './typed-number.ts'

type Options = ReplyOf<typeof contract.planning.options>

/** Adds the performances of a pattern to a production: first as a calendar, then as drafts. */
export function RunPage() {
  const t = useWords('planning')
  const { event = '' } = useParams()
  const production = useQuery(plannedProductionQuery(event))
  const options = useQuery(planningOptionsQuery)
  return (
    <Page>
      <PageHeading>{t('run.title')}</PageHeading>
      {production.data && (
        <p>
          <Link to={`/smart/productions/${event}`}>{production.data.production.title}</Link>
        </p>
      )}
      <QueryStatus query={production.error ? production : options} height={20} />
      {production.data && options.data && <RunForm event={event} options={options.data} />}
    </Page>
  )
}

/** The pattern and the common fields of a run. */
export function requestOf(run: TypedRun, { timeZone }: Pick<Options, 'timeZone'>): { pattern: RunPattern; defaults: RunDefaults } {
  const [hall = '', planVersion = ''] = run.plan.split('/')
  return {
    pattern: {
      ...{ from: run.from, until: run.until, except: [] },
      rules: run.rules.map(({ weekdays, time, type }) => ({
        weekdays: weekdays.map(Number),
        time: time.trim(),
        type: type === '' ? null : type,
      })),
    },
    defaults: {
      ...{ hall, planVersion, priceList: run.priceList, timeZone },
      web: { isVisible: true, sale: 'on-sale' },
      counter: { isVisible: true, isOnSale: true },
      generalSaleAt: `${run.saleDay}T${run.saleTime.trim()}`,
      priority: typedPriority(run.priority),
      ...{ programme: null, members: null, perCustomer: typedLimit(run.perCustomer), accessTags: [] },
    },
  }
}

function RunForm({ event, options }: { readonly event: string; readonly options: Options }) {
  const t = useWords('planning')
  const navigate = useNavigate()
  const mutation = usePlanningMutation()
  const [initial] = useState(() => firstRun(options))
  const [run, setRun] = useState<TypedRun>(initial)
  const [planned, setPlanned] = useState<readonly PlannedRunPerformance[]>()
  const [skipped, setSkipped] = useState<ReadonlySet<string>>(new Set())
  const { question, release } = useUnsavedGuard(!isSameValue(run, initial))
  const heading = useRef<HTMLHeadingElement>(null)
  const { form } = useInvalidFocus(mutation.problem)
  const send = (isPreview: boolean, skip: ReadonlySet<string>) =>
    mutation.send(() => api.planning.addRun({ params: { event }, body: { ...requestOf(run, options), skip: [...skip], isPreview } }), {
      onSuccess: async ({ performances }) => {
        if (isPreview) return setPlanned(performances)
        await refreshProgramme()
        release()
        await navigate(`/smart/productions/${event}`)
      },
      message: ({ performances }) => t(isPreview ? 'run.previewed' : 'run.added', { count: countMade(performances, skip) }),
      focus: heading,
    })
  const submit = (submitted: FormEvent): void => {
    submitted.preventDefault()
    setSkipped(new Set())
    void send(true, new Set())
  }
  const change = (next: TypedRun): void => {
    setRun(next)
    setPlanned(undefined)
  }
  const made = countMade(planned ?? [], skipped)
  return (
    <>
      {question}
      <h2 ref={heading} tabIndex={-1}>
        {t(planned ? 'run.calendar' : 'run.pattern')}
      </h2>
      <PlanningOutcome mutation={mutation} />
      {planned && (
        <>
          <RunCalendar
            performances={planned}
            skipped={skipped}
            onToggle={(startsAt, isWanted) =>
              setSkipped((current) => new Set(isWanted ? [...current].filter((each) => each !== startsAt) : [...current, startsAt]))
            }
          />
          <div className={styles['inline']}>
            <Button look="primary" isPending={mutation.isPending} isDisabled={made === 0} onPress={() => void send(false, skipped)}>
              {t('run.add', { count: made })}
            </Button>
            <Button onPress={() => setPlanned(undefined)}>{t('run.back')}</Button>
          </div>
        </>
      )}
      {!planned && (
        <form ref={form} className={styles['form']} onSubmit={submit} aria-label={t('run.title')}>
          <RunFields run={run} onChange={change} options={options} problem={mutation.problem} />
          <Button type="submit" look="primary" isPending={mutation.isPending}>
            {t('run.preview')}
          </Button>
        </form>
      )}
    </>
  )
}

const countMade = (performances: readonly PlannedRunPerformance[], skipped: ReadonlySet<string>): number =>
  performances.filter(({ fault, startsAt }) => fault === null && !skipped.has(startsAt)).length
