import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import type { ProductPerformances as Performances } from '@playhouse/api-client/contract'
import { type Money, money as toMoney } from '@playhouse/domain/money'
import type { ProductVariant } from '@playhouse/domain/product'
import { isStaffAllowed } from '@playhouse/domain/staff'
import { CheckboxGroup } from '#form/CheckboxGroup'
import { TextField } from '#form/TextField'
import { useFormats, useWords } from '#i18n'
import { api } from '#server-state'
import { Button } from '#ui/Button'
import { Disclosure } from '#ui/Disclosure'
import { parseAmount } from '@playhouse/domain/typed-amount'
import styles from '../BoxOffice.module.css'
import { useCounterState } from '../counter-state.ts'
import { OptionField } from '../planning/OptionField.tsx'
import { PlanningOutcome } from '../planning/PlanningOutcome.tsx'
import { plannedProductionQuery, productionsQuery } from '../planning/planning-queries.ts'
import { usePlanningMutation } from '../planning/usePlanningMutation.ts'
import { useWallClock, wallClockIn } from '../planning/wall-clock.ts'
import { QueryStatus } from '../QueryStatus.tsx'
import { useInvalidFocus } from '../useInvalidFocus.ts'
import { productPerformancesQuery, refreshRecords } from './record-queries.ts'

type Variant = Pick<ProductVariant, 'variant' | 'name' | 'price' | 'fee'>
type Props = { readonly product: string; readonly variants: readonly Variant[]; readonly isReservation: boolean }

/** The performances for which a product is sold, and the form that adds some or ends their sale. */
export function ProductPerformances(props: Props) {
  const t = useWords('catalogue')
  const { list, money } = useFormats()
  const { when } = useWallClock()
  const { role } = useCounterState().clerk
  const query = useQuery(productPerformancesQuery(props.product))
  const performances = query.data?.performances ?? []
  const variantText = ({ variant, price, sold, held }: Performances['performances'][number]['variants'][number]): string => {
    const own = props.variants.find((each) => each.variant === variant)
    const values = { price: money(price ?? own?.price ?? toMoney(0)), sold, held }
    return own?.name ? t('for.variant', { ...values, name: own.name }) : t('for.only', values)
  }
  return (
    <section className={styles['panel']} aria-labelledby="product-performances">
      <h2 id="product-performances">{t('for.title')}</h2>
      <p>{t('for.lead')}</p>
      <QueryStatus query={query} height={4} />
      {query.data && performances.length === 0 && <p>{t('for.none')}</p>}
      {performances.length > 0 && (
        <Disclosure label={t('for.count', { count: performances.length })} isInitiallyOpen={performances.length <= 12}>
          <ul>
            {performances.map(({ id, title, startsAt, variants }) => (
              <li key={id}>{t('for.line', { title, when: when(startsAt), variants: list(variants.map(variantText)) })}</li>
            ))}
          </ul>
        </Disclosure>
      )}
      {query.data && isStaffAllowed(role, 'edit-prices') && <PerformancesForm {...props} current={query.data} />}
    </section>
  )
}

function PerformancesForm({ product, variants, isReservation, current }: Props & { readonly current: Performances }) {
  const t = useWords('catalogue')
  const { money } = useFormats()
  const mutation = usePlanningMutation()
  const productions = useQuery(productionsQuery).data ?? []
  const outcome = useRef<HTMLParagraphElement>(null)
  const [event, setEvent] = useState<string | null>(null)
  const [instances, setInstances] = useState<readonly string[]>([])
  const [leftOut, setLeftOut] = useState<readonly string[]>([])
  const [prices, setPrices] = useState<Readonly<Record<string, string>>>({})
  const [checks, setChecks] = useState<'none' | 'performances' | 'all'>('none')
  const { problem } = mutation
  const { form, reject } = useInvalidFocus(problem)
  const sold = variants.filter(({ variant }) => !leftOut.includes(variant))
  const priceOf = ({ variant }: Variant): Money | null | undefined => {
    const text = (prices[variant] ?? '').trim()
    return text === '' || isReservation ? null : parseAmount(text)
  }
  const refused = problem?.code === 'invalid-input' ? problem.params.fields : []
  const errorOf = (variant: Variant): string | undefined =>
    (checks === 'all' && priceOf(variant) === undefined) || refused.includes(`variants.${variant.variant}`) ? t('fault.amount') : undefined
  const send = (wanted: Record<string, { price: Money; fee: Money } | null> | null): void =>
    void mutation.send(
      () =>
        api.productPerformances.change({
          params: { product },
          body: { version: current.version, instances: [...instances], variants: wanted },
        }),
      {
        onSuccess: async () => {
          setInstances([])
          setChecks('none')
          await refreshRecords()
        },
        message: t('for.done'),
        focus: outcome,
      },
    )
  const sell = (submitted: FormEvent): void => {
    submitted.preventDefault()
    setChecks('all')
    const priced = sold.map((variant) => [variant, priceOf(variant)] as const)
    if (instances.length === 0 || sold.length === 0 || priced.some(([, price]) => price === undefined)) return reject()
    send(
      Object.fromEntries(
        priced.map(([{ variant, fee }, price]) => [
          variant,
          // The fee is a part of the price.
          price === null || price === undefined ? null : { price, fee: toMoney(Math.min(fee, price)) },
        ]),
      ),
    )
  }
  const end = (): void => {
    setChecks('performances')
    if (instances.length === 0) return reject()
    send(null)
  }
  return (
    <form ref={form} className={styles['form']} onSubmit={sell} aria-labelledby="product-performances" noValidate>
      <p ref={outcome} tabIndex={-1} />
      <PlanningOutcome mutation={mutation} />
      <OptionField
        name="performances-event"
        label={t('for.event')}
        value={event}
        onChange={(id) => {
          setEvent(id)
          setInstances([])
        }}
        options={productions.filter(({ state }) => state !== 'archived').map(({ id, title }) => ({ value: id, label: title }))}
        error={checks !== 'none' && event === null ? t('fault.missing') : undefined}
      />
      {event !== null && (
        <InstanceField
          {...{ event, current }}
          value={instances}
          onChange={setInstances}
          error={(checks !== 'none' && instances.length === 0) || refused.includes('instances') ? t('for.noInstance') : undefined}
        />
      )}
      {variants.length > 1 && (
        <CheckboxGroup
          name="performances-variants"
          label={t('for.variants')}
          value={sold.map(({ variant }) => variant)}
          onChange={(ids) => setLeftOut(variants.map(({ variant }) => variant).filter((id) => !ids.includes(id)))}
          boxes={variants.map(({ variant, name }) => ({ value: variant, label: name }))}
          error={checks === 'all' && sold.length === 0 ? t('fault.missing') : undefined}
        />
      )}
      {!isReservation &&
        sold.map((variant) => (
          <TextField
            key={variant.variant}
            name={`performances-price-${variant.variant}`}
            label={variant.name ? t('for.priceOf', { name: variant.name }) : t('for.price')}
            hint={t('for.priceHint', { price: money(variant.price) })}
            optional
            inputMode="decimal"
            maxLength={12}
            value={prices[variant.variant] ?? ''}
            onChange={(text) => setPrices({ ...prices, [variant.variant]: text })}
            error={errorOf(variant)}
          />
        ))}
      <div className={styles['inline']}>
        <Button type="submit" isPending={mutation.isPending}>
          {t('for.sell')}
        </Button>
        <Button look="quiet" isPending={mutation.isPending} onPress={end}>
          {t('for.end')}
        </Button>
      </div>
    </form>
  )
}

type InstanceProps = {
  readonly event: string
  readonly current: Performances
  readonly value: readonly string[]
  readonly onChange: (instances: readonly string[]) => void
  readonly error: string | undefined
}

/** The performances of a production that are not over. */
function InstanceField({ event, current, value, onChange, error }: InstanceProps) {
  const t = useWords('catalogue')
  const { when } = useWallClock()
  const query = useQuery(plannedProductionQuery(event))
  const open = (query.data?.performances ?? [])
    .filter(({ startsAt, timeZone, web }) => web.sale !== 'cancelled' && startsAt > wallClockIn(timeZone))
    .toSorted((a, b) => (a.startsAt < b.startsAt ? -1 : 1))
  const isSold = (id: string): boolean => current.performances.some((each) => each.id === id)
  if (!query.data) return <QueryStatus query={query} height={4} />
  return (
    <>
      <CheckboxGroup
        name="performances-instances"
        label={t('for.instances')}
        hint={open.length === 0 ? t('for.noOpen') : undefined}
        value={value}
        onChange={onChange}
        boxes={open.map(({ id, startsAt }) => ({
          value: id,
          label: t(isSold(id) ? 'for.isSold' : 'for.isNotSold', { when: when(startsAt) }),
        }))}
        error={error}
      />
      {open.length > 1 && (
        <div className={styles['inline']}>
          <Button look="quiet" onPress={() => onChange(open.map(({ id }) => id))}>
            {t('for.all')}
          </Button>
        </div>
      )}
    </>
  )
}
