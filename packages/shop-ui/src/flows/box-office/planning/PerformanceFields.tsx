import { useQuery } from '@tanstack/react-query'
import type { contract, ReplyOf } from '@playhouse/api-client/contract'
import { planNumberOf } from '@playhouse/domain/hall-plan'
import { Checkbox } from '#form/Checkbox'
import { CheckboxGroup } from '#form/CheckboxGroup'
import { TextField } from '#form/TextField'
import { textIn } from '@playhouse/domain/text-in'
import { useLocale, useWords } from '#i18n'
import { type ApiProblem, useBrand } from '#server-state'
import { AccessAndLimitFields } from './AccessAndLimitFields.tsx'
import { planningRules } from './field-fault.ts'
import { OptionField } from './OptionField.tsx'
import { type PerformanceDraft, typedPerformance } from './performance-draft.ts'
import { PriorityFields } from './PriorityFields.tsx'
import { performanceTypesQuery } from './planning-queries.ts'
import { type MomentErrors, useFieldError } from './useFieldError.ts'

export type PlanningOptions = ReplyOf<typeof contract.planning.options>

/** The states of sale that staff choose. Cancelling is a separate operation, because it refunds customers. */
const sales = ['on-sale', 'not-on-sale', 'book-elsewhere'] as const

/** The price lists for a plan (hall and version). */
export const listsOfPlan = ({ priceLists, halls }: PlanningOptions, plan: string): PlanningOptions['priceLists'] => {
  const chosen = halls.find(({ hall, planVersion }) => plan === `${hall}/${planVersion}`)
  return priceLists.filter(
    ({ hall, planVersion }) => hall === (chosen?.hall ?? plan.split('/')[0]) && (planVersion === null || plan === `${hall}/${planVersion}`),
  )
}

type Props = {
  readonly draft: PerformanceDraft
  readonly onChange: (draft: PerformanceDraft) => void
  readonly options: PlanningOptions
  readonly problem: ApiProblem | undefined
  /** The time zone of the times. */
  readonly timeZone: string
  /** Whether a chosen type fills in its defaults. */
  readonly isNew: boolean
  /** Customers have seats: they chose this time. */
  readonly isTimeFixed?: boolean
  readonly isHallFixed?: boolean
  /** The windows of the production decide when it is sold. */
  readonly isSoldByWindows?: boolean
}

/** The fields of a single performance. */
export function PerformanceFields({ draft, onChange, options, problem, timeZone, isNew, ...fixed }: Props) {
  const { isTimeFixed = false, isHallFixed = false, isSoldByWindows = false } = fixed
  const t = useWords('planning')
  const locale = useLocale()
  const { memberships: levels } = useBrand()
  const types = useQuery(performanceTypesQuery).data ?? []
  const set = (fields: Partial<PerformanceDraft>): void => onChange({ ...draft, ...fields })
  const invalid = problem?.code === 'invalid-input' || problem?.code === 'performance-fixed' ? problem.params.fields : []
  const { errorOf: textOfRule, errorsOfMoment, textOf } = useFieldError()
  const isRefused = (...names: string[]): boolean => invalid.some((field) => names.some((name) => field.includes(name)))
  const errorOf = (...names: string[]): string | undefined => {
    if (!isRefused(...names)) return undefined
    if (problem?.code === 'performance-fixed') return textOf({ kind: 'fixed' })
    return names.includes('perCustomer') ? textOfRule(planningRules.perCustomer, draft.perCustomer) : textOfRule(planningRules.choice, '')
  }
  const lists = listsOfPlan(options, draft.plan)
  const setPlan = (plan: string): void => {
    const next = listsOfPlan(options, plan)
    set({ plan, ...(!next.some(({ id }) => id === draft.priceList) && { priceList: next[0]?.id ?? '' }) })
  }
  const setType = (type: string): void => {
    const chosen = isNew ? types.find(({ id }) => id === type) : undefined
    set({
      type,
      ...(chosen && {
        accessTags: chosen.accessTags,
        perCustomer: chosen.perCustomer === null ? '' : String(chosen.perCustomer),
        ...(lists.some(({ id }) => id === chosen.priceList) && { priceList: chosen.priceList }),
      }),
    })
  }
  const moments = [
    { day: 'day', time: 'time', field: 'startsAt', label: 'field.startsAt', errors: startErrors() },
    { day: 'saleDay', time: 'saleTime', field: 'generalSaleAt', label: 'field.generalSaleAt', errors: saleErrors() },
  ] as const
  function startErrors(): MomentErrors {
    if (problem?.code === 'id-taken') return { day: t('run.fault.exists') }
    if (!isRefused('startsAt')) return {}
    return problem?.code === 'performance-fixed' ? { day: textOf({ kind: 'fixed' }) } : errorsOfMoment(draft.day, draft.time)
  }
  function saleErrors(): MomentErrors {
    if (!isRefused('generalSaleAt')) return {}
    const { generalSaleAt, priority } = typedPerformance(draft)
    const isBeforeMembers = priority.some(({ from }) => from >= generalSaleAt)
    return errorsOfMoment(draft.saleDay, draft.saleTime, isBeforeMembers ? { day: textOf({ kind: 'before-members' }) } : undefined)
  }
  return (
    <>
      {moments.map(({ day, time, field, label, errors }) => {
        const isFixed = field === 'startsAt' && isTimeFixed
        return [
          <TextField
            key={day}
            name={`performance-${day}`}
            label={t('windows.part', { end: t(label), field: t('windows.day') })}
            type="date"
            hint={field === 'generalSaleAt' && isSoldByWindows ? t('performances.windowsDecide') : undefined}
            disabled={isFixed}
            value={draft[day]}
            onChange={(text) => set({ [day]: text })}
            error={errors.day}
          />,
          <TextField
            key={time}
            name={`performance-${time}`}
            label={t('windows.part', { end: t(label), field: t('windows.time') })}
            hint={isFixed ? t('performances.fixedTime') : t('performances.timeHint', { zone: timeZone })}
            disabled={isFixed}
            value={draft[time]}
            onChange={(text) => set({ [time]: text })}
            error={errors.time}
          />,
        ]
      })}
      <PriorityFields
        {...{ name: 'performance', value: draft.priority, refused: invalid, generalSale: { day: draft.saleDay, time: draft.saleTime } }}
        onChange={(priority) => set({ priority })}
      />
      <OptionField
        name="performance-plan"
        label={t('field.hall')}
        hint={isHallFixed ? t('performances.fixedHall') : undefined}
        disabled={isHallFixed}
        value={draft.plan}
        onChange={setPlan}
        options={withValue(
          options.halls.map((each) => ({
            value: `${each.hall}/${each.planVersion}`,
            label: t('run.plan', { hall: each.name, version: planNumberOf(each.planVersion), count: each.seats }),
          })),
          draft.plan,
        )}
        error={errorOf('hall', 'planVersion')}
      />
      {types.length > 0 && (
        <OptionField
          name="performance-type"
          label={t('field.type')}
          optional
          value={draft.type}
          onChange={setType}
          options={withValue(
            [{ value: '', label: t('choice.none') }, ...types.map(({ id, name }) => ({ value: id, label: name }))],
            draft.type,
          )}
          error={errorOf('type')}
        />
      )}
      <OptionField
        name="performance-prices"
        label={t('field.priceList')}
        value={draft.priceList}
        onChange={(priceList) => set({ priceList })}
        options={withValue(
          lists.map(({ id, name }) => ({ value: id, label: name })),
          draft.priceList,
        )}
        error={errorOf('priceList')}
      />
      <AccessAndLimitFields name="performance" draft={draft} onChange={set} errorOf={errorOf} />
      {levels.length > 0 && (
        <CheckboxGroup
          name="performance-members"
          label={t('field.members')}
          hint={t('performances.membersHint')}
          optional
          value={draft.members}
          onChange={(members) => set({ members })}
          boxes={levels.map(({ id, name }) => ({ value: id, label: name }))}
          error={errorOf('members')}
        />
      )}
      {options.programmes.length > 0 && (
        <OptionField
          name="performance-programme"
          label={t('field.programme')}
          hint={t('performances.programmeHint')}
          optional
          value={draft.programme}
          onChange={(programme) => set({ programme })}
          options={withValue(
            [
              { value: '', label: t('choice.none') },
              ...options.programmes.map(({ id, name }) => ({ value: id, label: textIn(name, locale) })),
            ],
            draft.programme,
          )}
          error={errorOf('programme')}
        />
      )}
      <OptionField<PerformanceDraft['sale']>
        name="performance-sale"
        label={t('field.web.sale')}
        value={draft.sale}
        onChange={(sale) => set({ sale })}
        options={sales.map((value) => ({ value, label: t(`state.${value}`) }))}
        error={errorOf('web.sale')}
      />
      <Checkbox name="performance-visible" value={draft.isVisible} onChange={(isVisible) => set({ isVisible })}>
        {t('field.web.isVisible')}
      </Checkbox>
      <Checkbox name="performance-counter-sale" value={draft.sellsAtCounter} onChange={(sellsAtCounter) => set({ sellsAtCounter })}>
        {t('field.counter.isOnSale')}
      </Checkbox>
      <Checkbox name="performance-counter-visible" value={draft.isAtCounter} onChange={(isAtCounter) => set({ isAtCounter })}>
        {t('field.counter.isVisible')}
      </Checkbox>
    </>
  )
}

type Option = { readonly value: string; readonly label: string }

/** Options with the current value, which may be one that is no longer offered, such as an older plan. */
const withValue = (options: readonly Option[], value: string): Option[] =>
  options.some((option) => option.value === value) ? [...options] : [...options, { value, label: value }]
