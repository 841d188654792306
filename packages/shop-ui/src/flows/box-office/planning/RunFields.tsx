import { useQuery } from '@tanstack/react-query'
import type { contract, ReplyOf } from '@playhouse/api-client/contract'
import { planNumberOf } from '@playhouse/domain/hall-plan'
import { maxRunDays, maxRunLength } from '@playhouse/domain/planning-limits'
import { useDayFormat, useWords } from '#i18n'
import type { ApiProblem } from '#server-state'
import { Button } from '#ui/Button'
import { CheckboxGroup } from '#form/CheckboxGroup'
import { TextField } from '#form/TextField'
import styles from '../BoxOffice.module.css'
import { type FieldRule, planningRules } from './field-fault.ts'
import { OptionField } from './OptionField.tsx'
import type { PriorityDraft } from './performance-draft.ts'
import { PriorityFields } from './PriorityFields.tsx'
import { performanceTypesQuery } from './planning-queries.ts'
import { useFieldError } from './useFieldError.ts'

type Options = ReplyOf<typeof contract.planning.options>
type TypedRule = { readonly weekdays: readonly string[]; readonly time: string; readonly type: string }
/** What is typed about a run. `plan`: hall and version. */
export type TypedRun = {
  readonly from: string
  readonly until: string
  readonly rules: readonly TypedRule[]
  readonly plan: string
  readonly priceList: string
  readonly saleDay: string
  readonly saleTime: string
  readonly priority: readonly PriorityDraft[]
  readonly perCustomer: string
}

const maxRules = 20
const firstRule: TypedRule = { weekdays: ['2', '3', '4', '5', '6'], time: '19:30', type: '' }
/** The Monday of some week, for the names of the days. */
const dayOfWeek = (day: number): string => `2024-01-0${day}`

/** A run in the first hall, to begin with. */
export const firstRun = ({ halls, priceLists }: Options): TypedRun => ({
  ...{ from: '', until: '', rules: [firstRule], saleDay: '', saleTime: '10:00', priority: [], perCustomer: '' },
  plan: halls[0] ? `${halls[0].hall}/${halls[0].planVersion}` : '',
  priceList: (halls[0] && listsOf(priceLists, halls[0])[0]?.id) ?? '',
})

/** The price lists for a plan. */
const listsOf = (lists: Options['priceLists'], plan: Pick<Options['halls'][number], 'hall' | 'planVersion'>): Options['priceLists'] =>
  lists.filter(({ hall, planVersion }) => hall === plan.hall && (planVersion ?? plan.planVersion) === plan.planVersion)

type Props = {
  readonly run: TypedRun
  readonly onChange: (run: TypedRun) => void
  readonly options: Options
  readonly problem: ApiProblem | undefined
}

/** The fields of a run: days, times, hall, prices and the start of the sale. */
export function RunFields({ run, onChange, options, problem }: Props) {
  const t = useWords('planning')
  const types = useQuery(performanceTypesQuery).data ?? []
  const formatDay = useDayFormat()
  const invalid = problem?.code === 'invalid-input' ? problem.params.fields : []
  const { errorOf, errorsOfMoment, textOf } = useFieldError()
  const isRefused = (name: string): boolean => invalid.some((field) => field.endsWith(name))
  const errorIn = (name: string, rule: FieldRule, typed: string): string | undefined => (isRefused(name) ? errorOf(rule, typed) : undefined)
  const dayErrorOf = (name: 'from' | 'until'): string | undefined => {
    const error = errorIn(`pattern.${name}`, planningRules.day, run[name])
    // The server refuses the pattern where both days are valid alone.
    if (error || name === 'from' || !isRefused('pattern')) return error
    return textOf(run.until < run.from ? { kind: 'day-order' } : { kind: 'run-length', days: maxRunDays, performances: maxRunLength })
  }
  const saleErrors = isRefused('generalSaleAt') ? errorsOfMoment(run.saleDay, run.saleTime) : {}
  const setRule = (nth: number, rule: Partial<TypedRule>): void =>
    onChange({ ...run, rules: run.rules.map((each, index) => (index === nth ? { ...each, ...rule } : each)) })
  const listsOfPlan = (plan: string): Options['priceLists'] => {
    const [hall = '', planVersion = ''] = plan.split('/')
    return listsOf(options.priceLists, { hall, planVersion })
  }
  const setPlan = (plan: string): void => onChange({ ...run, plan, priceList: listsOfPlan(plan)[0]?.id ?? '' })
  return (
    <>
      {(['from', 'until'] as const).map((name) => (
        <TextField
          key={name}
          name={`run-${name}`}
          label={t(`run.${name}`)}
          type="date"
          value={run[name]}
          onChange={(text) => onChange({ ...run, [name]: text })}
          error={dayErrorOf(name)}
        />
      ))}
      {run.rules.map((rule, nth) => (
        // Rules have no identity besides their position.
        // oxlint-disable-next-line react/no-array-index-key
        <fieldset key={nth} className={styles['panel']}>
          <legend>{t('run.rule', { number: nth + 1 })}</legend>
          <CheckboxGroup
            name={`run-days-${nth}`}
            label={t('run.weekdays')}
            value={rule.weekdays}
            onChange={(weekdays) => setRule(nth, { weekdays })}
            boxes={[1, 2, 3, 4, 5, 6, 7].map((day) => ({ value: String(day), label: weekdayOf(formatDay(dayOfWeek(day))) }))}
            error={errorIn(`rules.${nth}.weekdays`, planningRules.choices, '')}
          />
          <TextField
            name={`run-time-${nth}`}
            label={t('field.startTime')}
            hint={t('bulk.timeHint')}
            value={rule.time}
            onChange={(time) => setRule(nth, { time })}
            error={errorIn(`rules.${nth}.time`, planningRules.time, rule.time)}
          />
          {types.length > 0 && (
            <OptionField
              name={`run-type-${nth}`}
              label={t('field.type')}
              optional
              value={rule.type}
              onChange={(type) => setRule(nth, { type })}
              options={[{ value: '', label: t('choice.none') }, ...types.map(({ id, name }) => ({ value: id, label: name }))]}
            />
          )}
          {run.rules.length > 1 && (
            <Button onPress={() => onChange({ ...run, rules: run.rules.filter((_each, index) => index !== nth) })}>
              {t('run.removeRule', { number: nth + 1 })}
            </Button>
          )}
        </fieldset>
      ))}
      {run.rules.length < maxRules && (
        <Button onPress={() => onChange({ ...run, rules: [...run.rules, { weekdays: [], time: '14:00', type: '' }] })}>
          {t('run.addRule')}
        </Button>
      )}
      <OptionField
        name="run-plan"
        label={t('field.hall')}
        value={run.plan}
        onChange={setPlan}
        options={options.halls.map((each) => ({
          value: `${each.hall}/${each.planVersion}`,
          label: t('run.plan', { hall: each.name, version: planNumberOf(each.planVersion), count: each.seats }),
        }))}
        error={errorIn('planVersion', planningRules.choice, run.plan)}
      />
      <OptionField
        name="run-prices"
        label={t('field.priceList')}
        value={run.priceList}
        onChange={(priceList) => onChange({ ...run, priceList })}
        options={listsOfPlan(run.plan).map(({ id, name }) => ({ value: id, label: name }))}
        error={errorIn('priceList', planningRules.choice, run.priceList)}
      />
      <TextField
        name="run-sale-day"
        label={t('run.saleDay')}
        type="date"
        value={run.saleDay}
        onChange={(saleDay) => onChange({ ...run, saleDay })}
        error={saleErrors.day}
      />
      <TextField
        name="run-sale-time"
        label={t('run.saleTime')}
        hint={t('bulk.timeHint')}
        value={run.saleTime}
        onChange={(saleTime) => onChange({ ...run, saleTime })}
        error={saleErrors.time}
      />
      <PriorityFields
        {...{ name: 'run', value: run.priority, refused: invalid, generalSale: { day: run.saleDay, time: run.saleTime } }}
        onChange={(priority) => onChange({ ...run, priority })}
      />
      <TextField
        name="run-limit"
        label={t('field.perCustomer')}
        optional
        inputMode="numeric"
        value={run.perCustomer}
        onChange={(perCustomer) => onChange({ ...run, perCustomer })}
        error={errorIn('perCustomer', planningRules.perCustomer, run.perCustomer)}
      />
    </>
  )
}

/** The weekday of a date in words, which begins or ends with it. */
const weekdayOf = (date: string): string => date.split(/[\s,]+/)[0]!
