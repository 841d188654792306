import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import type { PlannedPerformance, ReplyOf } from '@playhouse/api-client/contract'
import type { contract } from '@playhouse/api-client/contract'
import type { PerformanceChange } from '@playhouse/domain/performance-plan'
import { useWords } from '#i18n'
import { api } from '#server-state'
import { Button } from '#ui/Button'
import { TextField } from '#form/TextField'
import styles from '../BoxOffice.module.css'
import { useInvalidFocus } from '../useInvalidFocus.ts'
import { ChangedFields } from './ChangedFields.tsx'
import { isTimeOfDay, planningRules } from './field-fault.ts'
import { OptionField } from './OptionField.tsx'
import { planningOptionsQuery, refreshProgramme } from './planning-queries.ts'
import { PlanningOutcome } from './PlanningOutcome.tsx'
import { useFieldError } from './useFieldError.ts'
import { usePlanningMutation } from './usePlanningMutation.ts'
import { useWallClock } from './wall-clock.ts'
import { typedNumber } from './typed-number.ts'

const same = 'same'
type Choice = typeof same | 'yes' | 'no'
type Typed = {
  readonly startTime: string
  readonly perCustomer: string
  readonly priceList: string
  readonly reason: string
  readonly isOnSale: Choice
  readonly isVisible: Choice
  readonly isAtCounter: Choice
  readonly sellsAtCounter: Choice
}
/** What is typed where no field changes. */
export const untouched: Typed = {
  ...{ startTime: '', perCustomer: '', priceList: same, reason: '' },
  ...{ isOnSale: same, isVisible: same, isAtCounter: same, sellsAtCounter: same },
}
const choices = ['isOnSale', 'isVisible', 'isAtCounter', 'sellsAtCounter'] as const
const isYes = (choice: Choice): boolean => choice === 'yes'

/** The fields that change, from what was typed. */
export function changeOf({
  startTime: typedTime,
  perCustomer,
  priceList,
  isOnSale,
  isVisible,
  isAtCounter,
  sellsAtCounter,
}: Typed): PerformanceChange {
  const startTime = typedTime.trim()
  const limit = perCustomer.trim()
  const web = {
    ...(isOnSale !== same && { sale: isYes(isOnSale) ? ('on-sale' as const) : ('not-on-sale' as const) }),
    ...(isVisible !== same && { isVisible: isYes(isVisible) }),
  }
  const counter = {
    ...(isAtCounter !== same && { isVisible: isYes(isAtCounter) }),
    ...(sellsAtCounter !== same && { isOnSale: isYes(sellsAtCounter) }),
  }
  return {
    ...(startTime !== '' && { startTime }),
    ...(limit !== '' && { perCustomer: limit === '0' ? null : typedNumber(limit) }),
    ...(priceList !== same && { priceList }),
    ...(Object.keys(web).length > 0 && { web }),
    ...(Object.keys(counter).length > 0 && { counter }),
  }
}

type Preview = ReplyOf<typeof contract.planning.editPerformances>

/** Changes fields of the chosen performances together. The preview shows what would change, and how many seats are taken. */
export function BulkEdit({ performances }: { readonly performances: readonly PlannedPerformance[] }) {
  const t = useWords('planning')
  const { when } = useWallClock()
  const mutation = usePlanningMutation()
  const options = useQuery(planningOptionsQuery)
  const [typed, setTyped] = useState(untouched)
  const [preview, setPreview] = useState<Preview['rows']>()
  const heading = useRef<HTMLHeadingElement>(null)
  const change = changeOf(typed)
  const isEmpty = Object.keys(change).length === 0
  const set = <Name extends keyof Typed>(name: Name, value: Typed[Name]): void => {
    setTyped({ ...typed, [name]: value })
    setPreview(undefined)
  }
  const send = (isPreview: boolean) =>
    mutation.send(
      () =>
        api.planning.editPerformances({
          body: {
            ...{ performances: performances.map(({ id, version }) => ({ id, version })), change, isPreview },
            ...(typed.reason.trim() !== '' && { reason: typed.reason }),
          },
        }),
      {
        onSuccess: async ({ rows }) => {
          if (isPreview) return setPreview(rows)
          await refreshProgramme()
          setTyped(untouched)
          setPreview(undefined)
        },
        message: ({ rows }) => t(isPreview ? 'bulk.previewed' : 'bulk.saved', { count: rows.length }),
        focus: heading,
      },
    )
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void send(true)
  }
  const invalid = mutation.problem?.code === 'invalid-input' ? mutation.problem.params.fields : []
  const { form } = useInvalidFocus(mutation.problem)
  const { errorOf, textOf } = useFieldError()
  const isRefused = (name: string): boolean => invalid.some((field) => field.includes(name))
  const startError =
    !isRefused('startTime') && !isRefused('startsAt')
      ? undefined
      : isTimeOfDay(typed.startTime)
        ? textOf({ kind: 'skipped-time' })
        : errorOf(planningRules.time, typed.startTime)
  const halls = new Set(performances.map(({ hall }) => hall))
  const lists = (options.data?.priceLists ?? []).filter(({ hall }) => halls.has(hall))
  const startOf = (id: string): string => when(performances.find((each) => each.id === id)?.startsAt ?? '')
  return (
    <section className={styles['stack']} aria-labelledby="bulk-edit">
      <h3 id="bulk-edit" ref={heading} tabIndex={-1}>
        {t('bulk.title', { count: performances.length })}
      </h3>
      <PlanningOutcome
        mutation={mutation}
        changed={
          <Button onPress={() => void send(true)} isPending={mutation.isPending}>
            {t('bulk.preview')}
          </Button>
        }
      />
      <form ref={form} className={styles['form']} onSubmit={submit} aria-labelledby="bulk-edit">
        <TextField
          name="bulk-time"
          label={t('field.startTime')}
          hint={t('bulk.timeHint')}
          optional
          value={typed.startTime}
          onChange={(text) => set('startTime', text)}
          error={startError}
        />
        <OptionField
          name="bulk-prices"
          label={t('field.priceList')}
          optional
          value={typed.priceList}
          onChange={(value) => set('priceList', value)}
          options={[{ value: same as string, label: t('choice.same') }, ...lists.map(({ id, name }) => ({ value: id, label: name }))]}
        />
        {choices.map((name) => (
          <OptionField<Choice>
            key={name}
            name={`bulk-${name}`}
            label={t(`bulk.${name}`)}
            optional
            value={typed[name]}
            onChange={(value) => set(name, value)}
            options={([same, 'yes', 'no'] as const).map((value) => ({ value, label: t(`choice.${value}`) }))}
          />
        ))}
        <TextField
          name="bulk-limit"
          label={t('field.perCustomer')}
          hint={t('bulk.limitHint')}
          optional
          inputMode="numeric"
          value={typed.perCustomer}
          onChange={(text) => set('perCustomer', text)}
          error={isRefused('perCustomer') ? errorOf(planningRules.perCustomer, typed.perCustomer) : undefined}
        />
        <TextField
          name="bulk-reason"
          label={t('bulk.reason')}
          optional
          maxLength={500}
          value={typed.reason}
          onChange={(text) => setTyped({ ...typed, reason: text })}
        />
        <Button type="submit" isPending={mutation.isPending} isDisabled={isEmpty}>
          {t('bulk.preview')}
        </Button>
      </form>
      {preview && (
        <>
          <ul role="list" className={styles['lines']} aria-label={t('bulk.preview')}>
            {preview.map(({ id, fields, tickets, inBaskets }) => (
              <li key={id}>
                <span>
                  {startOf(id)}
                  <ChangedFields fields={fields} />
                  {tickets + inBaskets > 0 && t('bulk.taken', { count: tickets + inBaskets })}
                </span>
              </li>
            ))}
          </ul>
          <Button look="primary" isPending={mutation.isPending} isDisabled={preview.length === 0} onPress={() => void send(false)}>
            {t('bulk.apply', { count: preview.length })}
          </Button>
        </>
      )}
    </section>
  )
}
